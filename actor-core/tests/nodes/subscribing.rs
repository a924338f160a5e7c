//! Edges between nodes.

use super::*;

async fn heard(both: &Both) -> Vec<u64> {
    settle().await;
    soon(both.shop.clerk().heard()).await.expect("answers")
}

#[tokio::test(start_paused = true)]
async fn events_reach_a_subscriber_on_another_node() {
    let both = Both::start().await;
    for n in 1..4 {
        soon(both.shop.ledger().post(n)).await.expect("answers");
    }
    assert_eq!(heard(&both).await, [1, 2, 3]);
}

#[tokio::test(start_paused = true)]
async fn what_is_emitted_while_the_node_cannot_be_reached_is_a_dead_letter() {
    let both = Both::start().await;
    let mut recorder = both.recorder("core");
    both.cut().await;
    soon(both.shop.ledger().post(1)).await.expect("answers");
    both.heal().await;
    soon(both.shop.ledger().post(2)).await.expect("answers");
    assert_eq!(heard(&both).await, [2]);
    let letters = recorder.dead_letters();
    let all: Vec<_> = letters.iter().map(|it| (it.message, it.reason)).collect();
    assert_eq!(all, [("Posted", DeadLetterReason::NodeLost)]);
    assert_eq!(letters[0].receiver, "edge-1/clerk");
}

#[tokio::test(start_paused = true)]
async fn an_edge_between_nodes_survives_restarts_of_both_ends() {
    let both = Both::start().await;
    soon(both.shop.ledger().restart())
        .await
        .expect("starts again");
    soon(both.shop.clerk().restart())
        .await
        .expect("starts again");
    soon(both.shop.ledger().post(1)).await.expect("answers");
    assert_eq!(heard(&both).await, [1]);
}
