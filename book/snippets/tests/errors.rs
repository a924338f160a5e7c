//! The error index has every case of the compile errors, and every code.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn index() -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src/errors.md");
    std::fs::read_to_string(page).expect("the book has an error index")
}

fn cases() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ui-tests/tests/ui");
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "stderr") {
                let said = std::fs::read_to_string(&path).expect("text");
                let case = path.strip_prefix(&root).expect("is below it");
                found.push((case.display().to_string(), said));
            }
        }
    }
    found
}

/// `V9` of every "(V9)".
fn codes(text: &str) -> impl Iterator<Item = &str> {
    text.split('(').skip(1).filter_map(|rest| {
        let (code, _) = rest.split_once(')')?;
        let digits = code.strip_prefix(['V', 'N'])?;
        (!digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit())).then_some(code)
    })
}

#[test]
fn every_case_is_shown_once() {
    let index = index();
    for (case, _) in cases() {
        let shown = index.matches(&format!("tests/ui/{case}}}}}")).count();
        assert_eq!(shown, 1, "{case}");
    }
}

#[test]
fn every_code_is_explained_and_shown() {
    let index = index();
    let rules = actor_topology::Rule::ALL.iter();
    let known: BTreeSet<&str> = rules.map(|rule| rule.code()).collect();
    let all = cases();
    let shown: BTreeSet<&str> = all.iter().flat_map(|(_, said)| codes(said)).collect();
    for code in known.union(&shown) {
        let heading = format!("\n### {code}: ");
        assert_eq!(index.matches(&heading).count(), 1, "{code}");
        assert!(shown.contains(code), "no case shows {code}");
    }
    let headings = index.split("\n### ").skip(1);
    let explained = headings.filter_map(|section| section.split_once(": "));
    for (code, _) in explained.filter(|(code, _)| !code.contains(char::is_whitespace)) {
        assert!(shown.contains(code), "nothing says {code} any more");
    }
}
