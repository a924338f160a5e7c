//! Counts instructions per operation under callgrind: unlike time, they are the
//! same on a busy machine.

use std::{error::Error, fs, path::Path, process::Command};

use harness::Workload;

use crate::{Subject, args::Args, child, report};

/// Instructions per operation of a subject in a workload.
pub(crate) struct Count {
    pub(crate) workload: &'static str,
    pub(crate) subject: &'static str,
    pub(crate) instructions: f64,
}

/// Runs and reports; returns how many runs failed.
///
/// The profiles stay in `callgrind` of the target directory, for
/// `callgrind_annotate`.
pub(crate) fn run(args: &Args) -> Result<usize, Box<dyn Error>> {
    let (counts, failures) = count_all(args)?;
    report::print_instructions(args, &counts);
    report::write_instructions(args, &counts)?;
    Ok(failures)
}

/// Counts, and says how many runs failed.
pub(crate) fn count_all(args: &Args) -> Result<(Vec<Count>, usize), Box<dyn Error>> {
    child::build(&args.subjects)?;
    let profiles = child::target_dir().join("callgrind");
    fs::create_dir_all(&profiles)?;
    let (mut counts, mut failures) = (Vec::new(), 0);
    for workload in &args.workloads {
        let Some((few, many)) = workload.counted else {
            continue;
        };
        for subject in &args.subjects {
            eprintln!("counting {} of {}", workload.name, subject.name);
            let total = |ops| count(&profiles, subject, workload, ops);
            match total(few).and_then(|few| Ok((few, total(many)?))) {
                Ok((Some(less), Some(more))) => counts.push(Count {
                    workload: workload.name,
                    subject: subject.name,
                    // What both runs do once, as starting the runtime, cancels out.
                    instructions: (more - less) / (many - few) as f64,
                }),
                Ok(_) => {} // not offered
                Err(error) => {
                    eprintln!("error: {error}");
                    failures += 1;
                }
            }
        }
    }
    Ok((counts, failures))
}

/// All instructions of a run with one worker; `None` if the workload is not offered.
fn count(
    profiles: &Path,
    subject: &Subject,
    workload: &Workload,
    ops: u64,
) -> Result<Option<f64>, Box<dyn Error>> {
    // Always a file of our own: callgrind replaces its output file, even a device.
    let profile = profiles.join(format!("{}.{}.{ops}.out", subject.name, workload.name));
    let mut callgrind = Command::new("valgrind");
    callgrind
        .args(["--quiet", "--tool=callgrind"])
        .arg(format!("--callgrind-out-file={}", profile.display()));
    if child::run(Some(callgrind), subject, workload, [1, ops, 0])?.is_null() {
        return Ok(None);
    }
    let profile = fs::read_to_string(profile)?;
    let total = profile
        .lines()
        .find_map(|line| line.strip_prefix("totals: "));
    Ok(Some(
        total
            .ok_or("no `totals` in the profile of callgrind")?
            .trim()
            .parse()?,
    ))
}
