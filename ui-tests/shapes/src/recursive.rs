//! Messages that hold what leads back to their own actor: whether they are `Send` depends on themselves.

use actor_core::prelude::*;

/// Holds a handle of its own type, and messages.
#[actor]
#[derive(Default)]
pub struct Node {
    next: Option<NodeHandle>,
    passed: usize,
}

/// Hides both.
pub struct Baton {
    /// To whom it goes next.
    pub then: Option<NodeHandle>,
    /// What is to be done there.
    pub orders: Vec<NodeMsg>,
    /// Who wants to know.
    pub asked: ReplyTo<Option<NodeHandle>>,
}

#[actor]
impl Node {
    /// Takes the baton, and tells who comes next.
    #[handler]
    pub async fn pass(&mut self, baton: Baton, ctx: &mut Context<Self>) -> Option<NodeHandle> {
        self.passed += 1;
        for order in baton.orders {
            drop(ctx.myself().send(order).await);
        }
        baton.asked.send(Some(ctx.myself()));
        self.next = baton.then;
        self.next.clone()
    }

    /// Runs them one after the other.
    #[handler]
    pub fn batch(&mut self, orders: Vec<NodeMsg>, reply: ReplyTo<usize>) {
        reply.send(orders.len());
    }

    /// How often it had the baton.
    #[handler]
    pub fn passed(&self) -> usize {
        self.passed
    }
}

/// With a parameter.
#[actor]
pub struct Ring<T: Send + 'static> {
    all: Vec<RingHandle<T>>,
}

#[actor]
impl<T: Send + 'static> Ring<T> {
    /// Joins.
    #[handler]
    pub fn join(&mut self, other: RingHandle<T>, _gift: Option<T>) -> Option<RingHandle<T>> {
        self.all.push(other);
        self.all.first().cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn can_be_sent() {
        let system = ActorSystem::new("recursive");
        let node = system
            .spawn("node", Node::default())
            .await
            .expect("spawned");
        let baton = Baton {
            then: Some(node.clone()),
            orders: vec![NodeMsg::batch(Vec::new())],
            asked: ReplyTo::none(),
        };
        assert_eq!(node.pass(baton).await.expect("asked"), Some(node.clone()));
        assert_eq!(node.passed().await.expect("asked"), 1);
        assert_eq!(node.batch(vec![NodeMsg::passed()]).await.expect("asked"), 1);
        let ring = Ring::<u8> { all: Vec::new() };
        let ring = system.spawn("ring", ring).await.expect("spawned");
        assert!(
            ring.join(ring.clone(), Some(1))
                .await
                .expect("asked")
                .is_some()
        );
    }
}
