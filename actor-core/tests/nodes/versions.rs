//! Nodes that run different versions of a topology.

use super::*;

/// The next version of an actor: with one handler more, and an argument more in another.
mod next {
    use super::*;

    #[actor]
    #[derive(Default)]
    pub(super) struct Desk;

    #[actor(remote)]
    impl Desk {
        #[handler]
        pub(super) fn ask(&self, a: u32, note: Option<String>) -> String {
            format!("{a} {note:?}")
        }

        #[handler]
        pub(super) fn news(&self) -> u8 {
            1
        }
    }

    topology! {
        pub(super) Office;
        node back = "back";
        client node front = "front";
        actor desk: Desk on back;
    }
}

mod old {
    use super::*;

    #[actor]
    #[derive(Default)]
    pub(super) struct Desk;

    #[actor(remote)]
    impl Desk {
        #[handler]
        pub(super) fn ask(&self, a: u32) -> String {
            format!("{a}")
        }
    }

    topology! {
        pub(super) Office;
        node back = "back";
        client node front = "front";
        actor desk: Desk on back;
    }
}

#[tokio::test(start_paused = true)]
async fn what_the_older_node_does_not_know_is_refused_by_name() {
    let network = MemoryNetwork::new();
    let back = old::Office::back().transport(network.clone());
    let _back = soon(back.start()).await.expect("starts");
    let front = next::Office::front().transport(network.clone());
    let front = soon(front.start()).await.expect("starts");
    settle().await;
    let error = soon(front.desk().news()).await.expect_err("it is older");
    assert!(
        matches!(
            &error,
            AskError::Wire {
                error: WireError::Unknown,
                ..
            }
        ),
        "{error:?}"
    );
    assert!(error.never_ran());
    // An argument it does not know is left out.
    let answer = soon(front.desk().ask(1, Some("x".into()))).await;
    assert_eq!(answer.expect("answers"), "1");
}

#[tokio::test(start_paused = true)]
async fn an_argument_that_the_older_node_does_not_send_is_none() {
    let network = MemoryNetwork::new();
    let back = next::Office::back().transport(network.clone());
    let _back = soon(back.start()).await.expect("starts");
    let front = old::Office::front().transport(network.clone());
    let front = soon(front.start()).await.expect("starts");
    settle().await;
    assert_eq!(soon(front.desk().ask(1)).await.expect("answers"), "1 None");
}
