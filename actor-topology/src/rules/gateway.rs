//! What is seen from outside of the topology.

use crate::finding::{Findings, Place, Rule, report};
use crate::model::{Actor, Model};

pub(super) fn check(model: &Model, findings: &mut Findings) {
    for (i, actor) in model.actors.iter().enumerate() {
        let (key, place) = (&actor.key, Place::Gateway(i));
        let Some(scope) = scope(actor) else {
            continue;
        };
        let unnamed = actor.gateway.as_ref().is_some_and(|it| it.scope.is_none());
        if unnamed && actor.is_parameterised() {
            report(
                findings,
                Rule::DefaultScope,
                place,
                format!(
                    "`{key}` has parameters, so its name alone does not say which instance is meant"
                ),
                format!(
                    "name the scope that its instances are found under: `gateway = \"{key}\";`"
                ),
            );
        }
        let earlier = model.actors[..i]
            .iter()
            .position(|other| other.key != *key && self::scope(other) == Some(scope));
        if let Some(first) = earlier {
            let other = &model.actors[first].key;
            report(
                findings,
                Rule::SharedScope,
                place,
                format!(
                    "actors `{other}` and `{key}` are exposed under the same scope \"{scope}\""
                ),
                "give one of them another scope",
            )
            .also(
                Place::Gateway(first),
                format!("\"{scope}\" is the scope of `{other}`"),
            );
        }
    }
}

/// What the actor is exposed under.
fn scope(actor: &Actor) -> Option<&str> {
    let gateway = actor.gateway.as_ref()?;
    Some(gateway.scope.as_deref().unwrap_or(&actor.key))
}
