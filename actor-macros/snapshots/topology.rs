/// A shop.
pub struct Shop(::actor_core::__private::topology::Running);
#[allow(
    clippy::too_many_arguments,
    clippy::type_complexity,
    clippy::used_underscore_binding
)]
const _: () = {
    #[allow(
        dead_code,
        clippy::missing_errors_doc,
        clippy::missing_panics_doc,
        clippy::must_use_candidate
    )]
    impl Shop {
        /// Hosts all nodes in this process.
        pub fn local() -> ::actor_core::__private::topology::NeedsTools<
            ShopTools,
            Shop,
        > {
            <::actor_core::__private::topology::NeedsTools<ShopTools, Shop>>::new()
        }
        ///Hosts the node `edge` in this process.
        pub fn edge() -> ::actor_core::__private::topology::Hosting<ShopEdge> {
            <::actor_core::__private::topology::Hosting<ShopEdge>>::new()
        }
        ///Hosts the node `core` in this process.
        pub fn core() -> ::actor_core::__private::topology::NeedsTools<
            ShopTools,
            ShopCore,
        > {
            <::actor_core::__private::topology::NeedsTools<ShopTools, ShopCore>>::new()
        }
        ///Hosts the node `desk` in this process.
        pub fn desk() -> ::actor_core::__private::topology::Hosting<ShopDesk> {
            <::actor_core::__private::topology::Hosting<ShopDesk>>::new()
        }
        /// Its picture.
        pub fn diagram() -> ::actor_core::__private::topology::Diagram {
            <Self as ::actor_core::__private::topology::Hosted>::definition().diagram()
        }
        /// What is declared.
        pub fn definition() -> ::actor_core::__private::topology::Topology {
            <Self as ::actor_core::__private::topology::Hosted>::definition()
        }
        /// The system of a node.
        pub fn system(
            &self,
            node: &::core::primitive::str,
        ) -> ::core::option::Option<&::actor_core::ActorSystem> {
            self.0.system_of(node)
        }
        /// Lets people in.
        pub fn gate(&self) -> <Gate as ::actor_core::Actor>::Handle {
            self.0.actor::<Gate>("gate")
        }
        ///The instance of `session` for these parameters, which is spawned if it does not run.
        pub fn session(
            &self,
            user: UserId,
        ) -> impl ::core::future::Future<
            Output = ::core::result::Result<
                <Session as ::actor_core::Actor>::Handle,
                ::actor_core::SpawnError,
            >,
        > + ::core::marker::Send {
            self.0.instance::<Session, (UserId,)>("session", (user,))
        }
        ///The actor `ledger`.
        pub fn ledger(&self) -> <Ledger as ::actor_core::Actor>::Handle {
            self.0.actor::<Ledger>("ledger")
        }
        ///The actor `audit`.
        pub fn audit(&self) -> <Audit as ::actor_core::Actor>::Handle {
            self.0.actor::<Audit>("audit")
        }
        /// What of it runs in `system`, if any does.
        pub fn of(system: &::actor_core::ActorSystem) -> ::core::option::Option<Self> {
            ::actor_core::__private::topology::Running::of::<Self>(system).map(Self)
        }
        /// Stops its nodes, the last first, and of each all actors at once. It can be started again then.
        pub async fn stop(&self) -> ::core::result::Result<(), ::actor_core::StopError> {
            self.0.stop().await
        }
    }
    #[automatically_derived]
    impl ::core::clone::Clone for Shop {
        fn clone(&self) -> Self {
            Self(::core::clone::Clone::clone(&self.0))
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for Shop {
        fn fmt(
            &self,
            formatter: &mut ::core::fmt::Formatter<'_>,
        ) -> ::core::fmt::Result {
            formatter.debug_tuple("Shop").field(&self.0).finish()
        }
    }
    #[automatically_derived]
    impl ::actor_core::__private::topology::Hosted for Shop {
        type Whole = Shop;
        const NODE: ::core::option::Option<&'static ::core::primitive::str> = ::core::option::Option::None;
        fn definition() -> ::actor_core::__private::topology::Topology {
            let topology = ::actor_core::__private::topology::Topology::builder("Shop");
            let topology = topology.contract("1.4.0");
            let topology = topology.node("edge", "edge");
            let topology = topology.node("core", addresses::CORE);
            let topology = topology.client_node("desk", "desk");
            let topology = topology.tool::<dyn RoutePlan>("route_plan");
            let topology = topology
                .actor::<
                    <Gate as ::actor_core::__private::Checked<
                        {
                            let _: ::core::option::Option<
                                <Gate as ::actor_core::Actor>::Handle,
                            > = ::core::option::Option::None;
                            true
                        },
                    >>::Type,
                >(
                    "gate",
                    "edge",
                    || -> Gate { Gate::new(3) },
                    |actor| {
                        use ::actor_core::__private::topology::{
                            ViaNode as _, ViaRemote as _,
                        };
                        ::actor_core::__private::topology::Reach::<
                            <Gate as ::actor_core::__private::Checked<
                                {
                                    let _: ::core::option::Option<
                                        <Gate as ::actor_core::Actor>::Handle,
                                    > = ::core::option::Option::None;
                                    true
                                },
                            >>::Type,
                        >(::core::marker::PhantomData)
                            .reach(actor)
                            .mailbox(
                                ::actor_core::Mailbox::bounded(256)
                                    .overflow(::actor_core::Overflow::Reject),
                            )
                            .gateway("gate")
                    },
                );
            let topology = topology
                .instances::<
                    <Session as ::actor_core::__private::Checked<
                        {
                            let _: ::core::option::Option<
                                <Session as ::actor_core::Actor>::Handle,
                            > = ::core::option::Option::None;
                            true
                        },
                    >>::Type,
                    (UserId,),
                >(
                    "session",
                    "edge",
                    #[allow(unused_variables)]
                    |(user,): &(UserId,)| -> ::std::string::String {
                        ::std::string::String::from(format!("session-{user}"))
                    },
                    |params: &(UserId,)| -> Session {
                        #[allow(unused_variables)]
                        let (user,) = ::core::clone::Clone::clone(params);
                        Session::new(user)
                    },
                    |actor| {
                        actor
                            .passivation(
                                ::actor_core::Passivation::idle(
                                    ::core::time::Duration::from_secs(600u64),
                                ),
                            )
                    },
                );
            let topology = topology
                .actor::<
                    <Ledger as ::actor_core::__private::Checked<
                        {
                            let _: ::core::option::Option<
                                <Ledger as ::actor_core::Actor>::Handle,
                            > = ::core::option::Option::None;
                            true
                        },
                    >>::Type,
                >(
                    "ledger",
                    "core",
                    || -> Ledger { <Ledger as ::core::default::Default>::default() },
                    |actor| {
                        use ::actor_core::__private::topology::{
                            ViaNode as _, ViaRemote as _,
                        };
                        ::actor_core::__private::topology::Reach::<
                            <Ledger as ::actor_core::__private::Checked<
                                {
                                    let _: ::core::option::Option<
                                        <Ledger as ::actor_core::Actor>::Handle,
                                    > = ::core::option::Option::None;
                                    true
                                },
                            >>::Type,
                        >(::core::marker::PhantomData)
                            .reach(actor)
                            .__directive(
                                ::actor_core::Policy::__declared(
                                    ::actor_core::Directive::Restart(
                                        ::actor_core::Restart::DEFAULT
                                            .max(5)
                                            .within(::core::time::Duration::from_secs(60u64)),
                                    ),
                                    &[],
                                ),
                            )
                    },
                );
            let topology = topology
                .actor::<
                    <Audit as ::actor_core::__private::Checked<
                        {
                            let _: ::core::option::Option<
                                <Audit as ::actor_core::Actor>::Handle,
                            > = ::core::option::Option::None;
                            true
                        },
                    >>::Type,
                >(
                    "audit",
                    "core",
                    || -> Audit { <Audit as ::core::default::Default>::default() },
                    |actor| {
                        use ::actor_core::__private::topology::{
                            ViaNode as _, ViaRemote as _,
                        };
                        ::actor_core::__private::topology::Reach::<
                            <Audit as ::actor_core::__private::Checked<
                                {
                                    let _: ::core::option::Option<
                                        <Audit as ::actor_core::Actor>::Handle,
                                    > = ::core::option::Option::None;
                                    true
                                },
                            >>::Type,
                        >(::core::marker::PhantomData)
                            .reach(actor)
                            .id("the-audit")
                            .tools(["route_plan"])
                    },
                );
            let topology = topology
                .group(
                    "books",
                    "core",
                    ::actor_core::__private::topology::Group::new(
                            ::actor_core::__private::topology::Strategy::RestForOne,
                        )
                        .intensity(3, ::core::time::Duration::from_secs(60u64)),
                    ["ledger", "audit"],
                );
            let topology = topology
                .subscribe::<Ledger, Audit, Posted>("ledger", "audit");
            let topology = topology
                .subscribe_across::<Ledger, Gate, Posted>("ledger", "gate");
            #[cfg(feature = "reviews")]
            let topology = topology.subscribe_all::<Audit, Ledger>("audit", "ledger");
            ::actor_core::__private::topology::declared(topology.build())
        }
        fn running(running: ::actor_core::__private::topology::Running) -> Self {
            Self(running)
        }
    }
};
///The node `edge` of [`Shop`], in this process.
pub struct ShopEdge(::actor_core::__private::topology::Running);
#[allow(
    clippy::too_many_arguments,
    clippy::type_complexity,
    clippy::used_underscore_binding
)]
const _: () = {
    #[allow(
        dead_code,
        clippy::missing_errors_doc,
        clippy::missing_panics_doc,
        clippy::must_use_candidate
    )]
    impl ShopEdge {
        /// The system of the node.
        pub fn system(&self) -> &::actor_core::ActorSystem {
            self.0.system()
        }
        /// Lets people in.
        pub fn gate(&self) -> <Gate as ::actor_core::Actor>::Handle {
            self.0.actor::<Gate>("gate")
        }
        ///The instance of `session` for these parameters, which is spawned if it does not run.
        pub fn session(
            &self,
            user: UserId,
        ) -> impl ::core::future::Future<
            Output = ::core::result::Result<
                <Session as ::actor_core::Actor>::Handle,
                ::actor_core::SpawnError,
            >,
        > + ::core::marker::Send {
            self.0.instance::<Session, (UserId,)>("session", (user,))
        }
        ///The actor `ledger`, on the node `core`.
        pub fn ledger(&self) -> <Ledger as ::actor_core::Actor>::Handle
        where
            for<'r> Ledger: ::actor_core::__private::topology::Remote,
        {
            ::actor_core::__private::topology::elsewhere::<
                Ledger,
            >(&self.0, "edge", "ledger")
        }
        ///The actor `audit`, on the node `core`.
        pub fn audit(&self) -> <Audit as ::actor_core::Actor>::Handle
        where
            for<'r> Audit: ::actor_core::__private::topology::Remote,
        {
            ::actor_core::__private::topology::elsewhere::<
                Audit,
            >(&self.0, "edge", "audit")
        }
        /// What of it runs in `system`, if any does.
        pub fn of(system: &::actor_core::ActorSystem) -> ::core::option::Option<Self> {
            ::actor_core::__private::topology::Running::of::<Self>(system).map(Self)
        }
        /// Stops its nodes, the last first, and of each all actors at once. It can be started again then.
        pub async fn stop(&self) -> ::core::result::Result<(), ::actor_core::StopError> {
            self.0.stop().await
        }
    }
    #[automatically_derived]
    impl ::core::clone::Clone for ShopEdge {
        fn clone(&self) -> Self {
            Self(::core::clone::Clone::clone(&self.0))
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for ShopEdge {
        fn fmt(
            &self,
            formatter: &mut ::core::fmt::Formatter<'_>,
        ) -> ::core::fmt::Result {
            formatter.debug_tuple("ShopEdge").field(&self.0).finish()
        }
    }
    #[automatically_derived]
    impl ::actor_core::__private::topology::Hosted for ShopEdge {
        type Whole = Shop;
        const NODE: ::core::option::Option<&'static ::core::primitive::str> = ::core::option::Option::Some(
            "edge",
        );
        fn definition() -> ::actor_core::__private::topology::Topology {
            <Shop as ::actor_core::__private::topology::Hosted>::definition()
        }
        fn running(running: ::actor_core::__private::topology::Running) -> Self {
            Self(running)
        }
    }
};
///The node `core` of [`Shop`], in this process.
pub struct ShopCore(::actor_core::__private::topology::Running);
#[allow(
    clippy::too_many_arguments,
    clippy::type_complexity,
    clippy::used_underscore_binding
)]
const _: () = {
    #[allow(
        dead_code,
        clippy::missing_errors_doc,
        clippy::missing_panics_doc,
        clippy::must_use_candidate
    )]
    impl ShopCore {
        /// The system of the node.
        pub fn system(&self) -> &::actor_core::ActorSystem {
            self.0.system()
        }
        /// Lets people in.
        pub fn gate(&self) -> <Gate as ::actor_core::Actor>::Handle
        where
            for<'r> Gate: ::actor_core::__private::topology::Remote,
        {
            ::actor_core::__private::topology::elsewhere::<Gate>(&self.0, "core", "gate")
        }
        ///The actor `ledger`.
        pub fn ledger(&self) -> <Ledger as ::actor_core::Actor>::Handle {
            self.0.actor::<Ledger>("ledger")
        }
        ///The actor `audit`.
        pub fn audit(&self) -> <Audit as ::actor_core::Actor>::Handle {
            self.0.actor::<Audit>("audit")
        }
        /// What of it runs in `system`, if any does.
        pub fn of(system: &::actor_core::ActorSystem) -> ::core::option::Option<Self> {
            ::actor_core::__private::topology::Running::of::<Self>(system).map(Self)
        }
        /// Stops its nodes, the last first, and of each all actors at once. It can be started again then.
        pub async fn stop(&self) -> ::core::result::Result<(), ::actor_core::StopError> {
            self.0.stop().await
        }
    }
    #[automatically_derived]
    impl ::core::clone::Clone for ShopCore {
        fn clone(&self) -> Self {
            Self(::core::clone::Clone::clone(&self.0))
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for ShopCore {
        fn fmt(
            &self,
            formatter: &mut ::core::fmt::Formatter<'_>,
        ) -> ::core::fmt::Result {
            formatter.debug_tuple("ShopCore").field(&self.0).finish()
        }
    }
    #[automatically_derived]
    impl ::actor_core::__private::topology::Hosted for ShopCore {
        type Whole = Shop;
        const NODE: ::core::option::Option<&'static ::core::primitive::str> = ::core::option::Option::Some(
            "core",
        );
        fn definition() -> ::actor_core::__private::topology::Topology {
            <Shop as ::actor_core::__private::topology::Hosted>::definition()
        }
        fn running(running: ::actor_core::__private::topology::Running) -> Self {
            Self(running)
        }
    }
};
///The node `desk` of [`Shop`], in this process.
pub struct ShopDesk(::actor_core::__private::topology::Running);
#[allow(
    clippy::too_many_arguments,
    clippy::type_complexity,
    clippy::used_underscore_binding
)]
const _: () = {
    #[allow(
        dead_code,
        clippy::missing_errors_doc,
        clippy::missing_panics_doc,
        clippy::must_use_candidate
    )]
    impl ShopDesk {
        /// The system of the node.
        pub fn system(&self) -> &::actor_core::ActorSystem {
            self.0.system()
        }
        /// Lets people in.
        pub fn gate(&self) -> <Gate as ::actor_core::Actor>::Handle
        where
            for<'r> Gate: ::actor_core::__private::topology::Remote,
        {
            ::actor_core::__private::topology::elsewhere::<Gate>(&self.0, "desk", "gate")
        }
        ///The actor `ledger`, on the node `core`.
        pub fn ledger(&self) -> <Ledger as ::actor_core::Actor>::Handle
        where
            for<'r> Ledger: ::actor_core::__private::topology::Remote,
        {
            ::actor_core::__private::topology::elsewhere::<
                Ledger,
            >(&self.0, "desk", "ledger")
        }
        ///The actor `audit`, on the node `core`.
        pub fn audit(&self) -> <Audit as ::actor_core::Actor>::Handle
        where
            for<'r> Audit: ::actor_core::__private::topology::Remote,
        {
            ::actor_core::__private::topology::elsewhere::<
                Audit,
            >(&self.0, "desk", "audit")
        }
        /// What of it runs in `system`, if any does.
        pub fn of(system: &::actor_core::ActorSystem) -> ::core::option::Option<Self> {
            ::actor_core::__private::topology::Running::of::<Self>(system).map(Self)
        }
        /// Stops its nodes, the last first, and of each all actors at once. It can be started again then.
        pub async fn stop(&self) -> ::core::result::Result<(), ::actor_core::StopError> {
            self.0.stop().await
        }
    }
    #[automatically_derived]
    impl ::core::clone::Clone for ShopDesk {
        fn clone(&self) -> Self {
            Self(::core::clone::Clone::clone(&self.0))
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for ShopDesk {
        fn fmt(
            &self,
            formatter: &mut ::core::fmt::Formatter<'_>,
        ) -> ::core::fmt::Result {
            formatter.debug_tuple("ShopDesk").field(&self.0).finish()
        }
    }
    #[automatically_derived]
    impl ::actor_core::__private::topology::Hosted for ShopDesk {
        type Whole = Shop;
        const NODE: ::core::option::Option<&'static ::core::primitive::str> = ::core::option::Option::Some(
            "desk",
        );
        fn definition() -> ::actor_core::__private::topology::Topology {
            <Shop as ::actor_core::__private::topology::Hosted>::definition()
        }
        fn running(running: ::actor_core::__private::topology::Running) -> Self {
            Self(running)
        }
    }
};
///What a host of [`Shop`] supplies to its actors.
#[allow(missing_debug_implementations)]
pub struct ShopTools {
    ///The tool `route_plan`.
    pub route_plan: ::std::sync::Arc<dyn RoutePlan>,
}
const _: () = {
    #[automatically_derived]
    impl ::actor_core::__private::topology::ToolSet for ShopTools {
        fn supply(self, tools: &mut ::actor_core::__private::topology::Tools) {
            tools.add::<dyn RoutePlan>(self.route_plan);
        }
    }
};
const _: () = {
    struct Given;
    ::actor_core::__private::topology::require_tools::<
        <Gate as ::actor_core::__private::Checked<
            {
                let _: ::core::option::Option<<Gate as ::actor_core::Actor>::Handle> = ::core::option::Option::None;
                true
            },
        >>::Type,
        Given,
    >()
};
const _: () = {
    struct Given;
    ::actor_core::__private::topology::require_tools::<
        <Session as ::actor_core::__private::Checked<
            {
                let _: ::core::option::Option<
                    <Session as ::actor_core::Actor>::Handle,
                > = ::core::option::Option::None;
                true
            },
        >>::Type,
        Given,
    >()
};
const _: () = {
    struct Given;
    ::actor_core::__private::topology::require_tools::<
        <Ledger as ::actor_core::__private::Checked<
            {
                let _: ::core::option::Option<<Ledger as ::actor_core::Actor>::Handle> = ::core::option::Option::None;
                true
            },
        >>::Type,
        Given,
    >()
};
const _: () = {
    struct Given;
    impl ::actor_core::__private::topology::Has<dyn RoutePlan> for Given {}
    ::actor_core::__private::topology::require_tools::<
        <Audit as ::actor_core::__private::Checked<
            {
                let _: ::core::option::Option<<Audit as ::actor_core::Actor>::Handle> = ::core::option::Option::None;
                true
            },
        >>::Type,
        Given,
    >()
};
const _: () = if ::actor_core::__private::rules::same("edge", addresses::CORE) {
    ::core::panic!(
        "nodes `edge` and `core` have the same address (N2)\nhelp: give one of them another address"
    )
};
const _: () = if ::actor_core::__private::rules::not_an_address(addresses::CORE) {
    ::core::panic!(
        "the address of node `core` is not one (V6)\nhelp: it consists of ASCII letters, digits, `-`, and `_`, and begins with a letter or digit"
    )
};
const _: () = if ::actor_core::__private::rules::same(addresses::CORE, "local") {
    ::core::panic!(
        "the address of node `core` is \"local\", which is private to a process (N3)\nhelp: give it a name that the other nodes can reach it by"
    )
};
const _: () = if ::actor_core::__private::rules::same(addresses::CORE, "desk") {
    ::core::panic!(
        "nodes `core` and `desk` have the same address (N2)\nhelp: give one of them another address"
    )
};
