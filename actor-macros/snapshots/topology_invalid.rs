/// A shop.
pub struct Shop(::actor_core::__private::topology::Running);
#[allow(
    clippy::too_many_arguments,
    clippy::type_complexity,
    clippy::used_underscore_binding
)]
const _: () = {
    fn __invalid<T>() -> T {
        ::core::panic!("this topology does not compile")
    }
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
            __invalid()
        }
        ///Hosts the node `edge` in this process.
        pub fn edge() -> ::actor_core::__private::topology::Hosting<ShopEdge> {
            __invalid()
        }
        ///Hosts the node `core` in this process.
        pub fn core() -> ::actor_core::__private::topology::NeedsTools<
            ShopTools,
            ShopCore,
        > {
            __invalid()
        }
        ///Hosts the node `desk` in this process.
        pub fn desk() -> ::actor_core::__private::topology::Hosting<ShopDesk> {
            __invalid()
        }
        /// Its picture.
        pub fn diagram() -> ::actor_core::__private::topology::Diagram {
            __invalid()
        }
        /// What is declared.
        pub fn definition() -> ::actor_core::__private::topology::Topology {
            __invalid()
        }
        /// The system of a node.
        pub fn system(
            &self,
            node: &::core::primitive::str,
        ) -> ::core::option::Option<&::actor_core::ActorSystem> {
            __invalid()
        }
        /// Lets people in.
        pub fn gate(&self) -> <Gate as ::actor_core::Actor>::Handle {
            __invalid()
        }
        ///The instance of `session` for these parameters, which is spawned if it does not run.
        #[allow(unused_variables)]
        pub fn session(
            &self,
            user: UserId,
        ) -> impl ::core::future::Future<
            Output = ::core::result::Result<
                <Session as ::actor_core::Actor>::Handle,
                ::actor_core::SpawnError,
            >,
        > + ::core::marker::Send {
            async { __invalid() }
        }
        ///The actor `ledger`.
        pub fn ledger(&self) -> <Ledger as ::actor_core::Actor>::Handle {
            __invalid()
        }
        ///The actor `audit`.
        pub fn audit(&self) -> <Audit as ::actor_core::Actor>::Handle {
            __invalid()
        }
        /// What of it runs in `system`, if any does.
        pub fn of(system: &::actor_core::ActorSystem) -> ::core::option::Option<Self> {
            __invalid()
        }
        /// Stops its nodes, the last first, and of each all actors at once. It can be started again then.
        pub async fn stop(&self) -> ::core::result::Result<(), ::actor_core::StopError> {
            __invalid()
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
};
///The node `edge` of [`Shop`], in this process.
pub struct ShopEdge(::actor_core::__private::topology::Running);
#[allow(
    clippy::too_many_arguments,
    clippy::type_complexity,
    clippy::used_underscore_binding
)]
const _: () = {
    fn __invalid<T>() -> T {
        ::core::panic!("this topology does not compile")
    }
    #[allow(
        dead_code,
        clippy::missing_errors_doc,
        clippy::missing_panics_doc,
        clippy::must_use_candidate
    )]
    impl ShopEdge {
        /// The system of the node.
        pub fn system(&self) -> &::actor_core::ActorSystem {
            __invalid()
        }
        /// Lets people in.
        pub fn gate(&self) -> <Gate as ::actor_core::Actor>::Handle {
            __invalid()
        }
        ///The instance of `session` for these parameters, which is spawned if it does not run.
        #[allow(unused_variables)]
        pub fn session(
            &self,
            user: UserId,
        ) -> impl ::core::future::Future<
            Output = ::core::result::Result<
                <Session as ::actor_core::Actor>::Handle,
                ::actor_core::SpawnError,
            >,
        > + ::core::marker::Send {
            async { __invalid() }
        }
        ///The actor `ledger`, on the node `core`.
        pub fn ledger(&self) -> <Ledger as ::actor_core::Actor>::Handle
        where
            for<'r> Ledger: ::actor_core::__private::topology::Remote,
        {
            __invalid()
        }
        ///The actor `audit`, on the node `core`.
        pub fn audit(&self) -> <Audit as ::actor_core::Actor>::Handle
        where
            for<'r> Audit: ::actor_core::__private::topology::Remote,
        {
            __invalid()
        }
        /// What of it runs in `system`, if any does.
        pub fn of(system: &::actor_core::ActorSystem) -> ::core::option::Option<Self> {
            __invalid()
        }
        /// Stops its nodes, the last first, and of each all actors at once. It can be started again then.
        pub async fn stop(&self) -> ::core::result::Result<(), ::actor_core::StopError> {
            __invalid()
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
};
///The node `core` of [`Shop`], in this process.
pub struct ShopCore(::actor_core::__private::topology::Running);
#[allow(
    clippy::too_many_arguments,
    clippy::type_complexity,
    clippy::used_underscore_binding
)]
const _: () = {
    fn __invalid<T>() -> T {
        ::core::panic!("this topology does not compile")
    }
    #[allow(
        dead_code,
        clippy::missing_errors_doc,
        clippy::missing_panics_doc,
        clippy::must_use_candidate
    )]
    impl ShopCore {
        /// The system of the node.
        pub fn system(&self) -> &::actor_core::ActorSystem {
            __invalid()
        }
        /// Lets people in.
        pub fn gate(&self) -> <Gate as ::actor_core::Actor>::Handle
        where
            for<'r> Gate: ::actor_core::__private::topology::Remote,
        {
            __invalid()
        }
        ///The actor `ledger`.
        pub fn ledger(&self) -> <Ledger as ::actor_core::Actor>::Handle {
            __invalid()
        }
        ///The actor `audit`.
        pub fn audit(&self) -> <Audit as ::actor_core::Actor>::Handle {
            __invalid()
        }
        /// What of it runs in `system`, if any does.
        pub fn of(system: &::actor_core::ActorSystem) -> ::core::option::Option<Self> {
            __invalid()
        }
        /// Stops its nodes, the last first, and of each all actors at once. It can be started again then.
        pub async fn stop(&self) -> ::core::result::Result<(), ::actor_core::StopError> {
            __invalid()
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
};
///The node `desk` of [`Shop`], in this process.
pub struct ShopDesk(::actor_core::__private::topology::Running);
#[allow(
    clippy::too_many_arguments,
    clippy::type_complexity,
    clippy::used_underscore_binding
)]
const _: () = {
    fn __invalid<T>() -> T {
        ::core::panic!("this topology does not compile")
    }
    #[allow(
        dead_code,
        clippy::missing_errors_doc,
        clippy::missing_panics_doc,
        clippy::must_use_candidate
    )]
    impl ShopDesk {
        /// The system of the node.
        pub fn system(&self) -> &::actor_core::ActorSystem {
            __invalid()
        }
        /// Lets people in.
        pub fn gate(&self) -> <Gate as ::actor_core::Actor>::Handle
        where
            for<'r> Gate: ::actor_core::__private::topology::Remote,
        {
            __invalid()
        }
        ///The actor `ledger`, on the node `core`.
        pub fn ledger(&self) -> <Ledger as ::actor_core::Actor>::Handle
        where
            for<'r> Ledger: ::actor_core::__private::topology::Remote,
        {
            __invalid()
        }
        ///The actor `audit`, on the node `core`.
        pub fn audit(&self) -> <Audit as ::actor_core::Actor>::Handle
        where
            for<'r> Audit: ::actor_core::__private::topology::Remote,
        {
            __invalid()
        }
        /// What of it runs in `system`, if any does.
        pub fn of(system: &::actor_core::ActorSystem) -> ::core::option::Option<Self> {
            __invalid()
        }
        /// Stops its nodes, the last first, and of each all actors at once. It can be started again then.
        pub async fn stop(&self) -> ::core::result::Result<(), ::actor_core::StopError> {
            __invalid()
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
};
///What a host of [`Shop`] supplies to its actors.
#[allow(missing_debug_implementations)]
pub struct ShopTools {
    ///The tool `route_plan`.
    pub route_plan: ::std::sync::Arc<dyn RoutePlan>,
}
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
::core::compile_error! {
    "supervisor `empty` has no children (N7)\nhelp: list the actors it supervises, or remove it"
}
