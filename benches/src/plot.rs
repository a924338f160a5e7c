//! Draws the bar charts that the book shows, from `results.json`.

use std::{error::Error, fs, path::Path};

use harness::{WORKLOADS, Workload};
use serde_json::Value;

use crate::{BASELINE, SUBJECTS, Subject};

const ROW: usize = 22;
const LABELS: usize = 96;
const BARS: usize = 420;
const FIGURES: usize = 64;

/// One chart per workload that is timed, as `<workload>.svg` in the folder of the book's page; returns how many failed.
pub(crate) fn run() -> Result<usize, Box<dyn Error>> {
    let benches = Path::new(env!("CARGO_MANIFEST_DIR"));
    let results: Value = serde_json::from_str(&fs::read_to_string(benches.join("results.json"))?)?;
    let results = results["results"].as_array().ok_or("no results")?;
    let folder = benches.join("../book/src/design");
    for workload in WORKLOADS {
        let metric = workload.metrics[0];
        let bars: Vec<(&str, f64)> = SUBJECTS
            .iter()
            .filter_map(|subject| Some((subject.name, median(results, workload, subject, metric)?)))
            .collect();
        if bars.is_empty() {
            continue;
        }
        let file = folder.join(format!("{}.svg", workload.name));
        fs::write(&file, chart(workload.operation, metric, &bars))?;
        println!("drawn to {}", file.display());
    }
    Ok(0)
}

/// With two workers.
fn median(results: &[Value], workload: &Workload, subject: &Subject, metric: &str) -> Option<f64> {
    let found = results.iter().find(|it| {
        it["workload"] == workload.name
            && it["subject"] == subject.name
            && it["workers"] == 2
            && it["metric"] == metric
    });
    found?["median"].as_f64()
}

/// The shorter the bar the better. One that is many times as long as the baseline's is cut off, and its figure says so.
fn chart(title: &str, metric: &str, bars: &[(&str, f64)]) -> String {
    let baseline = bars.iter().find(|(name, _)| *name == BASELINE);
    let most = bars.iter().map(|(_, value)| *value).fold(0.0, f64::max);
    let longest = baseline.map_or(most, |(_, value)| most.min(8.0 * value));
    let (width, height) = (LABELS + BARS + FIGURES, ROW * (bars.len() + 1) + 8);
    let mut svg = String::new();
    let mut line = |text: String| {
        svg.push_str(&text);
        svg.push('\n');
    };
    line(format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">"#
    ));
    line(format!(
        r#"<text x="0" y="14" font-weight="bold">{} ({})</text>"#,
        escaped(title),
        metric.replace('_', " ")
    ));
    for (at, (name, value)) in (1..).zip(bars) {
        let y = at * ROW + 4;
        let text = y + 14;
        let long = (value.min(longest) / longest * BARS as f64).max(1.0);
        let fill = match *name {
            "actor-core" => "#c2410c",
            BASELINE => "#57534e",
            _ => "#a8a29e",
        };
        line(format!(
            r#"<text x="{}" y="{text}" text-anchor="end">{name}</text>"#,
            LABELS - 6
        ));
        line(format!(
            r#"<rect x="{LABELS}" y="{y}" width="{long:.1}" height="{}" fill="{fill}"/>"#,
            ROW - 5
        ));
        let more = if *value > longest { " →" } else { "" };
        line(format!(
            r#"<text x="{:.1}" y="{text}">{value:.0}{more}</text>"#,
            LABELS as f64 + long + 5.0
        ));
    }
    line("</svg>".to_owned());
    svg
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_has_a_bar_for_each_and_cuts_off_what_is_far_too_long() {
        let svg = chart(
            "a < b",
            "wall_ns",
            &[(BASELINE, 100.0), ("actor-core", 50.0), ("slow", 9_000.0)],
        );
        assert_eq!(svg.matches("<rect").count(), 3);
        assert!(svg.contains("a &lt; b (wall ns)"));
        assert!(svg.contains(">9000 →<"));
        assert!(svg.contains(r#"width="52.5""#), "100 of 800: {svg}");
    }
}
