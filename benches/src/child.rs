//! Builds the subjects, and runs one as a child process.

use std::{
    env,
    error::Error,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use harness::Workload;
use serde_json::Value;

use crate::Subject;

/// Builds each subject by a cargo call of its own: built together, they would
/// get the union of the features that they ask of their common dependencies.
pub(crate) fn build(subjects: &[&Subject]) -> Result<(), Box<dyn Error>> {
    for subject in subjects {
        let status = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(["build", "--quiet", "--release", "--package"])
            .arg(format!("subject-{}", subject.name))
            .arg("--target-dir")
            .arg(target_dir())
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .status()?;
        if !status.success() {
            return Err(format!("cannot build `{}`", subject.name).into());
        }
    }
    Ok(())
}

/// The target directory that this very program was built in.
pub(crate) fn target_dir() -> PathBuf {
    let program = env::current_exe().expect("a running program has a path");
    program
        .ancestors()
        .nth(2)
        .map(Path::to_owned)
        .expect("built in `target/release`")
}

pub(crate) fn binary(subject: &Subject) -> PathBuf {
    target_dir()
        .join("release")
        .join(format!("subject-{}", subject.name))
}

/// Runs a subject, if need be as an argument of `wrapper`, and returns the
/// sample it prints: `null` if it does not offer the workload.
pub(crate) fn run(
    wrapper: Option<Command>,
    subject: &Subject,
    workload: &Workload,
    [workers, ops, warm_up]: [u64; 3],
) -> Result<Value, Box<dyn Error>> {
    let mut command = match wrapper {
        Some(mut wrapper) => {
            wrapper.arg(binary(subject));
            wrapper
        }
        None => Command::new(binary(subject)),
    };
    command
        .arg(workload.name)
        .args([workers, ops, warm_up].map(|number| number.to_string()));
    let output = command.stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        return Err(format!("`{}` failed in `{}`", subject.name, workload.name).into());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}
