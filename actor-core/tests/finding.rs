//! Actors are found by their place in the tree, and a suspended child by its parent.

use actor_core::prelude::*;

#[actor(supervision = suspend)]
#[derive(Default)]
struct Node {
    handled: u32,
}

#[actor]
impl Node {
    #[handler]
    async fn child(
        &mut self,
        ctx: &mut Context<Self>,
        name: String,
    ) -> Result<NodeHandle, SpawnError> {
        ctx.spawn_child(name, Node::default()).await
    }

    #[handler]
    fn fail(&mut self) -> Result<(), Fault> {
        Err(Fault::msg("no"))
    }

    #[handler]
    fn count(&mut self) -> u32 {
        self.handled += 1;
        self.handled
    }

    #[handler]
    async fn reinstate(&mut self, ctx: &mut Context<Self>, name: String) -> Option<bool> {
        ctx.reinstate(&name).await.ok()
    }
}

#[tokio::test(start_paused = true)]
async fn a_place_in_the_tree_names_a_running_actor() {
    let system = ActorSystem::new("app");
    let top = system.spawn("top", Node::default()).await.expect("spawned");
    let child = top.child("child".into()).await.expect("spawned");
    let leaf = child.child("leaf".into()).await.expect("spawned");
    assert_eq!(
        system.find("top/child/leaf").as_ref(),
        Some(leaf.actor_ref())
    );
    assert_eq!(system.find("top").as_ref(), Some(top.actor_ref()));
    assert_eq!(
        system.find(leaf.path().as_str()).as_ref(),
        Some(leaf.actor_ref())
    );
    for nowhere in ["", "leaf", "top/leaf", "top/child/leaf/more", "top/"] {
        assert_eq!(system.find(nowhere), None, "{nowhere:?}");
    }
    child.shutdown().await.expect("from outside");
    assert_eq!(system.find("top/child/leaf"), None);
}

#[tokio::test(start_paused = true)]
async fn a_parent_reinstates_its_child_by_name() {
    let system = ActorSystem::new("app");
    let top = system.spawn("top", Node::default()).await.expect("spawned");
    let child = top.child("child".into()).await.expect("spawned");
    assert_eq!(child.count().await.expect("running"), 1);
    child.fail().await.expect_err("it fails");
    assert!(child.is_suspended());
    assert_eq!(
        system.find("top/child"),
        None,
        "a suspended actor is not found"
    );
    assert_eq!(
        top.reinstate("child".into()).await.expect("running"),
        Some(true)
    );
    assert_eq!(
        child.count().await.expect("running"),
        2,
        "the state is what it was"
    );
    assert_eq!(
        top.reinstate("child".into()).await.expect("running"),
        Some(false)
    );
    assert_eq!(top.reinstate("nobody".into()).await.expect("running"), None);
}
