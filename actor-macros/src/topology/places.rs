//! Where the findings are.

use super::ast::{Text, Topology};
use actor_topology::Place;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;

/// The words that `place` stands for.
pub(crate) fn words(topology: &Topology, place: Place) -> TokenStream {
    let Topology {
        nodes,
        tools,
        actors,
        groups,
        edges,
        ..
    } = topology;
    match place {
        Place::Topology => topology
            .head
            .as_ref()
            .map(|head| &head.name)
            .to_token_stream(),
        Place::Node(i) => nodes[i].key.to_token_stream(),
        Place::NodeAddress(i) => nodes[i].address.to_token_stream(),
        Place::Tool(i) => tools[i].key.to_token_stream(),
        Place::Actor(i) => actors[i].key.to_token_stream(),
        Place::ActorNode(i) => actors[i].node.to_token_stream(),
        Place::ActorId(i) => match &actors[i].properties.id {
            Some(id) => id.to_token_stream(),
            None => actors[i].key.to_token_stream(),
        },
        Place::ActorPolicy(i) => setting(topology, i, ""),
        Place::PolicyMax(i) => setting(topology, i, "max"),
        Place::PolicyWithin(i) => setting(topology, i, "within"),
        Place::PolicyBackoff(i) => setting(topology, i, "backoff"),
        Place::PolicyCap(i) => setting(topology, i, "cap"),
        Place::PolicyJitter(i) => setting(topology, i, "jitter"),
        Place::ActorTool(i, j) => actors[i].properties.tools[j].to_token_stream(),
        Place::Gateway(i) => {
            let gateway = actors[i].properties.gateway.as_ref();
            gateway.map_or_else(TokenStream::new, |gateway| match &gateway.scope {
                Some(scope) => scope.to_token_stream(),
                None => gateway.word.to_token_stream(),
            })
        }
        Place::Group(i) => groups[i].key.to_token_stream(),
        Place::GroupNode(i) => groups[i].node.to_token_stream(),
        Place::GroupStrategy(i) => match &groups[i].strategy_word {
            Some(word) => word.to_token_stream(),
            None => groups[i].key.to_token_stream(),
        },
        Place::GroupWithin(i) => {
            let intensity = groups[i].intensity.as_ref();
            intensity.map_or_else(TokenStream::new, |it| it.within.written())
        }
        Place::GroupChildren(i) => TokenTree::Group(groups[i].list.clone()).into(),
        Place::GroupChild(i, j) => groups[i].children[j].to_token_stream(),
        Place::EdgeFrom(i) => edges[i].from.to_token_stream(),
        Place::EdgeTargets(i) => match &edges[i].list {
            Some(list) => TokenTree::Group(list.clone()).into(),
            None => edges[i].from.to_token_stream(),
        },
        Place::EdgeTo(i, j) => edges[i].to[j].to_token_stream(),
        Place::EdgeEvent(i, j) => edges[i].events[j].to_token_stream(),
    }
}

/// The value of a setting of an actor's policy, or the word for the policy.
fn setting(topology: &Topology, actor: usize, name: &str) -> TokenStream {
    let Some(directive) = &topology.actors[actor].properties.supervision else {
        return TokenStream::new();
    };
    match directive.setting(name) {
        Some(setting) => setting.value.written(),
        None => directive.word.to_token_stream(),
    }
}

impl ToTokens for Text {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Literal(text) => text.to_tokens(tokens),
            Self::Constant(path) => path.to_tokens(tokens),
        }
    }
}
