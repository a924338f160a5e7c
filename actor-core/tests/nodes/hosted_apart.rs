//! Nodes that are hosted one by one, as in processes of their own, and share only the network.

use super::*;

async fn core(network: &MemoryNetwork) -> ShopCore {
    let core = Shop::core().transport(network.clone());
    soon(core.start()).await.expect("starts")
}

async fn edge(network: &MemoryNetwork) -> ShopEdge {
    let edge = Shop::edge().transport(network.clone());
    let edge = soon(edge.start()).await.expect("starts");
    settle().await;
    edge
}

#[tokio::test(start_paused = true)]
async fn a_node_that_starts_later_is_reached_from_then_on() {
    let network = MemoryNetwork::new();
    let edge = edge(&network).await;
    let ledger = edge.ledger();
    let error = soon(ledger.post(1)).await.expect_err("not there yet");
    assert!(matches!(error, AskError::Unreachable { .. }), "{error:?}");
    let core = core(&network).await;
    settle().await;
    assert_eq!(soon(ledger.post(2)).await.expect("answers"), 2);
    settle().await;
    assert_eq!(soon(edge.clerk().heard()).await.expect("answers"), [2]);
    soon(core.stop()).await.expect("stops");
}

#[tokio::test(start_paused = true)]
async fn a_node_that_stops_is_lost_and_back_when_it_starts_again() {
    let network = MemoryNetwork::new();
    let first = core(&network).await;
    let edge = edge(&network).await;
    let ledger = edge.ledger();
    soon(edge.clerk().watch()).await.expect("answers");
    soon(ledger.post(1)).await.expect("answers");
    soon(first.stop()).await.expect("stops");
    settle().await;
    let error = soon(ledger.post(2)).await.expect_err("gone");
    assert!(matches!(error, AskError::Unreachable { .. }), "{error:?}");
    let gone = soon(edge.clerk().gone()).await.expect("answers");
    assert_eq!(gone, [(String::from("core-1/books"), StopReason::NodeLost)]);
    let second = core(&network).await;
    settle().await;
    assert_eq!(
        soon(ledger.post(3)).await.expect("answers"),
        3,
        "another life"
    );
    soon(second.stop()).await.expect("stops");
}

#[tokio::test(start_paused = true)]
async fn what_is_accepted_when_its_own_node_stops_is_a_dead_letter() {
    let network = MemoryNetwork::new();
    let _core = core(&network).await;
    let edge = edge(&network).await;
    let mut recorder = Recorder::new(edge.system());
    let ledger = edge.ledger();
    network.delay("edge-1", "core-1", 1_000 * S);
    for n in 0..1_024u64 {
        ledger.release(n).tell().await.expect("accepted");
        tokio::task::yield_now().await;
    }
    settle().await;
    ledger.post(1).tell().await.expect("accepted");
    settle().await;
    soon(edge.stop()).await.expect("stops");
    let letters = recorder.dead_letters();
    assert!(letters.iter().any(|it| it.message == "post"), "{letters:?}");
    let error = ledger.post(1).tell().await.expect_err("stopped");
    assert!(matches!(error, SendError::NotRunning { .. }), "{error:?}");
}

#[tokio::test(start_paused = true)]
async fn without_a_transport_a_node_with_edges_to_others_does_not_start() {
    let error = soon(Shop::edge().start())
        .await
        .expect_err("nothing connects them");
    assert_eq!(
        error.to_string(),
        "nothing connects the nodes of the edges `ledger` -> `clerk` (`core` to `edge`)"
    );
}

/// Asks in its first hook an actor of another node.
#[actor]
#[derive(Default)]
struct Early {
    found: Vec<u64>,
}

#[actor]
impl Early {
    #[on(PreStart)]
    async fn look(&mut self, ctx: &mut Context<Self>) -> Result<(), AskError> {
        let front = LobbyFront::of(ctx.system()).expect("it is hosted");
        self.found = front.ledger().seen().await?;
        Ok(())
    }
}

topology! {
    Lobby;
    node back = "back";
    node front = "front";
    actor ledger: Ledger on back;
    actor early: Early on front;
}

#[tokio::test(start_paused = true)]
async fn nodes_that_are_there_reach_each_other_before_the_first_actor_starts() {
    let lobby = soon(Lobby::local().start()).await.expect("starts");
    soon(lobby.stop()).await.expect("stops");
}
