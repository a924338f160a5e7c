//! Asks, tells and watches over a network that is cut, healed, slow and lossy meanwhile, on several threads: every ask ends,
//! and what one sender tells arrives in order and at most once.

use super::*;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use common::in_real_time;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn every_ask_ends_and_order_is_kept_whatever_the_network_does() {
    for round in 0..5 {
        let both = Both::start().await;
        let over = Arc::new(AtomicBool::new(false));
        let network = both.network.clone();
        let is_over = Arc::clone(&over);
        let weather = tokio::spawn(async move {
            let (core, edge) = ("core-1", "edge-1");
            for n in 0_usize.. {
                if is_over.load(Ordering::Relaxed) {
                    break;
                }
                match (n + round) % 5 {
                    0 => network.cut(core, edge),
                    1 => network.lose(edge, core, 3),
                    2 => network.reorder(edge, core),
                    3 => network.lose(core, edge, 2),
                    _ => network.delay(edge, core, Duration::from_micros(n as u64 % 300)),
                }
                tokio::time::sleep(Duration::from_micros(200)).await;
                network.heal(core, edge);
                tokio::time::sleep(Duration::from_micros(500)).await;
            }
            network.heal(core, edge);
            network.delay(edge, core, Duration::ZERO);
        });
        let mut senders = tokio::task::JoinSet::new();
        for sender in 0..4_u64 {
            let ledger = both.ledger.clone();
            let clerk = both.shop.clerk();
            senders.spawn(async move {
                for n in 0..100_u64 {
                    let number = sender * 1_000 + n;
                    match n % 4 {
                        0 => {
                            let asked = ledger.post(number).timeout(S / 200);
                            drop(in_real_time(asked).await);
                        }
                        1 => drop(in_real_time(ledger.seen().timeout(S / 200)).await),
                        2 => drop(clerk.watch().try_tell()),
                        _ => drop(in_real_time(ledger.post(number).tell()).await),
                    }
                    if n % 10 == 0 {
                        tokio::time::sleep(Duration::from_micros(300)).await;
                    }
                }
            });
        }
        while let Some(sender) = in_real_time(senders.join_next()).await {
            sender.expect("no panic");
        }
        over.store(true, Ordering::Relaxed);
        in_real_time(weather).await.expect("no panic");
        let seen = in_real_time(both.shop.ledger().seen()).await;
        let seen = seen.expect("answers");
        for sender in 0..4 {
            let of_one: Vec<u64> = (seen.iter().copied())
                .filter(|number| number / 1_000 == sender)
                .collect();
            assert!(of_one.is_sorted_by(|a, b| a < b), "{of_one:?}");
        }
        // It is as good as new when the weather is.
        let works = async {
            while both.ledger.post(5_000).timeout(S).await.is_err() {
                tokio::time::sleep(S / 200).await;
            }
        };
        in_real_time(works).await;
        in_real_time(both.shop.stop()).await.expect("stops");
    }
}
