//! The picture of a topology: as Mermaid, as DOT, and rendered.
//!
//! `cargo run -p examples --example diagram` prints the texts; with a file, as in `… --example diagram -- shop.svg`, it
//! renders the picture, for which Graphviz must be installed (`apt-get install graphviz`, `brew install graphviz`).

use std::io::Write as _;
use std::process::{Command, Stdio};

use actor_core::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Posted;

trait Rates: Send + Sync {}

#[actor]
#[derive(Default)]
struct Gate;

#[actor]
impl Gate {
    #[on(Posted)]
    fn posted(&mut self, _event: Posted) {}
}

#[actor(emits(Posted), tools(dyn Rates))]
#[derive(Default)]
struct Ledger;

#[actor]
impl Ledger {}

#[actor]
#[derive(Default)]
struct Audit;

#[actor]
impl Audit {
    #[on(Posted)]
    fn posted(&mut self, _event: Posted) {}
}

#[actor]
struct Session(#[expect(dead_code, reason = "nothing runs here")] String);

#[actor]
impl Session {}

topology! {
    Shop;

    node edge = "edge";
    node core = "core-1";
    client node desk = "desk";

    tool rates: dyn Rates;

    actor gate: Gate on edge {
        gateway;
    }
    actor session(user: String): Session on edge {
        id = format!("session-{user}");
        init = Session(user);
    }
    actor ledger: Ledger on core {
        tools = [rates];
    }
    actor audit: Audit on core;

    supervisor books on core = rest_for_one [ledger, audit];

    subscribe ledger -> [audit, gate] on [Posted];
}

/// Has Graphviz make the picture.
fn render(dot: &str, file: &str) -> std::io::Result<()> {
    let mut graphviz = Command::new("dot")
        .args(["-Tsvg", "-o", file])
        .stdin(Stdio::piped())
        .spawn()?;
    if let Some(mut input) = graphviz.stdin.take() {
        input.write_all(dot.as_bytes())?;
    }
    let status = graphviz.wait()?;
    if !status.success() {
        return Err(std::io::Error::other(format!("dot ended with {status}")));
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let diagram = Shop::diagram();
    println!("{}", diagram.mermaid());
    println!("{}", diagram.dot());
    if let Some(file) = std::env::args().nth(1) {
        render(&diagram.dot(), &file)
            .map_err(|error| format!("Graphviz did not make {file}: {error}; is it installed?"))?;
        println!("rendered to {file}");
    }
    Ok(())
}
