//! Clocks and memory, read from `/proc`: no libc, no unsafe code.

use std::{fs, thread, time::Instant};

/// What one run measured: figures per operation, named as in
/// [`Workload::metrics`](crate::Workload::metrics).
#[derive(Debug)]
pub struct Sample(Vec<(&'static str, f64)>);

impl Sample {
    /// A sample of figures that hold per operation.
    pub fn new<const N: usize>(metrics: [(&'static str, f64); N]) -> Self {
        Self(metrics.into())
    }

    pub(crate) fn to_json(&self) -> String {
        let fields: Vec<String> = self
            .0
            .iter()
            .map(|(name, value)| format!("\"{name}\":{value:.3}"))
            .collect();
        format!("{{{}}}", fields.join(","))
    }
}

/// Wall and CPU time since its start.
#[derive(Debug)]
pub struct Clock {
    wall: Instant,
    cpu: u64,
}

impl Clock {
    /// Starts now.
    pub fn start() -> Self {
        Self {
            cpu: cpu_nanos(),
            wall: Instant::now(),
        }
    }

    /// Nanoseconds per operation, by the wall and of all threads.
    pub fn stop(self, ops: u64) -> Sample {
        let wall = self.wall.elapsed().as_nanos() as f64;
        let cpu = (cpu_nanos() - self.cpu) as f64;
        Sample::new([("wall_ns", wall / ops as f64), ("cpu_ns", cpu / ops as f64)])
    }
}

/// CPU time of all live threads of this process.
///
/// The kernel brings the figure of a running thread up to date at each of its
/// ticks and switches; the error is a tick per thread, and a run takes hundreds.
fn cpu_nanos() -> u64 {
    thread::yield_now();
    let tasks = fs::read_dir("/proc/self/task").expect("the benchmarks need Linux");
    tasks
        .filter_map(|task| fs::read_to_string(task.ok()?.path().join("schedstat")).ok())
        .filter_map(|line| line.split(' ').next()?.parse::<u64>().ok())
        .sum()
}

/// Resident memory of this process.
pub(crate) fn resident_bytes() -> f64 {
    // `statm` counts in pages, whose size only libc tells; `status` has kilobytes.
    let status = fs::read_to_string("/proc/self/status").expect("the benchmarks need Linux");
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = resident.and_then(|rest| rest.split_whitespace().next()?.parse::<f64>().ok());
    kilobytes.expect("`VmRSS` in /proc/self/status") * 1024.0
}
