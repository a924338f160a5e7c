//! The compile errors users meet: see `tests/ui.rs`.
//!
//! What must compile is in `shapes` and `edition-2021`, two crates of their own: rustc lists the actors of every crate
//! in sight when it says that a type is none.
