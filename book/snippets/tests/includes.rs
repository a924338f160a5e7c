//! Every `{{#include file:anchor}}` of the book names a file and an anchor that exist.

use std::path::Path;

#[test]
fn every_include_finds_its_text() {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src");
    let mut includes = 0;
    for page in std::fs::read_dir(&pages).expect("the book has pages") {
        let page = page.expect("a page").path();
        let text = std::fs::read_to_string(&page).expect("a page is text");
        for include in text.split("{{#include ").skip(1) {
            let target = include.split("}}").next().expect("an include is closed");
            let (file, anchor) = target
                .split_once(':')
                .map_or((target, None), |(f, a)| (f, Some(a)));
            let source = std::fs::read_to_string(pages.join(file));
            let source =
                source.unwrap_or_else(|error| panic!("{}: {file}: {error}", page.display()));
            if let Some(anchor) = anchor {
                for mark in ["ANCHOR: ", "ANCHOR_END: "] {
                    let found = source
                        .lines()
                        .any(|line| line.trim_end().ends_with(&format!("{mark}{anchor}")));
                    assert!(found, "{}: no {mark}{anchor} in {file}", page.display());
                }
            }
            includes += 1;
        }
        let listed =
            std::fs::read_to_string(pages.join("SUMMARY.md")).expect("the book has a summary");
        let name = page
            .file_name()
            .and_then(|name| name.to_str())
            .expect("a name");
        assert!(
            name == "SUMMARY.md" || listed.contains(&format!("({name})")),
            "{name} is not in the summary"
        );
    }
    assert!(includes > 0);
}
