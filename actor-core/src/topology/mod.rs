//! Topologies: who runs on which node, who is restarted with whom, and whose events go to whom.
//!
//! [`topology!`](crate::topology!) declares one and checks it while the program is compiled. [`Topology::builder`] makes
//! one at run time, by the same rules.

mod across;
mod builder;
mod definition;
mod host;
mod running;
mod tools;

// Neither `Place` nor `Rule`: rustc writes the path of a name that there is twice, as of `Actor`, in errors about it.
pub use actor_topology::{Diagram, Finding, Severity};

pub use builder::{ActorBuilder, TopologyBuilder, TopologyError};
pub use definition::Topology;
pub(crate) use host::Host;
pub use host::{Crossing, Hosted, Hosting, NeedsTools, StartError};
pub use running::Running;
pub use tools::{EmitsAllTo, Has, ToolSet, ToolsFrom, Uses};

pub use across::{Crosses, EmitsAllAcross, Remote};
#[doc(hidden)]
pub use across::{EdgesAcross, Reach, ViaNode, ViaRemote, elsewhere};
#[doc(hidden)]
pub use builder::declared;
#[doc(hidden)]
pub use tools::{Edges, Tools, require_tools, resumes_after_panic};
