//! Everything that a handler can return.

use actor_core::prelude::*;
use std::io;

/// Knows the answer.
#[actor]
#[derive(Debug)]
pub struct Oracle;

/// Nothing is known of it.
#[derive(PartialEq, Eq)]
pub struct Opaque;

/// A `Result` of another name.
pub type Answer<T> = Result<T, String>;

#[actor]
impl Oracle {
    /// Nothing.
    #[handler]
    pub fn nothing(&self) {}

    /// Nothing, spelt out.
    #[handler]
    #[allow(clippy::unused_unit)]
    pub fn unit(&self) -> () {}

    /// A value.
    #[handler]
    pub fn value(&self) -> Vec<u8> {
        vec![1]
    }

    /// A result.
    ///
    /// # Errors
    /// If `ok` is not.
    #[handler]
    pub fn result(&self, ok: bool) -> Result<u8, Opaque> {
        if ok { Ok(1) } else { Err(Opaque) }
    }

    /// A result by its full name.
    ///
    /// # Errors
    /// Always.
    #[handler]
    pub fn qualified(&self) -> std::result::Result<(), Box<dyn std::error::Error + Send + Sync>> {
        Err("no".into())
    }

    /// An alias that has one parameter.
    ///
    /// # Errors
    /// Always.
    #[handler]
    pub async fn io(&self) -> io::Result<u8> {
        Err(io::ErrorKind::NotFound.into())
    }

    /// An alias that has none.
    ///
    /// # Errors
    /// Always.
    #[handler]
    pub fn fmt(&self) -> std::fmt::Result {
        Err(std::fmt::Error)
    }

    /// An alias of another name.
    ///
    /// # Errors
    /// Always.
    #[handler(reply = flat)]
    pub fn alias(&self) -> Answer<u8> {
        Err("no".into())
    }

    /// A result that is the reply.
    ///
    /// # Errors
    /// Always.
    #[handler(reply = plain)]
    pub fn plain(&self) -> Result<u8, String> {
        Err("no".into())
    }

    /// A failure is the supervisor's.
    ///
    /// # Errors
    /// If `text` is no number.
    #[handler]
    pub fn fault(&self, text: String) -> Result<u8, Fault> {
        Ok(text.parse()?)
    }

    /// An error is the caller's, a failure the supervisor's.
    ///
    /// # Errors
    /// If `text` is no number, or an odd one.
    #[handler]
    pub async fn both(&self, text: String) -> Result<Result<u8, Opaque>, Fault> {
        let n: u8 = text.parse()?;
        Ok(if n.is_multiple_of(2) {
            Ok(n)
        } else {
            Err(Opaque)
        })
    }

    /// Somebody else answers.
    #[handler]
    pub fn delegated(&self, n: u8, reply: ReplyTo<u8>, ctx: &mut Context<Self>) {
        ctx.spawn(async move { reply.send(n) });
    }

    /// Somebody else answers, or fails to.
    ///
    /// # Errors
    /// Never.
    #[handler]
    pub async fn delegated_result(&self, reply: ReplyTo<u8, Opaque>) -> Result<(), Fault> {
        reply.fail(Opaque);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn every_reply_arrives() {
        let system = ActorSystem::new("replies");
        let oracle: OracleHandle = system.spawn("oracle", Oracle).await.expect("spawned");
        let (): () = oracle.nothing().await.expect("asked");
        let (): () = oracle.unit().await.expect("asked");
        assert_eq!(oracle.value().await.expect("asked"), [1]);
        assert_eq!(oracle.result(true).await.ok(), Some(1));
        assert!(matches!(
            oracle.result(false).await,
            Err(AskError::Handler(Opaque))
        ));
        assert!(
            matches!(oracle.qualified().await, Err(AskError::Handler(e)) if e.to_string() == "no")
        );
        assert!(
            matches!(oracle.io().await, Err(AskError::Handler(e)) if e.kind() == io::ErrorKind::NotFound)
        );
        assert!(matches!(
            oracle.fmt().await,
            Err(AskError::Handler(std::fmt::Error))
        ));
        assert!(matches!(oracle.alias().await, Err(AskError::Handler(e)) if e == "no"));
        assert_eq!(oracle.plain().await.expect("asked"), Err("no".into()));
        assert_eq!(oracle.fault("3".into()).await.expect("asked"), 3);
        assert_eq!(oracle.both("4".into()).await.ok(), Some(4));
        assert!(matches!(
            oracle.both("5".into()).await,
            Err(AskError::Handler(Opaque))
        ));
        assert_eq!(oracle.delegated(3).await.expect("asked"), 3);
        assert!(matches!(
            oracle.delegated_result().await,
            Err(AskError::Handler(Opaque))
        ));
        // Told, nobody hears of the error but the log.
        oracle.result(false).tell().await.expect("told");
        assert!(matches!(
            oracle.fault("x".into()).await,
            Err(AskError::Failed { .. })
        ));
    }
}
