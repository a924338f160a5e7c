//! The compile errors users meet: each on the word that is wrong, each with what to write.
//!
//! After a change, `TRYBUILD=overwrite cargo test -p ui-tests --test ui`, and read the diff. Each case uses what has to
//! be there still, so that one mistake does not become several.

use std::process::Command;

/// The version whose words the `.stderr` files quote.
const QUOTED: &str = "1.95";

#[test]
fn errors() {
    let found = version();
    if !found.starts_with(&format!("rustc {QUOTED}.")) {
        // Past the capture of libtest. Where nextest hides it all the same, `scripts/test` says it.
        let mut stderr = std::io::stderr();
        let line = format!("ui tests skipped: they quote rustc {QUOTED}, and this is {found}");
        std::io::Write::write_all(&mut stderr, format!("{line}\n").as_bytes())
            .expect("stderr is there");
        return;
    }
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/*/*/*.rs");
    cases.compile_fail("tests/ui/*/*.rs");
}

/// What `rustc --version` says: of the one that compiles the cases.
fn version() -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output();
    let stdout = output.expect("rustc can be run").stdout;
    String::from_utf8_lossy(&stdout).trim().to_owned()
}
