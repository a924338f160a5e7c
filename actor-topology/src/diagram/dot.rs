//! As a graph of Graphviz.

use std::fmt::Write as _;

use super::parts::{self, Inside};
use crate::model::{Actor, Model};

pub(super) fn render(model: &Model) -> String {
    let mut text = String::new();
    // Writing to a text does not fail.
    let _ = write(model, &mut text);
    text
}

fn write(model: &Model, text: &mut String) -> std::fmt::Result {
    writeln!(
        text,
        "digraph {} {{",
        quoted(std::slice::from_ref(&model.name))
    )?;
    writeln!(text, "  rankdir=LR;")?;
    writeln!(text, "  node [shape=box];")?;
    for Inside {
        node,
        groups,
        alone,
    } in parts::nodes(model)
    {
        // Graphviz draws a frame around what is called `cluster…`.
        writeln!(text, "  subgraph {} {{", id("cluster_node", &node.key))?;
        writeln!(text, "    label={};", quoted(&[parts::node(node)]))?;
        for (group, children) in &groups {
            writeln!(text, "    subgraph {} {{", id("cluster_group", &group.key))?;
            writeln!(text, "      label={};", quoted(&[parts::group(group)]))?;
            for child in children {
                actor(child, "      ", text)?;
            }
            writeln!(text, "    }}")?;
        }
        for single in &alone {
            actor(single, "    ", text)?;
        }
        if groups.is_empty() && alone.is_empty() {
            // A frame around nothing is not drawn.
            writeln!(text, "    {} [style=invis];", id("empty", &node.key))?;
        }
        writeln!(text, "  }}")?;
    }
    for tool in &model.tools {
        let label = quoted(std::slice::from_ref(&tool.key));
        writeln!(
            text,
            "  {} [label={label}, shape=hexagon];",
            id("tool", &tool.key)
        )?;
    }
    for (from, to, events) in parts::arrows(model) {
        let (from, to) = (id("actor", from), id("actor", to));
        if events.is_empty() {
            writeln!(text, "  {from} -> {to};")?;
        } else {
            writeln!(text, "  {from} -> {to} [label={}];", quoted(&[events]))?;
        }
    }
    for (actor, tool) in parts::uses(model) {
        writeln!(
            text,
            "  {} -> {} [style=dashed];",
            id("actor", actor),
            id("tool", tool)
        )?;
    }
    writeln!(text, "}}")
}

fn actor(actor: &Actor, indent: &str, text: &mut String) -> std::fmt::Result {
    let label = quoted(&parts::actor(actor));
    // Instances have double lines.
    let double = if actor.is_parameterised() {
        ", peripheries=2"
    } else {
        ""
    };
    writeln!(
        text,
        "{indent}{} [label={label}{double}];",
        id("actor", &actor.key)
    )
}

fn id(kind: &str, key: &str) -> String {
    quoted(&[format!("{kind}_{key}")])
}

/// Lines of a label, or a name: in quotes, only the quote and the backslash mean something.
fn quoted(lines: &[String]) -> String {
    let mut text = String::from("\"");
    for (i, line) in lines.iter().enumerate() {
        if i > 0 {
            text.push_str("\\n");
        }
        for c in line.chars() {
            match c {
                '"' => text.push_str("\\\""),
                '\\' => text.push_str("\\\\"),
                c if c.is_control() => text.push(' '),
                c => text.push(c),
            }
        }
    }
    text.push('"');
    text
}
