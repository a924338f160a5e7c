//! Tables for the terminal, and JSON for whoever compares runs.

use std::{error::Error, fs, path::Path, process::Command, thread};

use harness::Workload;
use serde_json::{Value, json};

use crate::{
    BASELINE, SUBJECTS, Subject,
    args::Args,
    instructions::Count,
    timing::{Sample, WORKERS},
};

/// One table per workload: medians, and ratios to the baseline.
pub(crate) fn print_timing(args: &Args, samples: &[Sample]) {
    for workload in &args.workloads {
        println!("\n## {}: {}\n", workload.name, workload.operation);
        let mut table = Table::new();
        for (workers, metric) in columns(workload) {
            let plural = if workers == 1 { "" } else { "s" };
            table.cell(format!("{metric}, {workers} worker{plural}"));
            table.cell(format!("× {BASELINE}"));
        }
        for subject in &args.subjects {
            table.row(subject.name);
            for (workers, metric) in columns(workload) {
                let series = series(samples, workload, subject.name, workers, metric);
                let baseline = series_of_baseline(samples, workload, workers, metric);
                table.cell(number(median(values(&series)), 1));
                table.cell(number(median(ratios(&series, &baseline)), 2));
            }
        }
        table.print();
    }
}

/// `results.json`: the medians and every sample.
pub(crate) fn write_timing(args: &Args, samples: &[Sample]) -> Result<(), Box<dyn Error>> {
    let mut results = Vec::new();
    for workload in &args.workloads {
        for subject in &args.subjects {
            for (workers, metric) in columns(workload) {
                let series = series(samples, workload, subject.name, workers, metric);
                let baseline = series_of_baseline(samples, workload, workers, metric);
                results.push(json!({
                    "workload": workload.name,
                    "subject": subject.name,
                    "workers": workers,
                    "metric": metric,
                    "median": median(values(&series)),
                    "ratio_to_baseline": median(ratios(&series, &baseline)),
                    "samples": values(&series),
                }));
            }
        }
    }
    write("results.json", args, &results)
}

/// One table of instructions per operation, workloads by subjects.
pub(crate) fn print_instructions(args: &Args, counts: &[Count]) {
    println!("\n## Instructions per operation, one worker\n");
    let mut table = Table::new();
    for subject in &args.subjects {
        table.cell(subject.name.to_owned());
    }
    for workload in args
        .workloads
        .iter()
        .filter(|workload| workload.counted.is_some())
    {
        table.row(workload.name);
        for subject in &args.subjects {
            let count = counts
                .iter()
                .find(|count| count.workload == workload.name && count.subject == subject.name);
            table.cell(number(count.map(|count| count.instructions), 0));
        }
    }
    table.print();
}

/// `instructions.json`: the same figures.
pub(crate) fn write_instructions(args: &Args, counts: &[Count]) -> Result<(), Box<dyn Error>> {
    let results = counts.iter().map(|count| {
        json!({
            "workload": count.workload,
            "subject": count.subject,
            "instructions": count.instructions,
        })
    });
    write("instructions.json", args, &results.collect::<Vec<_>>())
}

pub(crate) fn write(file: &str, args: &Args, results: &[Value]) -> Result<(), Box<dyn Error>> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR"));
    let document = json!({
        "date": output_of("date", &["--utc", "+%FT%TZ"]),
        "machine": {
            "cpu": cpu_model(),
            "cores": thread::available_parallelism()?.get(),
            "kernel": output_of("uname", &["--kernel-release"]),
        },
        "rustc": output_of("rustc", &["--version"]),
        "versions": versions(&fs::read_to_string(directory.join("Cargo.lock"))?),
        "baseline": BASELINE,
        "quick": args.quick,
        "rounds": args.rounds,
        "results": results,
    });
    let path = directory.join(file);
    fs::write(&path, format!("{document:#}\n"))?;
    println!("\nwritten to {}", path.display());
    Ok(())
}

/// What is measured of a workload: each metric for each number of workers.
fn columns(workload: &Workload) -> impl Iterator<Item = (u64, &'static str)> {
    let metrics = workload.metrics;
    WORKERS
        .into_iter()
        .flat_map(move |workers| metrics.iter().map(move |metric| (workers, *metric)))
}

/// The rounds and values of one figure.
fn series(
    samples: &[Sample],
    workload: &Workload,
    subject: &str,
    workers: u64,
    metric: &str,
) -> Vec<(usize, f64)> {
    samples
        .iter()
        .filter(|sample| sample.workload == workload.name && sample.subject == subject)
        .filter(|sample| sample.workers == workers && sample.metric == metric)
        .map(|sample| (sample.round, sample.value))
        .collect()
}

fn series_of_baseline(
    samples: &[Sample],
    workload: &Workload,
    workers: u64,
    metric: &str,
) -> Vec<(usize, f64)> {
    series(samples, workload, BASELINE, workers, metric)
}

fn values(series: &[(usize, f64)]) -> Vec<f64> {
    series.iter().map(|(_, value)| *value).collect()
}

/// The ratio of each sample to the baseline's of the same round: what slowed the
/// machine for that minute slowed both.
fn ratios(series: &[(usize, f64)], baseline: &[(usize, f64)]) -> Vec<f64> {
    let same_round = |round| baseline.iter().find(|(other, _)| *other == round);
    series
        .iter()
        .filter_map(|(round, value)| Some(value / same_round(*round)?.1))
        .collect()
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => None,
        length if length % 2 == 1 => Some(values[middle]),
        _ => Some(f64::midpoint(values[middle - 1], values[middle])),
    }
}

fn number(value: Option<f64>, decimals: usize) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{value:.decimals$}"))
}

/// The version of what each subject measures, as the lock file has it.
fn versions(lock: &str) -> Value {
    let version = |subject: &Subject| {
        let package = lock
            .split(&format!("name = \"{}\"\nversion = \"", subject.measures))
            .nth(1);
        let version = package.and_then(|rest| rest.split('"').next());
        (subject.name.to_owned(), json!(version))
    };
    SUBJECTS.iter().map(version).collect()
}

fn cpu_model() -> Option<String> {
    let cpus = fs::read_to_string("/proc/cpuinfo").ok()?;
    let model = cpus
        .lines()
        .find_map(|line| line.strip_prefix("model name"))?;
    Some(model.trim_start_matches([' ', '\t', ':']).to_owned())
}

/// What a command prints, or nothing if it is not there.
pub(crate) fn output_of(command: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(command).args(args).output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// A Markdown table, padded to be read in a terminal. The first row is the header.
pub(crate) struct Table(Vec<Vec<String>>);

impl Table {
    pub(crate) fn new() -> Self {
        Self(vec![vec![String::new()]])
    }

    pub(crate) fn row(&mut self, name: &str) {
        self.0.push(vec![name.to_owned()]);
    }

    pub(crate) fn cell(&mut self, text: String) {
        self.0.last_mut().expect("has a header").push(text);
    }

    pub(crate) fn print(mut self) {
        let width = |column: usize| self.0.iter().map(|row| row[column].chars().count()).max();
        let widths: Vec<usize> = (0..self.0[0].len())
            .map(|column| width(column).unwrap_or(0).max(2))
            .collect();
        let rule = widths
            .iter()
            .enumerate()
            .map(|(column, &width)| match column {
                0 => "-".repeat(width),
                _ => format!("{}:", "-".repeat(width - 1)),
            });
        self.0.insert(1, rule.collect());
        for row in &self.0 {
            let cells: Vec<String> = row
                .iter()
                .zip(&widths)
                .enumerate()
                .map(|(column, (text, width))| match column {
                    0 => format!("{text:<width$}"),
                    _ => format!("{text:>width$}"),
                })
                .collect();
            println!("| {} |", cells.join(" | "));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn median_of_an_even_number_lies_in_the_middle() {
        assert_eq!(median(vec![9.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(vec![4.0, 1.0, 9.0, 2.0]), Some(3.0));
        assert_eq!(median(Vec::new()), None);
    }

    #[test]
    fn ratios_are_taken_within_a_round() {
        let baseline = [(0, 10.0), (2, 40.0)];
        assert_eq!(
            ratios(&[(0, 20.0), (1, 7.0), (2, 20.0)], &baseline),
            [2.0, 0.5]
        );
    }

    #[test]
    fn versions_come_from_the_lock_file() {
        let lock = "[[package]]\nname = \"tokio\"\nversion = \"1.54.1\"\n";
        let versions = versions(lock);
        assert_eq!(versions["raw-mpsc"], "1.54.1");
        assert_eq!(versions["xtra"], Value::Null);
    }
}
