//! Runs every example and compares what it prints with `expected/<name>.txt`.
//!
//! `UPDATE_EXPECTED=1 cargo test -p examples` writes the files anew; read the difference before you commit it.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Examples are built beside the tests of their package.
fn binary(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("a test is a program");
    let profile = test
        .parent()
        .and_then(Path::parent)
        .expect("target/<profile>/deps/<test>");
    profile.join("examples").join(name)
}

fn runs_as_expected(name: &str) {
    compare(name, &mut Command::new(binary(name)));
}

fn compare(name: &str, command: &mut Command) {
    let output = command.output().expect("the example was built");
    let printed = String::from_utf8(output.stdout).expect("text");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name} failed: {errors}");
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("expected")
        .join(name)
        .with_extension("txt");
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        std::fs::write(&file, &printed).expect("the file can be written");
    }
    let expected = std::fs::read_to_string(&file).expect("every example has its expected output");
    assert_eq!(
        printed,
        expected,
        "{name} prints something else than {}",
        file.display()
    );
}

/// For this, `scripts/test` installs Graphviz.
#[test]
fn a_diagram_is_rendered() {
    let folder = std::env::temp_dir().join(format!("diagram-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut command = Command::new(binary("diagram"));
    compare(
        "diagram_rendered",
        command.arg("shop.svg").current_dir(&folder),
    );
    let svg = std::fs::read_to_string(folder.join("shop.svg")).expect("it was rendered");
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
    let svg = svg.replace("&#45;", "-");
    for shown in [
        "edge",
        "core (core-1)",
        "client desk",
        "books: rest_for_one",
        "ledger",
        "session(…)",
        "Posted",
    ] {
        assert!(svg.contains(&format!(">{shown}</text>")), "{shown}: {svg}");
    }
}

macro_rules! examples {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                runs_as_expected(stringify!($name));
            }
        )*

        /// An example that is not listed here would run nowhere.
        #[test]
        fn every_example_is_run() {
            let folder = std::fs::read_dir(env!("CARGO_MANIFEST_DIR")).expect("a folder");
            let files = folder.map(|entry| entry.expect("an entry").path());
            let mut found: Vec<_> = files.filter(|file| file.extension().is_some_and(|e| e == "rs")).collect();
            found.sort();
            let mut listed = vec![$(stringify!($name)),*];
            listed.sort_unstable();
            let names: Vec<_> = found.iter().filter_map(|file| file.file_stem()?.to_str()).collect();
            assert_eq!(names, listed);
        }
    };
}

examples! {
    connection
    death_watch
    delegated_reply
    diagram
    events
    generic
    quickstart
    request_reply
    shop
    supervision
    timers
    unit_testing
}
