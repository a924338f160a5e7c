//! The command line.

use harness::{WORKLOADS, Workload};

use crate::{SUBJECTS, Subject};

pub(crate) const USAGE: &str = "\
usage: benches [--quick] [--rounds N] [--instructions] [--check] [--plot] [--compile] [--workload NAME]… [--subject NAME]…
  --quick          3 rounds of a tenth of the operations
  --rounds N       runs of each subject and workload (default 7)
  --instructions   count instructions under callgrind instead of timing
  --check          count those of actor-core, and compare them with budget.json
  --compile        measure what programs of 1, 10 and 100 actors cost to build
  --plot           draw the charts of the book from results.json
  --workload NAME  only this workload; may be repeated
  --subject NAME   only this subject; may be repeated";

pub(crate) struct Args {
    pub(crate) quick: bool,
    pub(crate) rounds: usize,
    pub(crate) instructions: bool,
    pub(crate) check: bool,
    pub(crate) plot: bool,
    pub(crate) compile: bool,
    pub(crate) workloads: Vec<&'static Workload>,
    pub(crate) subjects: Vec<&'static Subject>,
}

pub(crate) fn parse(mut words: impl Iterator<Item = String>) -> Result<Args, String> {
    let (mut quick, mut instructions, mut check) = (false, false, false);
    let (mut plot, mut compile, mut rounds) = (false, false, None);
    let (mut workloads, mut subjects) = (Vec::new(), Vec::new());
    while let Some(word) = words.next() {
        let mut value = || {
            words
                .next()
                .ok_or_else(|| format!("`{word}` needs a value"))
        };
        match word.as_str() {
            "--quick" => quick = true,
            "--instructions" => instructions = true,
            "--check" => check = true,
            "--plot" => plot = true,
            "--compile" => compile = true,
            "--rounds" => {
                let value = value()?;
                let number = value.parse().ok().filter(|&rounds: &usize| rounds > 0);
                rounds = Some(number.ok_or_else(|| format!("`{value}` is no number of rounds"))?);
            }
            "--workload" => workloads.push(find(WORKLOADS, |known| known.name, &value()?)?),
            "--subject" => subjects.push(find(SUBJECTS, |known| known.name, &value()?)?),
            _ => return Err(format!("unknown argument `{word}`")),
        }
    }
    if workloads.is_empty() {
        workloads.extend(WORKLOADS);
    }
    if subjects.is_empty() {
        subjects.extend(SUBJECTS);
    }
    let rounds = rounds.unwrap_or(if quick { 3 } else { 7 });
    Ok(Args {
        quick,
        rounds,
        instructions,
        check,
        plot,
        compile,
        workloads,
        subjects,
    })
}

fn find<T>(known: &'static [T], name: fn(&T) -> &str, wanted: &str) -> Result<&'static T, String> {
    known
        .iter()
        .find(|item| name(item) == wanted)
        .ok_or_else(|| {
            let names: Vec<&str> = known.iter().map(name).collect();
            format!("unknown name `{wanted}`; known are {}", names.join(", "))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Args, String> {
        parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn without_arguments_everything_runs() {
        let args = parsed("").unwrap();
        assert_eq!(args.workloads.len(), WORKLOADS.len());
        assert_eq!(args.subjects.len(), SUBJECTS.len());
        assert_eq!(args.rounds, 7);
    }

    #[test]
    fn names_and_rounds_are_picked() {
        let args = parsed("--quick --workload ask --subject xtra --workload spawn").unwrap();
        assert_eq!(
            args.workloads.iter().map(|w| w.name).collect::<Vec<_>>(),
            ["ask", "spawn"]
        );
        assert_eq!(args.rounds, 3);
        assert_eq!(parsed("--quick --rounds 5").unwrap().rounds, 5);
    }

    #[test]
    fn mistakes_are_named() {
        for (line, part) in [
            ("--subject akka", "unknown name `akka`; known are raw-mpsc"),
            ("--rounds 0", "`0` is no number of rounds"),
            ("--rounds", "`--rounds` needs a value"),
            ("--slow", "unknown argument `--slow`"),
        ] {
            let error = parsed(line).err().unwrap();
            assert!(error.contains(part), "{error}");
        }
    }
}
