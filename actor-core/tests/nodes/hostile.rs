//! Whatever a node on the network sends, it harms nobody but itself.

use std::future::poll_fn;

use actor_core::remote::{Arrival, Endpoint, Transport};

use super::*;

/// The head of a frame, as the ones of this version are laid out.
fn frame(kind: u8, seq: u64, tag: u64, number: u64, target: &str, body: &[u8]) -> Vec<u8> {
    let mut bytes = vec![1, kind, 0, 0];
    bytes.extend(seq.to_le_bytes());
    bytes.extend(tag.to_le_bytes());
    bytes.extend(number.to_le_bytes());
    bytes.extend((target.len() as u16).to_le_bytes());
    bytes.extend(target.as_bytes());
    bytes.extend((body.len() as u32).to_le_bytes());
    bytes.extend(body);
    bytes
}

async fn next_frame(endpoint: &Endpoint) -> Vec<u8> {
    loop {
        let arrival = soon(poll_fn(|cx| endpoint.poll_arrival(cx))).await;
        if let Some(Arrival::Frame { frame, .. }) = arrival {
            return frame;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn bytes_that_are_no_frame_are_dropped() {
    let both = Both::start().await;
    let mallory = both.network.endpoint("mallory");
    settle().await;
    let whole = frame(1, 1, 0, 0, "books", &[0xff; 30]);
    let mut all: Vec<Vec<u8>> = (0..whole.len()).map(|cut| whole[..cut].to_vec()).collect();
    all.push(vec![0xff; 1 << 20]);
    all.push(frame(99, 1, 0, 0, "books", &[]));
    // A body that claims four gigabytes.
    let mut huge = frame(1, 1, 0, 0, "books", &[]);
    let at = huge.len() - 4;
    huge[at..].copy_from_slice(&[0xff; 4]);
    all.push(huge);
    for bytes in all {
        mallory.try_send("core-1", bytes).expect("sent");
    }
    settle().await;
    assert_eq!(soon(both.ledger.post(1)).await.expect("answers"), 1);
}

#[tokio::test(start_paused = true)]
async fn messages_that_cannot_be_read_are_refused_and_the_actor_is_not_touched() {
    let both = Both::start().await;
    let mut recorder = both.recorder("core");
    let mallory = both.network.endpoint("mallory");
    settle().await;
    let post = {
        // As the macro numbers it: FNV-1a of the name.
        let hash = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        b"post".iter().fold(0xcbf2_9ce4_8422_2325, hash)
    };
    // A tell of a message that nobody knows, one with arguments that are none, and one to nobody.
    mallory
        .try_send("core-1", frame(1, 1, 42, 0, "books", &[]))
        .expect("sent");
    mallory
        .try_send("core-1", frame(1, 2, post, 0, "books", &[9; 9]))
        .expect("sent");
    mallory
        .try_send("core-1", frame(1, 3, post, 0, "nobody", &[]))
        .expect("sent");
    // An ask without its argument.
    mallory
        .try_send("core-1", frame(2, 4, post, 7, "books", &[]))
        .expect("sent");
    let answer = next_frame(&mallory).await;
    assert!(answer.ends_with(b"`amount` is missing"), "{answer:?}");
    settle().await;
    let letters = recorder.dead_letters();
    let reasons: Vec<_> = letters.iter().map(|it| it.reason).collect();
    let unreadable = DeadLetterReason::Unreadable;
    assert_eq!(
        reasons,
        [unreadable, unreadable, DeadLetterReason::NotRunning]
    );
    assert!(both.shop.ledger().is_running());
    assert_eq!(both.shop.ledger().processed(), 0);
}

#[tokio::test(start_paused = true)]
async fn nobody_answers_in_the_place_of_the_node_that_was_asked() {
    let both = Both::start().await;
    let mallory = both.network.endpoint("mallory");
    let ledger = both.ledger.clone();
    let asked = tokio::spawn(async move { ledger.keep().no_timeout().await });
    settle().await;
    for number in 0..10 {
        // A value, 99, for each ask there may be.
        let answer = frame(3, number + 1, 1, number, "", &[99]);
        mallory.try_send("edge-1", answer).expect("sent");
    }
    settle().await;
    assert!(!asked.is_finished());
    soon(both.ledger.release(5)).await.expect("answers");
    assert_eq!(soon(asked).await.expect("no panic").expect("answers"), 5);
}

#[tokio::test(start_paused = true)]
async fn a_frame_that_is_sent_twice_is_taken_once() {
    let both = Both::start().await;
    let mallory = both.network.endpoint("mallory");
    settle().await;
    let watch = frame(5, 1, 0, 0, "nobody", &[]);
    mallory.try_send("core-1", watch.clone()).expect("sent");
    mallory.try_send("core-1", watch).expect("sent");
    mallory
        .try_send("core-1", frame(5, 2, 0, 0, "no-one", &[]))
        .expect("sent");
    let told = [next_frame(&mallory).await, next_frame(&mallory).await];
    let about = told.map(|bytes| String::from_utf8_lossy(&bytes[30..36]).into_owned());
    assert_eq!(about, ["nobody", "no-one"]);
}
