//! The compile errors users meet: each on the word that is wrong, each with what to write.
//!
//! After a change, `TRYBUILD=overwrite cargo test -p ui-tests --test ui`, and read the diff. Each case uses what has to
//! be there still, so that one mistake does not become several.

#[test]
fn errors() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/*.rs");
    cases.compile_fail("tests/ui/*/*.rs");
}
