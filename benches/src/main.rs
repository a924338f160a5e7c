//! Measures the actor framework beside its peers.
//!
//! Builds every subject by itself, runs them as child processes, one after the
//! other in each round, so that a slow minute of the machine hits them all, and
//! prints one table per workload. `results.json` keeps every sample.
//!
//! ```text
//! cargo run --release -- [--quick] [--workload NAME]… [--subject NAME]… [--rounds N]
//! cargo run --release -- --instructions [--workload NAME]… [--subject NAME]…
//! cargo run --release -- --check [--workload NAME]…
//! cargo run --release -- --plot
//! cargo run --release -- --compile [--subject NAME]…
//! ```

mod args;
mod budget;
mod child;
mod compile;
mod instructions;
mod plot;
mod report;
mod timing;

use std::{error::Error, process::ExitCode};

/// A subject: its name and directory, and the crate whose version is reported.
pub(crate) struct Subject {
    pub(crate) name: &'static str,
    pub(crate) measures: &'static str,
}

/// The subject that the others' ratios refer to.
pub(crate) const BASELINE: &str = "raw-mpsc";

pub(crate) const SUBJECTS: &[Subject] = &[
    Subject {
        name: BASELINE,
        measures: "tokio",
    },
    Subject {
        name: "actor-core",
        measures: "actor-core",
    },
    Subject {
        name: "kameo",
        measures: "kameo",
    },
    Subject {
        name: "ractor",
        measures: "ractor",
    },
    Subject {
        name: "actix",
        measures: "actix",
    },
    Subject {
        name: "xtra",
        measures: "xtra",
    },
];

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let args = match args::parse(std::env::args().skip(1)) {
        Ok(args) => args,
        Err(error) => {
            eprintln!("error: {error}\n{}", args::USAGE);
            return Ok(ExitCode::from(2));
        }
    };
    let failures = if args.compile {
        compile::run(&args)?
    } else if args.plot {
        plot::run()?
    } else if args.check {
        budget::check(&args)?
    } else if args.instructions {
        instructions::run(&args)?
    } else {
        timing::run(&args)?
    };
    Ok(if failures == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
