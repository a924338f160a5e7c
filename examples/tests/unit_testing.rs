//! The tests inside the example `unit_testing`, run.

// An example that is itself tested is not built to be run, and `outputs` runs it.
#[allow(dead_code)]
#[path = "../unit_testing.rs"]
mod unit_testing;
