//! What a program costs to build: with each subject, a program of so many actors of five handlers each, all of which are
//! spawned and asked.
//!
//! The figures are CPU seconds of cargo and all it starts.

use std::{
    error::Error,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    args::Args,
    child,
    report::{self, Table},
};

const HANDLERS: usize = 5;
const ACTORS: [usize; 3] = [1, 10, 100];

/// Builds and reports; returns how many builds failed.
pub(crate) fn run(args: &Args) -> Result<usize, Box<dyn Error>> {
    let mut failures = 0;
    let mut results = Vec::new();
    let mut table = Table::new();
    for figure in ["crates", "all of it, 1 actor"] {
        table.cell(figure.to_owned());
    }
    for actors in ACTORS {
        table.cell(format!("the program, {actors} actors"));
        table.cell(format!("again, {actors} actors"));
    }
    for subject in &args.subjects {
        table.row(subject.name);
        match figures(subject.name) {
            Ok(figures) => {
                table.cell(figures.crates.to_string());
                table.cell(format!("{:.1}", figures.cold));
                for (first, again) in &figures.programs {
                    table.cell(format!("{first:.1}"));
                    table.cell(format!("{again:.1}"));
                }
                results.push(serde_json::json!({
                    "subject": subject.name,
                    "crates": figures.crates,
                    "cold_debug_cpu_s": figures.cold,
                    "programs": ACTORS.iter().zip(&figures.programs).map(|(actors, (first, again))| {
                        serde_json::json!({"actors": actors, "debug_cpu_s": first, "incremental_cpu_s": again})
                    }).collect::<Vec<_>>(),
                }));
            }
            Err(error) => {
                eprintln!("error: {}: {error}", subject.name);
                failures += 1;
            }
        }
    }
    table.print();
    report::write("compile.json", args, &results)?;
    Ok(failures)
}

struct Figures {
    crates: usize,
    cold: f64,
    /// The program itself, and again after a change, for each number of actors.
    programs: Vec<(f64, f64)>,
}

fn figures(subject: &str) -> Result<Figures, Box<dyn Error>> {
    let folder = child::target_dir().join("compile").join(subject);
    // From the first crate on.
    let _ = fs::remove_dir_all(folder.join("target"));
    fs::create_dir_all(folder.join("src"))?;
    let benches = Path::new(env!("CARGO_MANIFEST_DIR"));
    fs::write(folder.join("Cargo.toml"), manifest(subject, benches))?;
    fs::copy(benches.join("Cargo.lock"), folder.join("Cargo.lock"))?;
    let main = folder.join("src/main.rs");
    let mut programs = Vec::new();
    let mut cold = 0.0;
    for actors in ACTORS {
        eprintln!("building {actors} actors of {subject}");
        fs::write(&main, program(subject, actors, 1))?;
        if programs.is_empty() {
            cold = build(&folder)?;
            fs::write(&main, program(subject, actors, 2))?;
        }
        // Without what was kept of the program before.
        let _ = fs::remove_dir_all(folder.join("target/debug/incremental"));
        let first = build(&folder)?;
        fs::write(&main, program(subject, actors, 3))?;
        programs.push((first, build(&folder)?));
    }
    let tree = Command::new("cargo")
        .args(["tree", "--edges", "normal", "--prefix", "none"])
        .current_dir(&folder)
        .output()?;
    let tree = String::from_utf8(tree.stdout)?;
    let mut crates: Vec<&str> = tree
        .lines()
        .filter_map(|line| line.split(' ').next())
        .collect();
    crates.sort_unstable();
    crates.dedup();
    Ok(Figures {
        crates: crates.len() - 1,
        cold,
        programs,
    })
}

/// CPU seconds of a build.
fn build(folder: &PathBuf) -> Result<f64, Box<dyn Error>> {
    let before = cpu_of_children()?;
    let status = Command::new("cargo")
        .args(["build", "--quiet"])
        .env_remove("CARGO_TARGET_DIR")
        .current_dir(folder)
        .status()?;
    if !status.success() {
        return Err("the program does not build".into());
    }
    Ok(cpu_of_children()? - before)
}

/// Of those that have ended, and of theirs.
fn cpu_of_children() -> Result<f64, Box<dyn Error>> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    // The name of the program, in parentheses, may have anything in it.
    let (_, fields) = stat.rsplit_once(") ").ok_or("not as /proc says")?;
    let fields: Vec<&str> = fields.split(' ').collect();
    let ticks = fields[13].parse::<f64>()? + fields[14].parse::<f64>()?;
    Ok(ticks / 100.0)
}

fn manifest(subject: &str, benches: &Path) -> String {
    let dependency = match subject {
        "actor-core" => format!(
            "actor-core = {{ path = {:?} }}",
            benches.join("../actor-core").display().to_string()
        ),
        "kameo" => r#"kameo = { version = "0.22", default-features = false, features = ["macros"] }"#.to_owned(),
        "ractor" => r#"ractor = { version = "0.16", default-features = false, features = ["tokio_runtime"] }"#.to_owned(),
        "actix" => r#"actix = "0.13""#.to_owned(),
        "xtra" => r#"xtra = { version = "0.6", features = ["tokio", "macros"] }"#.to_owned(),
        _ => String::new(),
    };
    format!(
        r#"[package]
name = "program"
version = "0.1.0"
edition = "2024"

[dependencies]
tokio = {{ version = "1.47", features = ["macros", "rt-multi-thread", "sync"] }}
{dependency}

[workspace]
"#
    )
}

/// A program of so many actors. `change` is in one handler of the first.
fn program(subject: &str, actors: usize, change: u64) -> String {
    let mut text = String::from(match subject {
        "actor-core" => "use actor_core::prelude::*;\n",
        "kameo" => "use kameo::{message::Context, prelude::*};\n",
        "ractor" => "use ractor::{Actor, ActorProcessingErr, ActorRef, RpcReplyPort};\n",
        "actix" => "use actix::prelude::*;\n",
        "xtra" => "use xtra::prelude::*;\n",
        _ => "use tokio::sync::{mpsc, oneshot};\n",
    });
    let (argument, parameter) = match subject {
        "actor-core" => ("&system", "system: &ActorSystem"),
        _ => ("", ""),
    };
    let mut main = String::new();
    for actor in 0..actors {
        let change = if actor == 0 { change } else { 1 };
        let mut used = String::new();
        actor_of(subject, actor, change, &mut text, &mut used);
        // Each in a function of its own: one of all would be what costs most.
        let _ = write!(
            text,
            "async fn use_{actor}({parameter}) -> u64 {{\nlet mut sum = 0;\n{used}sum\n}}\n"
        );
        let _ = writeln!(main, "sum += use_{actor}({argument}).await;");
    }
    let start = match subject {
        "actor-core" => "let system = ActorSystem::new(\"program\");",
        _ => "",
    };
    let attribute = if subject == "actix" {
        "#[actix::main]"
    } else {
        "#[tokio::main]"
    };
    let _ = write!(
        text,
        "{attribute}\nasync fn main() {{\n{start}\nlet mut sum = 0u64;\n{main}println!(\"{{sum}}\");\n}}\n"
    );
    text
}

/// One actor, and how it is used.
fn actor_of(subject: &str, a: usize, change: u64, text: &mut String, used: &mut String) {
    let handlers = 0..HANDLERS;
    let mut line = |it: String| {
        text.push_str(&it);
        text.push('\n');
    };
    let plus = |h: usize| if h == 0 { change } else { 1 };
    match subject {
        "actor-core" => {
            line(format!(
                "#[actor]\n#[derive(Default)]\nstruct A{a} {{ n: u64 }}\n#[actor]\nimpl A{a} {{"
            ));
            for h in handlers.clone() {
                line(format!(
                    "#[handler]\nfn h{h}(&mut self, x: u64) -> u64 {{ self.n += x + {}; self.n }}",
                    plus(h)
                ));
            }
            line("}".to_owned());
            let _ = writeln!(
                used,
                "let a = system.spawn(\"a{a}\", A{a}::default()).await.unwrap();"
            );
            for h in handlers {
                let _ = writeln!(used, "sum += a.h{h}(1).await.unwrap();");
            }
        }
        "kameo" => {
            line(format!(
                "#[derive(Actor, Default)]\nstruct A{a} {{ n: u64 }}"
            ));
            for h in handlers.clone() {
                line(format!(
                    "struct M{a}x{h}(u64);\nimpl Message<M{a}x{h}> for A{a} {{\ntype Reply = u64;\nasync fn handle(&mut self, m: M{a}x{h}, _: &mut Context<Self, u64>) -> u64 {{ self.n += m.0 + {}; self.n }}\n}}",
                    plus(h)
                ));
            }
            let _ = writeln!(used, "let a = A{a}::spawn(A{a}::default());");
            for h in handlers {
                let _ = writeln!(used, "sum += a.ask(M{a}x{h}(1)).await.unwrap();");
            }
        }
        "ractor" => {
            line(format!("struct A{a};\nenum M{a} {{"));
            for h in handlers.clone() {
                line(format!("H{h}(u64, RpcReplyPort<u64>),"));
            }
            line(format!(
                "}}\nimpl Actor for A{a} {{\ntype Msg = M{a};\ntype State = u64;\ntype Arguments = ();\nasync fn pre_start(&self, _: ActorRef<M{a}>, (): ()) -> Result<u64, ActorProcessingErr> {{ Ok(0) }}\nasync fn handle(&self, _: ActorRef<M{a}>, m: M{a}, n: &mut u64) -> Result<(), ActorProcessingErr> {{ match m {{"
            ));
            for h in handlers.clone() {
                line(format!(
                    "M{a}::H{h}(x, reply) => {{ *n += x + {}; let _ = reply.send(*n); }}",
                    plus(h)
                ));
            }
            line("}\nOk(())\n}\n}".to_owned());
            let _ = writeln!(
                used,
                "let (a, _) = Actor::spawn(None, A{a}, ()).await.unwrap();"
            );
            for h in handlers {
                let _ = writeln!(used, "sum += ractor::call!(a, M{a}::H{h}, 1).unwrap();");
            }
        }
        "actix" => {
            line(format!(
                "#[derive(Default)]\nstruct A{a} {{ n: u64 }}\nimpl Actor for A{a} {{ type Context = Context<Self>; }}"
            ));
            for h in handlers.clone() {
                line(format!(
                    "#[derive(Message)]\n#[rtype(result = \"u64\")]\nstruct M{a}x{h}(u64);\nimpl Handler<M{a}x{h}> for A{a} {{\ntype Result = u64;\nfn handle(&mut self, m: M{a}x{h}, _: &mut Context<Self>) -> u64 {{ self.n += m.0 + {}; self.n }}\n}}",
                    plus(h)
                ));
            }
            let _ = writeln!(used, "let a = A{a}::default().start();");
            for h in handlers {
                let _ = writeln!(used, "sum += a.send(M{a}x{h}(1)).await.unwrap();");
            }
        }
        "xtra" => {
            line(format!(
                "#[derive(Default, xtra::Actor)]\nstruct A{a} {{ n: u64 }}"
            ));
            for h in handlers.clone() {
                line(format!(
                    "struct M{a}x{h}(u64);\nimpl Handler<M{a}x{h}> for A{a} {{\ntype Return = u64;\nasync fn handle(&mut self, m: M{a}x{h}, _: &mut Context<Self>) -> u64 {{ self.n += m.0 + {}; self.n }}\n}}",
                    plus(h)
                ));
            }
            let _ = writeln!(
                used,
                "let a = xtra::spawn_tokio(A{a}::default(), Mailbox::bounded(1000));"
            );
            for h in handlers {
                let _ = writeln!(used, "sum += a.send(M{a}x{h}(1)).await.unwrap();");
            }
        }
        _ => {
            line(format!("enum M{a} {{"));
            for h in handlers.clone() {
                line(format!("H{h}(u64, oneshot::Sender<u64>),"));
            }
            line(format!(
                "}}\nasync fn a{a}(mut inbox: mpsc::Receiver<M{a}>) {{\nlet mut n = 0;\nwhile let Some(m) = inbox.recv().await {{ match m {{"
            ));
            for h in handlers.clone() {
                line(format!(
                    "M{a}::H{h}(x, reply) => {{ n += x + {}; let _ = reply.send(n); }}",
                    plus(h)
                ));
            }
            line("} }\n}".to_owned());
            let _ = writeln!(
                used,
                "let (a, inbox) = mpsc::channel(1000);\ntokio::spawn(a{a}(inbox));"
            );
            for h in handlers {
                let _ = writeln!(
                    used,
                    "let (reply, answer) = oneshot::channel();\na.send(M{a}::H{h}(1, reply)).await.ok().unwrap();\nsum += answer.await.unwrap();"
                );
            }
        }
    }
}
