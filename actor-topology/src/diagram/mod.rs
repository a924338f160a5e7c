//! A topology as a picture: nodes as boxes, in them groups, in them actors; arrows for events, dashed ones for tools.

mod dot;
mod mermaid;
mod parts;

use crate::model::Model;

/// The picture of a topology, to be written as [Mermaid](Self::mermaid) or as [DOT](Self::dot).
///
/// The same topology gives the same text, so a picture can be kept beside the code and compared.
///
/// ```
/// use actor_topology::{Actor, Diagram, Model, Node};
///
/// let mut model = Model::new("Shop");
/// model.nodes.push(Node::new("edge", "edge-1"));
/// model.actors.push(Actor::new("gate", "Gate", "edge"));
/// let diagram = Diagram::of(&model);
/// assert!(diagram.mermaid().starts_with("flowchart LR\n"));
/// assert!(diagram.dot().starts_with("digraph \"Shop\" {\n"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagram(Model);

impl Diagram {
    /// The picture of `model`.
    #[must_use]
    pub fn of(model: &Model) -> Self {
        Self(model.clone())
    }

    /// As a flowchart of Mermaid, which Markdown viewers show.
    #[must_use]
    pub fn mermaid(&self) -> String {
        mermaid::render(&self.0)
    }

    /// As a graph of Graphviz: `dot -Tsvg`.
    #[must_use]
    pub fn dot(&self) -> String {
        dot::render(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::shop;

    fn golden(name: &str, found: &str) {
        let path = format!("{}/golden/{name}", env!("CARGO_MANIFEST_DIR"));
        if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
            std::fs::write(&path, found).expect("golden files can be written");
        }
        let expected = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(found == expected, "{path} has changed; now it is:\n{found}");
    }

    #[test]
    fn the_shop_looks_as_it_did() {
        let diagram = Diagram::of(&shop());
        golden("shop.mmd", &diagram.mermaid());
        golden("shop.dot", &diagram.dot());
    }

    /// A picture can be drawn of what [`check`](crate::check) refuses, too.
    #[test]
    fn nothing_written_in_a_topology_breaks_out_of_its_label() {
        let mut model = shop();
        model.name = "a\"b".into();
        model.nodes[0].address = Some("\"] x[\"<b>\\".into());
        model.actors[0].type_name = "Vec<\"a\">&\n".into();
        model.edges[0].events[0] = "E<\"|\">".into();
        model.groups[1].children.push("nobody".into());
        let diagram = Diagram::of(&model);
        golden("escaped.mmd", &diagram.mermaid());
        golden("escaped.dot", &diagram.dot());
    }
}
