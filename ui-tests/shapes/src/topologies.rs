//! Topologies of unusual shapes.

use actor_core::prelude::*;

/// What stands for the prelude here. Nothing that is generated may take it for that.
mod shadows {
    #![allow(dead_code)]
    pub(super) struct Option;
    pub(super) struct Some;
    pub(super) struct Result;
    pub(super) struct String;
    pub(super) trait Clone {}
    pub(super) trait Default {}
    pub(super) trait Send {}
    pub(super) trait Future {}
}

/// Does nothing.
#[actor]
#[derive(Default)]
pub struct Gate;

#[actor]
impl Gate {}

/// Announces.
#[actor(emits(Posted, Closed))]
#[derive(Default)]
pub struct Ledger;

#[actor]
impl Ledger {}

/// Listens.
#[actor]
#[derive(Default)]
pub struct Audit;

#[actor]
impl Audit {
    #[on(Posted)]
    fn posted(&mut self, _: Posted) {}

    #[on(Closed)]
    fn closed(&mut self, _: Closed) {}
}

/// Something was posted.
#[derive(Clone, Debug)]
pub struct Posted;

/// Something was closed.
#[derive(Clone, Debug)]
pub struct Closed;

/// Is there for each user and shop.
#[actor]
pub struct Session<T: Send + Clone + 'static>(T);

#[actor]
impl<T: Send + Clone + 'static> Session<T> {
    #[handler]
    fn key(&self) -> T {
        self.0.clone()
    }
}

/// A tool.
pub trait Plan: Send + Sync {}

/// Another.
pub trait Type: Send + Sync {}

const CORE: &str = "core-1";

mod everything {
    #[allow(unused_imports, clippy::wildcard_imports)]
    use super::shadows::*;
    use super::{Audit, Closed, Gate, Ledger, Plan, Posted, Session, Type};
    use actor_core::topology;

    topology! {
        /// All that can be said.
        pub(crate) Everything;
        contract "1.0.0";

        /// At the front.
        node edge = "edge";
        node core = super::CORE;
        client node desk = "desk";
        #[allow(unused_node)]
        node attic = "attic";

        /// Which way.
        tool plan: dyn Plan;
        #[allow(unused_tool)]
        tool r#type: dyn Type;

        /// At the door.
        actor gate: Gate on edge {
            gateway = "door";
            tools = [plan];
        }
        actor r#match: Gate on edge {
            init = Gate;
            gateway;
        };
        actor session(user: ::std::string::String, _shop: u8): Session<::std::string::String> on edge {
            id = format!("session-{}", user);
            init = Session(user);
            passivate(after = 10m);
            mailbox = unbounded;
        }
        actor count(n: u8): Session<u8> on core {
            id = format!("count-{n}");
            init = Session(n);
        }
        actor ledger: Ledger on core {
            id = "the-ledger";
            supervision = restart(max = 5, within = 60s, backoff = 100ms);
        }
        actor audit: Audit on core {
            id = concat!("the", "-", "audit");
            mailbox = bounded(16, drop_oldest);
        }
        #[cfg(any())]
        actor absent: NoSuchType on core {
            id = NO_SUCH_CONSTANT;
        }
        #[cfg(all())]
        actor present: Gate on core;

        supervisor books on core = rest_for_one(intensity(max = 3, within = 1m)) [ledger, audit];
        supervisor doors on edge = [gate, r#match];

        subscribe ledger -> audit on [Posted, Closed];
        #[cfg(any())]
        subscribe ledger -> gate on [NoSuchType];
    }
}

mod private {
    use super::Gate;
    use actor_core::topology;

    topology! {
        Private;
        node only = "local";
        actor gate: Gate on only;
    }

    #[test]
    fn is_there() {
        let dot = Private::diagram().dot();
        assert!(dot.contains("\"actor_gate\""), "{dot}");
    }
}

/// A topology of which every part is a part of another macro.
macro_rules! made {
    ($vis:vis $name:ident, $node:ident, $actor:ident: $type:ty) => {
        topology! {
            /// Made.
            $vis $name;
            node $node = "made";
            actor $actor: $type on $node;
        }
    };
}

made!(pub Made, place, thing: Gate);

#[test]
fn a_topology_knows_its_picture() {
    let picture = everything::Everything::diagram().mermaid();
    for part in [
        "edge",
        "core (core-1)",
        "client desk",
        "books: rest_for_one",
        "doors: one_for_one",
        "match",
        "Posted, ",
        "present",
    ] {
        assert!(picture.contains(part), "{part} is not in:\n{picture}");
    }
    assert!(!picture.contains("absent"), "{picture}");
    let made = Made::diagram().dot();
    assert!(made.contains("\"actor_thing\""), "{made}");
}

#[test]
fn tools_are_fields() {
    struct Straight;
    impl Plan for Straight {}
    impl Type for Straight {}

    let tools = everything::EverythingTools {
        plan: std::sync::Arc::new(Straight),
        r#type: std::sync::Arc::new(Straight),
    };
    let _: std::sync::Arc<dyn Plan> = tools.plan;
    let _ = everything::Everything::edge();
}
