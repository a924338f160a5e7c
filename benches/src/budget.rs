//! What an operation of `actor-core` may cost, in instructions: counted, a cost that has grown is
//! found on a busy machine as well.

use std::{error::Error, fs, path::Path};

use serde_json::{Map, Value};

use crate::{
    SUBJECTS,
    args::Args,
    instructions::{self, Count},
    report,
};

/// Counts that far above the budget are a failure; that far below, the budget is to be lowered. Another C library may
/// allocate otherwise.
const MARGIN: f64 = 0.08;

/// The compiler whose code the budget is for.
const RUSTC: &str = "rustc 1.95.";

/// Counts what has a budget, and compares; returns how many are over theirs.
pub(crate) fn check(args: &Args) -> Result<usize, Box<dyn Error>> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("budget.json");
    let budget: Map<String, Value> = serde_json::from_str(&fs::read_to_string(file)?)?;
    let subject = SUBJECTS.iter().filter(|it| it.name == "actor-core");
    let args = Args {
        workloads: (args.workloads.iter())
            .filter(|workload| budget.contains_key(workload.name))
            .copied()
            .collect(),
        subjects: subject.collect(),
        ..*args
    };
    let (counts, failed) = instructions::count_all(&args)?;
    let mut over = failed;
    for Count {
        workload,
        instructions,
        ..
    } in &counts
    {
        let allowed = budget[*workload].as_f64().ok_or("a budget is a number")?;
        let verdict = verdict(*instructions, allowed);
        over += usize::from(verdict == Verdict::Over);
        println!(
            "{workload}: {instructions:.0} instructions of {allowed}{}",
            verdict.text()
        );
    }
    let rustc = report::output_of("rustc", &["--version"]).unwrap_or_default();
    if !rustc.starts_with(RUSTC) {
        println!("the budget is for {RUSTC}x, and this is {rustc}: nothing is refused");
        return Ok(failed);
    }
    Ok(over)
}

#[derive(Debug, PartialEq)]
enum Verdict {
    Within,
    Over,
    WellBelow,
}

fn verdict(counted: f64, allowed: f64) -> Verdict {
    if counted > allowed * (1.0 + MARGIN) {
        Verdict::Over
    } else if counted < allowed * (1.0 - MARGIN) {
        Verdict::WellBelow
    } else {
        Verdict::Within
    }
}

impl Verdict {
    fn text(&self) -> &'static str {
        match self {
            Self::Within => "",
            Self::Over => {
                ": over the budget; find what costs so much, or say why in a change of budget.json"
            }
            Self::WellBelow => ": well below the budget; lower it in budget.json",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_is_compared_with_a_margin() {
        for (counted, expected) in [
            (109.0, Verdict::Over),
            (107.0, Verdict::Within),
            (100.0, Verdict::Within),
            (93.0, Verdict::Within),
            (91.0, Verdict::WellBelow),
        ] {
            assert_eq!(verdict(counted, 100.0), expected, "{counted}");
        }
    }

    #[test]
    fn what_has_a_budget_is_a_workload_that_is_counted() {
        let budget: Map<String, Value> =
            serde_json::from_str(include_str!("../budget.json")).expect("an object");
        assert!(!budget.is_empty());
        for name in budget.keys() {
            let counted = harness::WORKLOADS
                .iter()
                .any(|it| it.name == name && it.counted.is_some());
            assert!(counted, "{name}");
        }
    }
}
