//! The mailbox that is declared is the one an actor has.

use super::*;
use actor_core::SendError;

/// An actor whose type has a mailbox and a stash of its own.
#[actor(mailbox = bounded(1, reject), stash = 1, behaviors(Shut, Open))]
#[derive(Default)]
struct Door {
    passed: u64,
}

#[actor]
impl Door {
    #[handler(in(Shut))]
    fn open(&mut self, ctx: &mut Context<Self>) {
        ctx.become_(DoorBehavior::Open);
    }

    #[handler(stash_in(Shut))]
    fn pass(&mut self) -> u64 {
        self.passed += 1;
        self.passed
    }

    #[handler]
    async fn stay(&mut self, gate: Gate) {
        gate.wait().await;
    }

    #[handler]
    fn knock(&mut self) {}
}

topology! {
    Mailboxes;
    node main = "main";

    actor declared: Door on main;
    actor rejecting: Door on main { mailbox = bounded(2, reject); }
    actor newest: Door on main { mailbox = bounded(2, drop_newest); }
    actor oldest: Door on main { mailbox = bounded(2, drop_oldest); }
    actor waiting: Door on main { mailbox = 2; }
    actor unbounded: Door on main { mailbox = unbounded; }
    actor each(n: u8): Door on main {
        id = format!("each-{n}");
        init = { let _ = n; Door::default() };
        mailbox = bounded(3, reject);
    }
}

async fn mailboxes() -> (Mailboxes, Recorder) {
    let all = soon(Mailboxes::local().start()).await.expect("starts");
    let recorder = Recorder::new(all.system("main").expect("it is hosted"));
    (all, recorder)
}

/// How many messages an actor takes while it is busy, and whether it refused the next.
async fn taken(door: &DoorHandle) -> (usize, bool) {
    let gate = Gate::new();
    door.stay(gate.clone()).try_tell().expect("it runs");
    gate.reached().await;
    let mut taken = 0;
    let refused = loop {
        match door.knock().try_tell() {
            Ok(()) if taken == 10 => break false,
            Ok(()) => taken += 1,
            Err(error) => {
                assert!(matches!(error, SendError::MailboxFull { .. }), "{error:?}");
                break true;
            }
        }
    };
    gate.open();
    (taken, refused)
}

#[tokio::test(start_paused = true)]
async fn the_capacity_and_what_is_done_beyond_it() {
    let (all, mut recorder) = mailboxes().await;
    for (door, capacity) in [
        (all.declared(), 1),
        (all.rejecting(), 2),
        (all.waiting(), 2),
    ] {
        let (taken, refused) = taken(&door).await;
        assert_eq!(taken, capacity, "{door:?}");
        assert!(refused, "{door:?}");
    }
    let each = soon(all.each(1)).await.expect("starts");
    assert_eq!(taken(&each).await.0, 3);
    settle().await;
    let before = recorder.count(DeadLetterReason::MailboxFull);
    for door in [all.newest(), all.oldest()] {
        let (taken, refused) = taken(&door).await;
        assert!(taken == 10 && !refused, "{door:?}");
    }
    settle().await;
    assert_eq!(
        recorder.count(DeadLetterReason::MailboxFull) - before,
        2 * 9
    );
    assert_eq!(taken(&all.unbounded()).await.0, 10);
    settle().await;
    assert_eq!(
        recorder.count(DeadLetterReason::MailboxFull) - before,
        2 * 9
    );
}

#[tokio::test(start_paused = true)]
async fn who_tells_waits_for_room_where_nothing_else_is_said() {
    let (all, _) = mailboxes().await;
    let gate = Gate::new();
    all.waiting()
        .stay(gate.clone())
        .try_tell()
        .expect("it runs");
    gate.reached().await;
    for _ in 0..2 {
        all.waiting().knock().try_tell().expect("there is room");
    }
    let door = all.waiting();
    let telling = tokio::spawn(async move { door.knock().tell().await.is_ok() });
    settle().await;
    assert!(!telling.is_finished());
    gate.open();
    assert!(soon(telling).await.expect("no panic"));
}

#[tokio::test(start_paused = true)]
async fn the_stash_of_the_type_and_its_limit() {
    let (all, mut recorder) = mailboxes().await;
    let door = all.unbounded();
    let passing = door.clone();
    let passed = tokio::spawn(async move { passing.pass().await });
    settle().await;
    door.pass().try_tell().expect("it runs");
    settle().await;
    assert_eq!(recorder.count(DeadLetterReason::StashFull), 1);
    soon(door.open()).await.expect("answers");
    assert_eq!(soon(passed).await.expect("no panic").expect("answers"), 1);
}
