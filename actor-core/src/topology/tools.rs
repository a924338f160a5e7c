//! Tools: what actors use that is no actor, supplied by the host.

use std::any::{Any, TypeId, type_name};
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use crate::actor::{Actor, Emits, Subscriber};

/// The struct generated for the tools of a topology.
pub trait ToolSet {
    #[doc(hidden)]
    fn supply(self, tools: &mut Tools);
}

/// What a host supplies to its actors, by type.
#[doc(hidden)]
#[derive(Default, Clone)]
pub struct Tools(HashMap<TypeId, Supplied>);

#[derive(Clone)]
struct Supplied {
    /// For those who look at it.
    type_name: &'static str,
    /// An `Arc<T>`, where the key of the map is the type of `T`.
    tool: Arc<dyn Any + Send + Sync>,
}

impl Tools {
    /// Adds a tool, in the place of one of the same type.
    pub fn add<T: ?Sized + Send + Sync + 'static>(&mut self, tool: Arc<T>) {
        let supplied = Supplied {
            type_name: type_name::<T>(),
            tool: Arc::new(tool),
        };
        self.0.insert(TypeId::of::<T>(), supplied);
    }

    pub(crate) fn get<T: ?Sized + Send + Sync + 'static>(&self) -> Option<&Arc<T>> {
        self.0.get(&TypeId::of::<T>())?.tool.downcast_ref()
    }

    pub(super) fn has(&self, tool: TypeId) -> bool {
        self.0.contains_key(&tool)
    }
}

impl fmt::Debug for Tools {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut types: Vec<_> = self.0.values().map(|it| it.type_name).collect();
        types.sort_unstable();
        f.debug_tuple("Tools").field(&types).finish()
    }
}

/// An actor that uses the tool `T`, by `#[actor(tools(T))]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not use the tool `{T}` (V20)",
    label = "not among the tools that `{Self}` uses",
    note = "say so where the actor is defined: `#[actor(tools({T}))]`"
)]
pub trait Uses<T: ?Sized> {}

/// A list of tools that has `T`.
#[diagnostic::on_unimplemented(
    message = "the actor uses the tool `{T}`, but is not given it (V20)",
    label = "uses `{T}`",
    note = "declare the tool in the topology, and list its name in the braces of the actor: `tools = [name];`"
)]
pub trait Has<T: ?Sized> {}

/// An actor whose tools are all in the list `L`.
pub trait ToolsFrom<L> {}

/// An actor all of whose events `S` takes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` emits no events (N19)",
    label = "emits nothing that could be subscribed to",
    note = "declare them where the actor is defined: `#[actor(emits(…))]`"
)]
pub trait EmitsAllTo<S>: Sized {
    #[doc(hidden)]
    fn edges(edges: &mut impl Edges<Self, S>);
}

/// Where the edges from an `A` to an `S` are noted.
// Not the builder itself: it takes actors only, and a type whose `impl` block is forgotten would be told so twice.
#[doc(hidden)]
pub trait Edges<A, S> {
    fn edge<E: Clone + Send + 'static>(&mut self)
    where
        A: Emits<E>,
        S: Subscriber<E>;
}

/// Whether `A` has said that a panic leaves it fit to go on.
#[doc(hidden)]
#[must_use]
pub const fn resumes_after_panic<A: Actor>() -> bool {
    A::OPTIONS.resume_after_panic
}

/// Compiles only if all that `A` uses is in `L`.
#[doc(hidden)]
pub const fn require_tools<A: ToolsFrom<L>, L>() {}
