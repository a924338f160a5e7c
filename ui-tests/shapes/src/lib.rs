//! The shapes of actors that must compile, and what they then do.
//!
//! One module for each thing that macros tend to break on. The lints below are those a careful user turns on: nothing
//! that `#[actor]` generates may set one off.

#![deny(missing_docs, warnings)]
#![deny(clippy::pedantic)]
#![forbid(unsafe_code)]
// What toy methods cannot help.
#![allow(clippy::must_use_candidate, clippy::unused_async, clippy::unused_self)]

pub mod behaviors;
pub mod conditional;
pub mod documented;
pub mod enums;
pub mod facade;
pub mod forbidden;
pub mod generics;
pub mod hooks;
pub mod made_by_macros;
pub mod names;
pub mod nested;
pub mod options;
pub mod paths;
pub mod patterns;
pub mod plain;
pub mod recursive;
pub mod remote;
pub mod replies;
pub mod self_type;
pub mod shadowed;
pub mod topologies;
pub mod visibility;
