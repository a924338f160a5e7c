//! As a flowchart of Mermaid.

use std::fmt::Write as _;

use super::parts::{self, Inside};
use crate::model::{Actor, Model};

pub(super) fn render(model: &Model) -> String {
    let mut text = String::from("flowchart LR\n");
    // Writing to a text does not fail.
    let _ = write(model, &mut text);
    text
}

fn write(model: &Model, text: &mut String) -> std::fmt::Result {
    for Inside {
        node,
        groups,
        alone,
    } in parts::nodes(model)
    {
        let label = quoted(&[parts::node(node)]);
        writeln!(text, "  subgraph node_{}[{label}]", node.key)?;
        for (group, children) in &groups {
            let label = quoted(&[parts::group(group)]);
            writeln!(text, "    subgraph group_{}[{label}]", group.key)?;
            for child in children {
                actor(child, "      ", text)?;
            }
            writeln!(text, "    end")?;
        }
        for single in alone {
            actor(single, "    ", text)?;
        }
        writeln!(text, "  end")?;
    }
    for tool in &model.tools {
        let label = quoted(std::slice::from_ref(&tool.key));
        writeln!(text, "  tool_{}{{{{{label}}}}}", tool.key)?;
    }
    for (from, to, events) in parts::arrows(model) {
        if events.is_empty() {
            writeln!(text, "  actor_{from} --> actor_{to}")?;
        } else {
            writeln!(text, "  actor_{from} -->|{}| actor_{to}", quoted(&[events]))?;
        }
    }
    for (actor, tool) in parts::uses(model) {
        writeln!(text, "  actor_{actor} -.-> tool_{tool}")?;
    }
    Ok(())
}

/// With a prefix, since `end` and others are words of the notation. Instances have double lines.
fn actor(actor: &Actor, indent: &str, text: &mut String) -> std::fmt::Result {
    let label = quoted(&parts::actor(actor));
    let (open, close) = if actor.is_parameterised() {
        ("[[", "]]")
    } else {
        ("[", "]")
    };
    writeln!(text, "{indent}actor_{}{open}{label}{close}", actor.key)
}

/// Lines of a label. Its markup is HTML, and its entities begin with `#`.
fn quoted(lines: &[String]) -> String {
    let mut text = String::from("\"");
    for (i, line) in lines.iter().enumerate() {
        if i > 0 {
            text.push_str("<br/>");
        }
        for c in line.chars() {
            match c {
                '"' => text.push_str("#quot;"),
                '<' => text.push_str("#lt;"),
                '>' => text.push_str("#gt;"),
                '&' => text.push_str("#amp;"),
                '#' => text.push_str("#35;"),
                '`' => text.push_str("#96;"),
                c if c.is_control() => text.push(' '),
                c => text.push(c),
            }
        }
    }
    text.push('"');
    text
}
