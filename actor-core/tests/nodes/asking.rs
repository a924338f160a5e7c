//! An ask ends in one way, and its answer is typed as everywhere.

use super::*;

#[tokio::test(start_paused = true)]
async fn an_ask_crosses_and_its_answer_comes_back() {
    let both = Both::start().await;
    assert_eq!(soon(both.ledger.post(5)).await.expect("answers"), 5);
    assert_eq!(soon(both.shop.clerk().post(2)).await.expect("answers"), 7);
    let words = HashMap::from([(String::from("a"), None), (String::from("b"), Some(1))]);
    assert_eq!(soon(both.ledger.count(words)).await.expect("answers"), 2);
}

#[tokio::test(start_paused = true)]
async fn what_crosses_is_written_to_bytes_and_read_again() {
    let both = Both::start().await;
    let bytes = vec![1, 2, 3];
    let here = bytes.as_ptr() as usize;
    assert_ne!(
        soon(both.ledger.address(bytes.clone()))
            .await
            .expect("answers"),
        here
    );
    let here = bytes.as_ptr() as usize;
    let direct = soon(both.shop.ledger().address(bytes)).await;
    assert_eq!(direct.expect("answers"), here, "within the node nothing is");
}

#[tokio::test(start_paused = true)]
async fn the_error_of_a_handler_crosses_as_it_is() {
    let both = Both::start().await;
    soon(both.ledger.post(5)).await.expect("answers");
    let error = soon(both.ledger.pay(7)).await.expect_err("too much");
    let error = error.into_handler_error().expect("the handler's");
    assert_eq!(error, Overdrawn { missing: 2 });
}

#[tokio::test(start_paused = true)]
async fn a_failure_is_told_and_supervised_where_the_actor_is() {
    let both = Both::start().await;
    let error = soon(both.ledger.fail()).await.expect_err("fails");
    let AskError::Failed { path, fault } = error else {
        panic!("{error:?}");
    };
    assert_eq!(
        (path.as_str(), fault.to_string().as_str()),
        ("core-1/books", "torn")
    );
    settle().await;
    assert!(both.shop.ledger().is_suspended());
    let error = soon(both.ledger.seen()).await.expect_err("held");
    assert!(matches!(error, AskError::Suspended { .. }), "{error:?}");
}

#[tokio::test(start_paused = true)]
async fn what_a_behavior_does_not_accept_is_told_with_its_name() {
    let both = Both::start().await;
    soon(both.ledger.close()).await.expect("answers");
    let error = soon(both.ledger.post(1)).await.expect_err("closed");
    assert!(
        matches!(
            error,
            AskError::Unhandled {
                behavior: "Closed",
                ..
            }
        ),
        "{error:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_delegated_answer_crosses_when_it_is_there() {
    let both = Both::start().await;
    let asked = tokio::spawn(both.ledger.clone().keep_it());
    settle().await;
    soon(both.ledger.release(9)).await.expect("answers");
    assert_eq!(soon(asked).await.expect("no panic").expect("answers"), 9);
}

#[tokio::test(start_paused = true)]
async fn an_asker_that_gave_up_is_told_whether_it_may_have_run() {
    let both = Both::start().await;
    let error = soon(both.ledger.keep().timeout(S)).await.expect_err("late");
    assert!(
        matches!(error, AskError::Timeout { began: true, .. }),
        "{error:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_full_mailbox_refuses_and_keeps_the_link_free() {
    let both = Both::start().await;
    let held = hold(&both.shop.ledger()).await;
    for n in 0..10 {
        both.ledger.post(n).tell().await.expect("accepted");
    }
    settle().await;
    let error = soon(both.ledger.post(10)).await.expect_err("full");
    assert!(matches!(error, AskError::MailboxFull { .. }), "{error:?}");
    assert!(error.never_ran());
    held.release();
    assert_eq!(soon(both.ledger.post(10)).await.expect("answers"), 55);
}

#[tokio::test(start_paused = true)]
async fn an_actor_that_has_ended_says_so() {
    let both = Both::start().await;
    soon(both.shop.ledger().shutdown()).await.expect("stops");
    let error = soon(both.ledger.post(1)).await.expect_err("ended");
    assert!(matches!(error, AskError::NotRunning { .. }), "{error:?}");
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_written_is_told_to_the_asker() {
    let both = Both::start().await;
    let error = soon(both.ledger.take(Stubborn))
        .await
        .expect_err("stubborn");
    let AskError::Wire { error, .. } = error else {
        panic!("{error:?}");
    };
    assert_eq!(
        error.to_string(),
        "it cannot be written: will not be written"
    );
    let error = soon(both.ledger.give()).await.expect_err("stubborn");
    assert!(
        matches!(
            &error,
            AskError::Wire {
                error: WireError::Unwritable { .. },
                ..
            }
        ),
        "{error:?}"
    );
    assert!(!error.never_ran(), "only its answer did not cross");
}

#[tokio::test(start_paused = true)]
async fn what_is_larger_than_the_transport_carries_is_told_to_the_asker() {
    let both = Both::start().await;
    let error = soon(both.ledger.size(vec![0; 2 << 20]))
        .await
        .expect_err("too large");
    assert!(
        matches!(
            &error,
            AskError::Wire {
                error: WireError::TooLarge { .. },
                ..
            }
        ),
        "{error:?}"
    );
    assert!(error.never_ran());
    let error = soon(both.ledger.copies(2 << 20))
        .await
        .expect_err("too large");
    assert!(!error.never_ran(), "only its answer was");
    assert_eq!(
        soon(both.ledger.copies(3)).await.expect("answers"),
        [7, 7, 7]
    );
}

trait KeepIt {
    async fn keep_it(self) -> Result<u64, AskError>;
}

impl KeepIt for LedgerHandle {
    async fn keep_it(self) -> Result<u64, AskError> {
        self.keep().await
    }
}

#[tokio::test(start_paused = true)]
async fn of_an_actor_elsewhere_nothing_is_known_and_nothing_ordered() {
    let both = Both::start().await;
    let ledger = &both.ledger;
    assert!(ledger.is_elsewhere() && !both.shop.ledger().is_elsewhere());
    assert!(!ledger.is_running() && !ledger.is_suspended());
    assert_eq!(ledger.path(), "core-1/books");
    let ends = [
        ledger.shutdown(),
        ledger.stop_now(),
        ledger.kill(),
        ledger.ended(),
    ];
    for end in ends {
        let error = soon(end).await.expect_err("it is not here");
        assert!(
            matches!(error, ShutdownError::Elsewhere { .. }),
            "{error:?}"
        );
    }
    let restarted = soon(ledger.restart()).await;
    assert!(matches!(restarted, Err(RestartError::Elsewhere { .. })));
    let running = soon(ledger.running()).await.expect_err("it is not here");
    assert_eq!(
        running.to_string(),
        "core-1/books is on another node, `core-1`"
    );
    assert!(!soon(ledger.reinstate()).await);
    assert!(ledger.poison_pill().is_err());
    settle().await;
    assert!(both.shop.ledger().is_running());
    assert_eq!(
        edge(&both.shop).ledger(),
        *ledger,
        "there is one handle for all"
    );
}
