//! Times the subjects round by round.

use std::error::Error;

use crate::{args::Args, child, report};

/// A run with as many worker threads.
pub(crate) const WORKERS: [u64; 2] = [2, 1];

/// One figure of one run. Samples of a round were taken one after the other.
pub(crate) struct Sample {
    pub(crate) workload: &'static str,
    pub(crate) subject: &'static str,
    pub(crate) workers: u64,
    pub(crate) round: usize,
    pub(crate) metric: &'static str,
    pub(crate) value: f64,
}

/// Runs and reports; returns how many runs failed.
pub(crate) fn run(args: &Args) -> Result<usize, Box<dyn Error>> {
    child::build(&args.subjects)?;
    let (mut samples, mut failures) = (Vec::new(), 0);
    for round in 0..args.rounds {
        for workload in &args.workloads {
            eprintln!("round {} of {}: {}", round + 1, args.rounds, workload.name);
            let ops = if args.quick {
                workload.ops / 10
            } else {
                workload.ops
            };
            let warm_up = if workload.warm_up { ops / 10 } else { 0 };
            for workers in WORKERS {
                for subject in &args.subjects {
                    let measured = child::run(None, subject, workload, [workers, ops, warm_up]);
                    let measured = measured.unwrap_or_else(|error| {
                        eprintln!("error: {error} with {workers} workers");
                        failures += 1;
                        serde_json::Value::Null
                    });
                    samples.extend(workload.metrics.iter().filter_map(|metric| {
                        Some(Sample {
                            workload: workload.name,
                            subject: subject.name,
                            workers,
                            round,
                            metric,
                            value: measured.get(metric)?.as_f64()?,
                        })
                    }));
                }
            }
        }
    }
    report::print_timing(args, &samples);
    report::write_timing(args, &samples)?;
    Ok(failures)
}
