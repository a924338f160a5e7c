//! A node that cannot be reached, and a way on which frames are lost.

use super::*;

#[tokio::test(start_paused = true)]
async fn an_ask_under_way_when_the_node_is_lost_is_told_so() {
    let both = Both::start().await;
    let ledger = both.ledger.clone();
    let asked = tokio::spawn(async move { ledger.keep().no_timeout().await });
    settle().await;
    both.cut().await;
    let error = soon(asked).await.expect("no panic").expect_err("lost");
    assert!(matches!(error, AskError::NodeLost { .. }), "{error:?}");
    assert!(!error.never_ran(), "it is not known");
}

#[tokio::test(start_paused = true)]
async fn what_is_sent_while_the_node_cannot_be_reached_comes_back() {
    let both = Both::start().await;
    both.cut().await;
    let error = soon(both.ledger.post(1)).await.expect_err("cut");
    assert!(matches!(error, AskError::Unreachable { .. }), "{error:?}");
    assert!(error.never_ran());
    let message = error.into_message::<LedgerMsg>();
    assert!(matches!(message, Some(LedgerMsg::Post { amount: 1, .. })));
    let error = both.ledger.post(2).tell().await.expect_err("cut");
    assert!(matches!(error, SendError::Unreachable { .. }), "{error:?}");
    assert_eq!(
        error.to_string(),
        "the node `core-1` of core-1/books cannot be reached"
    );
}

#[tokio::test(start_paused = true)]
async fn the_same_handle_works_again_when_the_node_is_back() {
    let both = Both::start().await;
    soon(both.ledger.post(1)).await.expect("answers");
    both.cut().await;
    soon(both.ledger.post(2)).await.expect_err("cut");
    both.heal().await;
    assert_eq!(soon(both.ledger.post(3)).await.expect("answers"), 4);
    assert_eq!(both.seen().await, [1, 3]);
}

#[tokio::test(start_paused = true)]
async fn what_was_accepted_and_had_not_left_is_a_dead_letter() {
    let both = Both::start().await;
    let mut recorder = both.recorder("edge");
    both.network.delay("edge-1", "core-1", 100 * S);
    // As many as are on the way at a time, and then two that wait.
    for n in 0..1_024u64 {
        both.ledger.release(n).tell().await.expect("accepted");
        tokio::task::yield_now().await;
    }
    settle().await;
    both.ledger.post(1).tell().await.expect("accepted");
    let ledger = both.ledger.clone();
    let asked = tokio::spawn(async move { ledger.post(2).no_timeout().await });
    settle().await;
    both.cut().await;
    let error = soon(asked).await.expect("no panic").expect_err("cut");
    assert!(error.never_ran(), "{error:?}");
    let letters = recorder.dead_letters();
    let all: Vec<_> = letters.iter().map(|it| (it.message, it.reason)).collect();
    assert_eq!(all, [("post", DeadLetterReason::NodeLost); 2]);
}

#[tokio::test(start_paused = true)]
async fn a_lost_frame_costs_one_message_and_nothing_else() {
    let both = Both::start().await;
    both.ledger.post(1).tell().await.expect("accepted");
    settle().await;
    both.network.lose("edge-1", "core-1", 1);
    let error = soon(both.ledger.post(2).timeout(S))
        .await
        .expect_err("lost");
    assert!(
        matches!(error, AskError::Timeout { began: true, .. }),
        "{error:?}"
    );
    assert_eq!(soon(both.ledger.post(3)).await.expect("answers"), 4);
}

#[tokio::test(start_paused = true)]
async fn a_lost_answer_leaves_the_asker_to_its_timeout() {
    let both = Both::start().await;
    both.network.lose("core-1", "edge-1", 2); // the event of it, and the answer
    let error = soon(both.ledger.post(2).timeout(S))
        .await
        .expect_err("lost");
    assert!(!error.never_ran());
    assert_eq!(both.seen().await, [2]);
}

#[tokio::test(start_paused = true)]
async fn a_frame_that_comes_late_is_dropped_and_order_kept() {
    let both = Both::start().await;
    both.network.reorder("edge-1", "core-1");
    for n in 1..4 {
        both.ledger.post(n).tell().await.expect("accepted");
        settle().await;
    }
    assert_eq!(both.seen().await, [2, 3]);
}

#[tokio::test(start_paused = true)]
async fn a_way_that_is_silent_one_way_is_found_by_timeouts_alone() {
    let both = Both::start().await;
    both.network.silence("core-1", "edge-1");
    let error = soon(both.ledger.post(1).timeout(S))
        .await
        .expect_err("silent");
    assert!(matches!(error, AskError::Timeout { .. }), "{error:?}");
    assert_eq!(both.seen().await, [1]);
    both.network.heal("core-1", "edge-1");
    assert_eq!(soon(both.ledger.post(2)).await.expect("answers"), 3);
}

#[tokio::test(start_paused = true)]
async fn a_way_that_takes_long_is_only_slow() {
    let both = Both::start().await;
    both.network.delay("edge-1", "core-1", S);
    both.network.delay("core-1", "edge-1", 2 * S);
    let began = tokio::time::Instant::now();
    assert_eq!(both.ledger.post(1).await.expect("answers"), 1);
    assert_eq!(began.elapsed().as_secs(), 3);
}

/// The node that is lost drops what it was to answer.
#[tokio::test(start_paused = true)]
async fn what_was_asked_from_a_lost_node_is_not_handled_any_more() {
    let both = Both::start().await;
    let held = hold(&both.shop.ledger()).await;
    let ledger = both.ledger.clone();
    let asked = tokio::spawn(async move { ledger.post(1).no_timeout().await });
    settle().await;
    both.cut().await;
    assert!(soon(asked).await.expect("no panic").is_err());
    held.release();
    settle().await;
    assert!(both.seen().await.is_empty());
    assert_eq!(both.shop.ledger().skipped(), 1);
}
