//! A watch of an actor on another node ends as any other does, or with the node.

use super::*;

async fn gone(both: &Both) -> Vec<(String, StopReason)> {
    settle().await;
    soon(both.shop.clerk().gone()).await.expect("answers")
}

fn told(reasons: &[StopReason]) -> Vec<(String, StopReason)> {
    let told = reasons
        .iter()
        .map(|reason| (String::from("core-1/books"), *reason));
    told.collect()
}

async fn watch(both: &Both) {
    soon(both.shop.clerk().watch()).await.expect("answers");
    settle().await;
}

#[tokio::test(start_paused = true)]
async fn the_end_of_the_actor_is_told_once_with_its_reason() {
    let both = Both::start().await;
    watch(&both).await;
    watch(&both).await;
    soon(both.ledger.stop()).await.expect("answers");
    assert_eq!(gone(&both).await, told(&[StopReason::Shutdown]));
    both.cut().await;
    assert_eq!(gone(&both).await.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn the_loss_of_the_node_is_told_whatever_the_actor_does() {
    let both = Both::start().await;
    watch(&both).await;
    both.cut().await;
    assert_eq!(gone(&both).await, told(&[StopReason::NodeLost]));
    both.heal().await;
    soon(both.ledger.stop()).await.expect("answers");
    assert_eq!(gone(&both).await.len(), 1, "the watch has ended");
}

#[tokio::test(start_paused = true)]
async fn it_can_be_watched_again_when_the_node_is_back() {
    let both = Both::start().await;
    watch(&both).await;
    both.cut().await;
    watch(&both).await;
    both.heal().await;
    watch(&both).await;
    both.shop.ledger().kill().await.expect("ends");
    let reasons = [
        StopReason::NodeLost,
        StopReason::NodeLost,
        StopReason::Killed,
    ];
    assert_eq!(gone(&both).await, told(&reasons));
}

#[tokio::test(start_paused = true)]
async fn who_watches_an_actor_that_has_ended_is_told_at_once() {
    let both = Both::start().await;
    both.shop.ledger().kill().await.expect("ends");
    watch(&both).await;
    assert_eq!(gone(&both).await, told(&[StopReason::Killed]));
}

#[tokio::test(start_paused = true)]
async fn a_restart_is_no_end() {
    let both = Both::start().await;
    watch(&both).await;
    soon(both.shop.ledger().restart())
        .await
        .expect("starts again");
    assert!(gone(&both).await.is_empty());
}
