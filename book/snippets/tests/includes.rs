//! Every `{{#include file:anchor}}` of the book names a file and an anchor that exist, and every page is in the summary.

use std::path::{Path, PathBuf};

/// The pages below `folder`.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder of the book") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(pages(&path));
        } else if path.extension().is_some_and(|it| it == "md") {
            found.push(path);
        }
    }
    found
}

#[test]
fn every_include_finds_its_text() {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src");
    let listed = std::fs::read_to_string(book.join("SUMMARY.md")).expect("the book has a summary");
    let mut includes = 0;
    for page in pages(&book) {
        let folder = page.parent().expect("is in a folder");
        let text = std::fs::read_to_string(&page).expect("a page is text");
        for include in text.split("{{#include ").skip(1) {
            let target = include.split("}}").next().expect("an include is closed");
            let (file, anchor) = target
                .split_once(':')
                .map_or((target, None), |(f, a)| (f, Some(a)));
            let source = std::fs::read_to_string(folder.join(file));
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
        let name = page.strip_prefix(&book).expect("is below it");
        let name = name.to_str().expect("a name");
        assert!(
            name == "SUMMARY.md" || listed.contains(&format!("({name})")),
            "{name} is not in the summary"
        );
    }
    assert!(includes > 0);
}
