//! Names that generated code could stumble over.

use actor_core::prelude::*;

/// Names that are keywords, names that we use, and names that the handle has.
#[actor]
#[derive(Debug, Default)]
pub struct Names;

#[actor(msg(derive(Debug, Clone)))]
impl Names {
    /// A keyword, of keywords.
    #[handler]
    pub fn r#match(&self, r#type: u64, r#fn: u64) -> u64 {
        r#type + r#fn
    }

    /// Arguments with the names of our locals.
    #[expect(clippy::too_many_arguments)]
    #[handler]
    pub async fn locals(
        &self,
        msg: u8,
        ctx: u8,
        reply: u8,
        self_: u8,
        handle: u8,
        out: u8,
        signal: u8,
        event: u8,
        error: u8,
        launcher: u8,
        driver: u8,
        context: &mut Context<Self>,
    ) -> Result<u64, String> {
        let all = [
            msg, ctx, reply, self_, handle, out, signal, event, error, launcher, driver,
        ];
        let _ = context;
        Ok(all.into_iter().map(u64::from).sum())
    }

    /// A delegated reply of another name, next to an argument of that name.
    #[handler]
    pub fn delegated(&self, reply: u8, answer: ReplyTo<u8>) {
        answer.send(reply);
    }

    /// What `Message` has a method for.
    #[handler]
    pub fn name(&self) -> &'static str {
        "names"
    }

    /// What every handle has.
    #[handler]
    pub fn stop(&self) -> u8 {
        1
    }

    /// What constructors are called.
    #[handler]
    #[expect(clippy::new_ret_no_self)]
    pub fn new(&self) -> u8 {
        2
    }

    /// What `Call` has a method for.
    #[handler]
    pub fn tell(&self) -> u8 {
        3
    }

    /// A handle of the same actor.
    #[handler]
    pub async fn introduce(
        &mut self,
        peer: NamesHandle,
        peers: Vec<(u8, NamesHandle)>,
    ) -> NamesHandle {
        drop(peers);
        peer
    }

    /// A message for the same actor.
    #[handler]
    pub fn forward(&mut self, msg: Box<NamesMsg>) -> Option<Box<NamesMsg>> {
        Some(msg)
    }

    /// The name of the actor itself.
    #[handler]
    pub fn names(&self) -> u8 {
        4
    }

    /// No good name for a variant.
    #[handler]
    pub fn self_(&self) -> u8 {
        5
    }

    #[handler]
    fn _private(&self, _unused: u8) -> u8 {
        6
    }
}

/// A handler of the same name on another actor of the module.
#[actor]
#[derive(Debug)]
pub struct Others;

#[actor]
impl Others {
    /// Also a name.
    #[handler]
    pub fn name(&self) -> &'static str {
        "others"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn every_name_works() {
        let system = ActorSystem::new("names");
        let names: NamesHandle = system.spawn("names", Names).await.expect("spawned");
        assert_eq!(names.r#match(1, 2).await.expect("asked"), 3);
        let sum = names.locals(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
        assert_eq!(sum.await.expect("asked"), 66);
        assert_eq!(names.delegated(7).await.expect("asked"), 7);
        assert_eq!(names.name().await.expect("asked"), "names");
        assert_eq!(names.stop().await.expect("asked"), 1);
        assert_eq!(names.new().await.expect("asked"), 2);
        assert_eq!(names.tell().await.expect("asked"), 3);
        assert_eq!(names.names().await.expect("asked"), 4);
        assert_eq!(names.self_().await.expect("asked"), 5);
        assert_eq!(names._private(0).await.expect("asked"), 6);
        let msg = NamesMsg::r#match(1, 2);
        assert!(matches!(
            msg,
            NamesMsg::Match {
                r#type: 1,
                r#fn: 2,
                ..
            }
        ));
        assert_eq!(actor_core::Message::name(&msg), "match");
        let peer = names.introduce(names.clone(), vec![]).await.expect("asked");
        assert_eq!(peer.tell().await.expect("asked"), 3);
        assert!(peer.forward(Box::new(msg)).await.expect("asked").is_some());
        let others = system.spawn("others", Others).await.expect("spawned");
        assert_eq!(others.name().await.expect("asked"), "others");
    }
}
