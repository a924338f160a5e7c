//! Tells arrive in order and at most once, and wait for room on the way.

use super::*;

#[tokio::test(start_paused = true)]
async fn tells_arrive_in_the_order_in_which_they_were_sent() {
    let both = Both::start().await;
    for n in 0..8 {
        both.ledger.post(n).tell().await.expect("accepted");
    }
    settle().await;
    assert_eq!(both.seen().await, (0..8).collect::<Vec<_>>());
}

/// More than are on the way at a time, so the senders wait.
#[tokio::test(start_paused = true)]
async fn a_slow_way_slows_the_sender_and_loses_nothing() {
    let both = Both::start().await;
    both.network.delay("edge-1", "core-1", S);
    let archive = edge(&both.shop).archive();
    let sender = tokio::spawn(async move {
        for n in 0..3_000u64 {
            archive.release(n).tell().await.expect("accepted");
        }
    });
    settle().await;
    assert!(!sender.is_finished(), "it waits for room");
    tokio::time::timeout(60 * S, sender)
        .await
        .expect("there is room again")
        .expect("no panic");
    tokio::time::sleep(10 * S).await;
    assert_eq!(both.shop.archive().processed(), 3_000);
}

#[tokio::test(start_paused = true)]
async fn what_the_actor_does_not_take_is_a_dead_letter_on_its_node() {
    let both = Both::start().await;
    let mut recorder = both.recorder("core");
    let held = hold(&both.shop.ledger()).await;
    for n in 0..12 {
        both.ledger.post(n).tell().await.expect("accepted");
    }
    settle().await;
    let letters = recorder.dead_letters();
    let reasons: Vec<_> = letters.iter().map(|it| (it.reason, it.returned)).collect();
    assert_eq!(reasons, [(DeadLetterReason::MailboxFull, false); 2]);
    held.release();
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_written_is_a_dead_letter_on_the_senders_node() {
    let both = Both::start().await;
    let mut recorder = both.recorder("edge");
    both.ledger.take(Stubborn).tell().await.expect("accepted");
    both.ledger
        .size(vec![0; 2 << 20])
        .tell()
        .await
        .expect("accepted");
    settle().await;
    let letters = recorder.dead_letters();
    let all: Vec<_> = letters.iter().map(|it| (it.message, it.reason)).collect();
    assert_eq!(
        all,
        [
            ("take", DeadLetterReason::Unwritable),
            ("size", DeadLetterReason::Unwritable)
        ]
    );
}
