//! Tools, and who uses them.

use crate::finding::{Findings, Place, Rule, report};
use crate::model::Model;
use crate::similar;

use super::first_like;

pub(super) fn check(model: &Model, findings: &mut Findings) {
    let known: Vec<_> = model.tools.iter().map(|tool| tool.key.as_str()).collect();
    for (i, actor) in model.actors.iter().enumerate() {
        for (j, tool) in actor.tools.iter().enumerate() {
            let place = Place::ActorTool(i, j);
            if !known.contains(&tool.as_str()) {
                let declaration = format!("tool {tool}: dyn Trait;");
                report(
                    findings,
                    Rule::UnknownTool,
                    place,
                    format!("actor `{}` uses the unknown tool `{tool}`", actor.key),
                    similar::help("tool", tool, &known, &declaration),
                );
            }
            if first_like(&actor.tools, j).is_some() {
                report(
                    findings,
                    Rule::RepeatedTool,
                    place,
                    format!("actor `{}` lists the tool `{tool}` twice", actor.key),
                    "remove one of the two",
                );
            }
        }
    }
    let types: Vec<_> = model.tools.iter().map(|tool| &tool.type_name).collect();
    for (i, tool) in model.tools.iter().enumerate() {
        let (key, ty) = (&tool.key, &tool.type_name);
        if let Some(first) = first_like(&types, i)
            && model.tools[first].key != *key
        {
            let other = &model.tools[first].key;
            report(
                findings,
                Rule::SharedToolType,
                Place::Tool(i),
                format!("tools `{other}` and `{key}` have the same type `{ty}`"),
                "actors ask for a tool by its type: give one of them a type of its own",
            )
            .also(
                Place::Tool(first),
                format!("`{ty}` is the type of `{other}` here"),
            );
        }
        if !model.actors.iter().any(|actor| actor.tools.contains(key)) {
            report(
                findings,
                Rule::UnusedTool,
                Place::Tool(i),
                format!("no actor uses the tool `{key}`"),
                format!(
                    "list it where it is used, as in `tools = [{key}];`, or put `#[allow(unused_tool)]` above it"
                ),
            );
        }
    }
}
