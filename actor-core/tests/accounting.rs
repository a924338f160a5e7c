//! Every message that is sent is handled, given back or a dead letter, exactly once, whatever happens to the actor; and
//! whoever waits for an answer is told at once when there will be none.

#[path = "common/soon.rs"]
mod soon;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use actor_core::prelude::*;
use actor_core::testkit::{Recorder, hold, settle};
use actor_core::{DeadLetterReason, Exhausted, Returned};
use proptest::prelude::*;
use soon::at_once;
use tokio::sync::oneshot;
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::timeout;

const S: Duration = Duration::from_secs(1);
const MS: Duration = Duration::from_millis(1);

// === The messages, and who keeps the books ===

/// What has become of a message, as far as its sender and the actor know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// Nobody has said anything yet.
    Open,
    /// Its handler has begun.
    Handled,
    /// The sender has it back.
    Returned,
    /// The asker was told that the behaviour does not accept it.
    Unhandled,
}

/// The books: one page per message.
#[derive(Default)]
struct Books {
    pages: Mutex<Vec<Fate>>,
    /// Parcels that exist.
    parcels: AtomicUsize,
    /// Senders that gave up before they knew what became of their message.
    given_up: AtomicUsize,
}

/// What every message carries.
struct Parcel {
    n: usize,
    books: Arc<Books>,
}

impl Books {
    fn pages(&self) -> MutexGuard<'_, Vec<Fate>> {
        self.pages.lock().expect("nobody panics with the books")
    }

    fn parcel(self: &Arc<Self>) -> Parcel {
        let mut pages = self.pages();
        pages.push(Fate::Open);
        self.parcels.fetch_add(1, Ordering::Relaxed);
        Parcel {
            n: pages.len() - 1,
            books: Arc::clone(self),
        }
    }

    #[track_caller]
    fn note(&self, n: usize, fate: Fate) {
        let before = std::mem::replace(&mut self.pages()[n], fate);
        assert_eq!(before, Fate::Open, "message {n} is {fate:?} as well");
    }

    fn count(&self, fate: Fate) -> usize {
        self.pages().iter().filter(|page| **page == fate).count()
    }
}

impl Drop for Parcel {
    fn drop(&mut self) {
        self.books.parcels.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Handles parcels in every way there is.
#[actor(behaviors(Usual, Hoarding), stash = 5)]
#[derive(Default)]
struct Depot {
    kept: Vec<ReplyTo<()>>,
}

fn handle(parcel: &Parcel) {
    parcel.books.note(parcel.n, Fate::Handled);
}

#[actor]
impl Depot {
    #[handler]
    fn take(&mut self, parcel: Parcel) {
        handle(&parcel);
    }

    #[handler]
    async fn take_slowly(&mut self, parcel: Parcel) {
        handle(&parcel);
        tokio::task::yield_now().await;
    }

    #[handler]
    async fn take_when(&mut self, parcel: Parcel, opened: oneshot::Receiver<()>) {
        handle(&parcel);
        let _ = opened.await;
    }

    #[handler]
    fn fail(&mut self, parcel: Parcel) -> Result<(), Fault> {
        handle(&parcel);
        Err(Fault::msg("crushed"))
    }

    #[handler]
    fn crash(&mut self, parcel: Parcel) {
        handle(&parcel);
        panic!("collapsed");
    }

    #[handler]
    fn hoard(&mut self, parcel: Parcel, ctx: &mut Context<Self>) {
        handle(&parcel);
        ctx.become_(DepotBehavior::Hoarding);
    }

    #[handler]
    fn open(&mut self, parcel: Parcel, ctx: &mut Context<Self>) {
        handle(&parcel);
        ctx.become_(DepotBehavior::Usual);
    }

    #[handler(stash_in(Hoarding))]
    fn store(&mut self, parcel: Parcel) {
        handle(&parcel);
    }

    #[handler(in(Usual))]
    fn sell(&mut self, parcel: Parcel) {
        handle(&parcel);
    }

    /// Stashes by hand what comes in for the first time while it hoards.
    #[handler]
    fn shelve(&mut self, parcel: Parcel, again: bool, reply: ReplyTo<()>, ctx: &mut Context<Self>) {
        if again || ctx.behavior() == DepotBehavior::Usual {
            handle(&parcel);
            reply.send(());
            return;
        }
        let later = DepotMsg::Shelve {
            parcel,
            again: true,
            reply,
        };
        if let Err(full) = ctx.stash(later)
            && let DepotMsg::Shelve { parcel, .. } = full.message
        {
            // Given up by the handler, which is a way of handling it.
            handle(&parcel);
        }
    }

    #[handler]
    fn unshelve(&mut self, parcel: Parcel, ctx: &mut Context<Self>) {
        handle(&parcel);
        ctx.unstash_all();
    }

    #[handler]
    fn keep_waiting(&mut self, parcel: Parcel, reply: ReplyTo<()>) {
        handle(&parcel);
        self.kept.push(reply);
    }

    #[handler]
    fn stop_itself(&mut self, parcel: Parcel, ctx: &mut Context<Self>) {
        handle(&parcel);
        ctx.stop();
    }

    #[handler]
    fn restart_itself(&mut self, parcel: Parcel, ctx: &mut Context<Self>) {
        handle(&parcel);
        ctx.restart();
    }
}

/// A message by what it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Take,
    TakeSlowly,
    Fail,
    Crash,
    Hoard,
    Open,
    Store,
    Sell,
    Shelve,
    Unshelve,
    KeepWaiting,
    Stop,
    Restart,
}

impl Kind {
    fn message(self, parcel: Parcel) -> DepotMsg {
        match self {
            Self::Take => DepotMsg::take(parcel),
            Self::TakeSlowly => DepotMsg::take_slowly(parcel),
            Self::Fail => DepotMsg::fail(parcel),
            Self::Crash => DepotMsg::crash(parcel),
            Self::Hoard => DepotMsg::hoard(parcel),
            Self::Open => DepotMsg::open(parcel),
            Self::Store => DepotMsg::store(parcel),
            Self::Sell => DepotMsg::sell(parcel),
            Self::Shelve => DepotMsg::shelve(parcel, false),
            Self::Unshelve => DepotMsg::unshelve(parcel),
            Self::KeepWaiting => DepotMsg::keep_waiting(parcel),
            Self::Stop => DepotMsg::stop_itself(parcel),
            Self::Restart => DepotMsg::restart_itself(parcel),
        }
    }

    async fn ask(self, depot: &DepotHandle, parcel: Parcel) -> Result<(), AskError> {
        match self {
            Self::Take => depot.take(parcel).no_timeout().await,
            Self::TakeSlowly => depot.take_slowly(parcel).no_timeout().await,
            Self::Fail => depot.fail(parcel).no_timeout().await,
            Self::Crash => depot.crash(parcel).no_timeout().await,
            Self::Hoard => depot.hoard(parcel).no_timeout().await,
            Self::Open => depot.open(parcel).no_timeout().await,
            Self::Store => depot.store(parcel).no_timeout().await,
            Self::Sell => depot.sell(parcel).no_timeout().await,
            Self::Shelve => depot.shelve(parcel, false).no_timeout().await,
            Self::Unshelve => depot.unshelve(parcel).no_timeout().await,
            Self::KeepWaiting => depot.keep_waiting(parcel).no_timeout().await,
            Self::Stop => depot.stop_itself(parcel).no_timeout().await,
            Self::Restart => depot.restart_itself(parcel).no_timeout().await,
        }
    }
}

/// Sends parcels to a depot.
#[derive(Clone)]
struct Sender {
    depot: DepotHandle,
    books: Arc<Books>,
}

impl Sender {
    fn try_tell(&self, kind: Kind) -> bool {
        let parcel = self.books.parcel();
        let n = parcel.n;
        let told = self.depot.try_send(kind.message(parcel));
        self.told(n, told)
    }

    async fn tell(&self, kind: Kind) -> bool {
        let parcel = self.books.parcel();
        let n = parcel.n;
        let told = self.depot.send(kind.message(parcel)).await;
        self.told(n, told)
    }

    fn told(&self, n: usize, told: Result<(), SendError<DepotMsg>>) -> bool {
        match told {
            Ok(()) => true,
            Err(error) => {
                drop(error.into_message());
                self.books.note(n, Fate::Returned);
                false
            }
        }
    }

    /// Asks, and looks that the answer fits what became of the message.
    async fn ask(&self, kind: Kind) -> Asked {
        let parcel = self.books.parcel();
        let n = parcel.n;
        let giving_up = GivingUp(Some(&self.books));
        let asked = kind.ask(&self.depot, parcel).await;
        giving_up.not_any_more();
        let never_ran = asked.as_ref().is_err_and(AskError::never_ran);
        match asked {
            Ok(()) | Err(AskError::Failed { .. } | AskError::NoReply { .. }) => {}
            Err(AskError::Discarded { .. }) => {}
            Err(AskError::Unhandled { .. }) => self.books.note(n, Fate::Unhandled),
            Err(error) => {
                let message: Option<DepotMsg> = error.into_message();
                assert!(message.is_some(), "it comes back");
                self.books.note(n, Fate::Returned);
            }
        }
        Asked { n, kind, never_ran }
    }
}

/// What an asker believes.
struct Asked {
    n: usize,
    kind: Kind,
    never_ran: bool,
}

impl Asked {
    /// What was handled is not said never to have run, and the other way round.
    #[track_caller]
    fn check(&self, books: &Books) {
        let handled = books.pages()[self.n] == Fate::Handled;
        assert!(!(handled && self.never_ran), "{} was handled", self.n);
        // What is stashed by hand has begun already.
        let may_have_run = self.kind == Kind::Shelve;
        assert!(
            handled || self.never_ran || may_have_run,
            "{} was not handled",
            self.n
        );
    }
}

/// Notes that a sender is dropped while it waits.
struct GivingUp<'a>(Option<&'a Books>);

impl GivingUp<'_> {
    fn not_any_more(mut self) {
        self.0 = None;
    }
}

impl Drop for GivingUp<'_> {
    fn drop(&mut self) {
        if let Some(books) = self.0 {
            books.given_up.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// One actor under observation.
struct Account {
    system: ActorSystem,
    recorder: Recorder,
    sender: Sender,
    asks: JoinSet<Asked>,
}

impl Account {
    async fn open(mailbox: Mailbox, policy: impl Into<Policy>) -> Self {
        let system = ActorSystem::new("port");
        let recorder = Recorder::new(&system);
        let spawn = system.spawn("depot", Depot::default());
        let depot = spawn.mailbox(mailbox).supervision(policy).await;
        Self {
            recorder,
            sender: Sender {
                depot: depot.expect("starts"),
                books: Arc::default(),
            },
            system,
            asks: JoinSet::new(),
        }
    }

    fn depot(&self) -> &DepotHandle {
        &self.sender.depot
    }

    /// Asks in a task of its own.
    fn ask(&mut self, kind: Kind) -> AbortHandle {
        let sender = self.sender.clone();
        self.asks.spawn(async move { sender.ask(kind).await })
    }

    /// So many tells and asks in turn, which all reach the mailbox or its line.
    async fn send(&mut self, kind: Kind, count: usize) {
        for _ in 0..count {
            self.sender.try_tell(kind);
            self.ask(kind);
            settle().await;
        }
    }

    fn lost(&mut self) -> BTreeMap<DeadLetterReason, usize> {
        let path = self.depot().path().clone();
        self.recorder.lost(&path)
    }

    /// The sum, when the actor has ended. Every ask is over then, or is so at once.
    #[track_caller]
    fn close(self) -> impl Future<Output = BTreeMap<DeadLetterReason, usize>> {
        let caller = std::panic::Location::caller();
        self.close_at(caller)
    }

    async fn close_at(
        mut self,
        caller: &'static std::panic::Location<'static>,
    ) -> BTreeMap<DeadLetterReason, usize> {
        timeout(10 * S, self.depot().ended())
            .await
            .expect("ends")
            .expect("no cycle");
        let mut asked = Vec::new();
        while let Some(over) = at_once(self.asks.join_next()).await {
            match over {
                Ok(over) => asked.push(over),
                Err(error) => assert!(error.is_cancelled(), "{error}"),
            }
        }
        let books = &self.sender.books;
        asked.iter().for_each(|asked| asked.check(books));
        // accepted = handled + returned + dead-lettered; who has given up is passed over.
        let lost: usize = self.lost().values().sum();
        let passed_over = self.depot().skipped() as usize;
        let given_up = self.sender.books.given_up.load(Ordering::Relaxed);
        let open = self.sender.books.count(Fate::Open);
        let lost_and_passed = lost + passed_over;
        // Who gave up while waiting for room has never sent anything.
        assert!(
            lost_and_passed <= open && open <= lost_and_passed + given_up,
            "{open} messages are open, {lost} are dead letters and {passed_over} passed over, at {caller}",
        );
        // Not even a copy is left.
        assert_eq!(
            self.sender.books.parcels.load(Ordering::Relaxed),
            0,
            "at {caller}"
        );
        self.lost()
    }
}

fn lost<const N: usize>(
    reasons: [(DeadLetterReason, usize); N],
) -> BTreeMap<DeadLetterReason, usize> {
    reasons.into()
}

// === Ways to end ===

#[tokio::test(start_paused = true)]
async fn a_graceful_stop_handles_all_that_was_accepted() {
    let mut account = Account::open(Mailbox::default(), Directive::Suspend).await;
    let held = hold(account.depot()).await;
    account.send(Kind::Take, 20).await;
    let _ended = account.depot().shutdown();
    account.send(Kind::Take, 5).await;
    held.release();
    let books = Arc::clone(&account.sender.books);
    assert_eq!(account.close().await, lost([]));
    assert_eq!(
        (books.count(Fate::Handled), books.count(Fate::Returned)),
        (40, 10)
    );
}

#[tokio::test(start_paused = true)]
async fn a_stop_after_the_current_message_gives_up_the_others() {
    let mut account = Account::open(Mailbox::default(), Directive::Suspend).await;
    let held = hold(account.depot()).await;
    account.send(Kind::Take, 20).await;
    let _ended = account.depot().stop_now();
    account.send(Kind::Take, 5).await;
    held.release();
    assert_eq!(
        account.close().await,
        lost([(DeadLetterReason::Stopped, 40)])
    );
}

#[tokio::test(start_paused = true)]
async fn a_kill_gives_up_all_but_the_message_it_cuts_off() {
    let mut account = Account::open(Mailbox::default(), Directive::Suspend).await;
    let sender = account.sender.clone();
    let (_gate, opened) = oneshot::channel();
    let parcel = sender.books.parcel();
    let cut_off = sender.depot.take_when(parcel, opened);
    cut_off.try_tell().expect("accepted");
    account.send(Kind::Take, 20).await;
    let _ended = account.depot().kill();
    account.send(Kind::Take, 5).await;
    assert_eq!(
        account.close().await,
        lost([(DeadLetterReason::Stopped, 40)])
    );
    assert_eq!(sender.books.count(Fate::Handled), 1);
}

#[tokio::test(start_paused = true)]
async fn a_kill_overrides_a_drain_under_way() {
    let mut account = Account::open(Mailbox::default(), Directive::Suspend).await;
    let sender = account.sender.clone();
    account.send(Kind::Take, 3).await;
    let (_gate, opened) = oneshot::channel();
    let parcel = sender.books.parcel();
    sender
        .depot
        .take_when(parcel, opened)
        .try_tell()
        .expect("accepted");
    account.send(Kind::Take, 3).await;
    let _ended = account.depot().shutdown();
    settle().await;
    let _ended = account.depot().kill();
    assert_eq!(
        account.close().await,
        lost([(DeadLetterReason::Stopped, 6)])
    );
}

#[tokio::test(start_paused = true)]
async fn every_stop_of_a_suspended_actor_gives_up_what_waits_for_it() {
    for stop in [
        ActorRef::shutdown as fn(&ActorRef) -> _,
        ActorRef::stop_now,
        ActorRef::kill,
    ] {
        let mut account = Account::open(Mailbox::default(), Directive::Suspend).await;
        let held = hold(account.depot()).await;
        account.sender.try_tell(Kind::Fail);
        account.send(Kind::Take, 20).await;
        held.release();
        settle().await;
        assert!(account.depot().is_suspended());
        account.send(Kind::Take, 5).await;
        let _ended = stop(account.depot());
        assert_eq!(
            account.close().await,
            lost([(DeadLetterReason::Stopped, 40)])
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_poison_pill_lets_all_be_handled_that_was_accepted_before_and_behind_it() {
    let mut account = Account::open(Mailbox::default(), Directive::Suspend).await;
    let held = hold(account.depot()).await;
    account.send(Kind::Take, 5).await;
    account.depot().poison_pill().expect("it runs");
    account.send(Kind::Take, 5).await;
    held.release();
    settle().await;
    account.send(Kind::Take, 5).await;
    let books = Arc::clone(&account.sender.books);
    assert_eq!(account.close().await, lost([]));
    assert_eq!(
        (books.count(Fate::Handled), books.count(Fate::Returned)),
        (20, 10)
    );
}

#[tokio::test(start_paused = true)]
async fn a_failure_while_it_drains_ends_the_drain() {
    let mut account = Account::open(Mailbox::default(), Directive::Suspend).await;
    let held = hold(account.depot()).await;
    account.send(Kind::Take, 5).await;
    account.sender.try_tell(Kind::Crash);
    account.send(Kind::Take, 5).await;
    let _ended = account.depot().shutdown();
    held.release();
    assert_eq!(
        account.close().await,
        lost([(DeadLetterReason::Stopped, 10)])
    );
}

#[tokio::test(start_paused = true)]
async fn a_failure_that_is_resumed_lets_the_drain_go_on() {
    let policy = Policy::new(Directive::Resume);
    let mut account = Account::open(Mailbox::default(), policy).await;
    let held = hold(account.depot()).await;
    account.send(Kind::Take, 5).await;
    account.sender.try_tell(Kind::Fail);
    account.send(Kind::Take, 5).await;
    let _ended = account.depot().shutdown();
    held.release();
    assert_eq!(account.close().await, lost([]));
}

#[tokio::test(start_paused = true)]
async fn a_supervisor_that_stops_the_actor_gives_up_what_waits_for_it() {
    for directive in [Directive::Stop, Directive::Escalate] {
        let mut account = Account::open(Mailbox::default(), directive).await;
        let held = hold(account.depot()).await;
        account.ask(Kind::Fail);
        settle().await;
        account.send(Kind::Take, 20).await;
        held.release();
        assert_eq!(
            account.close().await,
            lost([(DeadLetterReason::Stopped, 40)])
        );
    }
}

#[tokio::test(start_paused = true)]
async fn an_actor_that_stops_itself_handles_what_was_accepted() {
    let mut account = Account::open(Mailbox::default(), Directive::Suspend).await;
    let held = hold(account.depot()).await;
    account.ask(Kind::Stop);
    settle().await;
    account.send(Kind::Take, 20).await;
    held.release();
    assert_eq!(account.close().await, lost([]));
}

#[tokio::test(start_paused = true)]
async fn the_stop_of_the_system_handles_what_was_accepted() {
    let mut account = Account::open(Mailbox::default(), Directive::Suspend).await;
    let held = hold(account.depot()).await;
    account.send(Kind::Take, 20).await;
    account.system.request_stop();
    account.send(Kind::Take, 5).await;
    held.release();
    assert_eq!(account.close().await, lost([]));
}

#[tokio::test(start_paused = true)]
async fn an_actor_left_behind_by_the_stop_of_the_system_gives_up_what_waits_for_it() {
    let mut account = Account::open(Mailbox::default(), Directive::Suspend).await;
    // The stream ends with the stop, so what is lost afterwards is counted by the system alone.
    let held = hold(account.depot()).await;
    account.send(Kind::Take, 20).await;
    let (stopped, ()) = tokio::join!(account.system.stop(), async {
        tokio::time::sleep(200 * S).await;
        held.release();
    });
    assert!(stopped.is_err());
    at_once(account.depot().ended()).await.expect("no cycle");
    assert_eq!(account.system.dead_letters(), 40);
    while let Some(asked) = at_once(account.asks.join_next()).await {
        assert!(asked.expect("no panic").never_ran);
    }
}

#[test]
fn the_end_of_the_runtime_gives_up_what_waits_there() {
    let runtime = || {
        tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
    };
    let (home, away) = (runtime().expect("builds"), runtime().expect("builds"));
    let mut account = home.block_on(Account::open(Mailbox::bounded(5), Directive::Suspend));
    let sender = account.sender.clone();
    let (_gate, opened) = oneshot::channel();
    let parcel = sender.books.parcel();
    sender
        .depot
        .take_when(parcel, opened)
        .try_tell()
        .expect("accepted");
    home.block_on(tokio::task::yield_now());
    away.block_on(async {
        for kind in [Kind::Take, Kind::Store, Kind::KeepWaiting, Kind::Take] {
            account.sender.try_tell(kind);
            account.ask(kind);
            tokio::task::yield_now().await;
        }
    });
    // Five wait in the mailbox, and one was refused; two more of the askers wait for room.
    drop(home);
    let lost_here = away.block_on(account.close());
    assert_eq!(lost_here, lost([(DeadLetterReason::Stopped, 5)]));
    assert_eq!(sender.books.count(Fate::Handled), 1);
}

// === Restarts ===

#[tokio::test(start_paused = true)]
async fn a_restart_keeps_what_is_queued_and_gives_up_what_is_stashed() {
    let mut account = Account::open(Mailbox::default(), Directive::Suspend).await;
    account.send(Kind::Hoard, 1).await;
    account.send(Kind::Store, 2).await;
    account.ask(Kind::Shelve);
    settle().await;
    let held = hold(account.depot()).await;
    account.send(Kind::Take, 10).await;
    let depot = account.depot().clone();
    let restarted = tokio::spawn(async move { depot.restart().await.is_ok() });
    settle().await;
    held.release();
    assert!(at_once(restarted).await.expect("no panic"));
    settle().await;
    assert_eq!(account.lost(), lost([(DeadLetterReason::StashDisposed, 5)]));
    let _ended = account.depot().shutdown();
    assert_eq!(
        account.close().await,
        lost([(DeadLetterReason::StashDisposed, 5)])
    );
}

#[tokio::test(start_paused = true)]
async fn a_supervised_restart_goes_on_with_what_is_queued() {
    let policy = Restart::DEFAULT.backoff(S);
    let mut account = Account::open(Mailbox::default(), policy).await;
    let held = hold(account.depot()).await;
    account.ask(Kind::Crash);
    settle().await;
    account.send(Kind::Take, 49).await;
    held.release();
    settle().await;
    // During the wait new ones are refused.
    account.send(Kind::Take, 5).await;
    tokio::time::sleep(2 * S).await;
    let books = Arc::clone(&account.sender.books);
    assert_eq!(
        (books.count(Fate::Handled), books.count(Fate::Returned)),
        (99, 10)
    );
    let _ended = account.depot().shutdown();
    assert_eq!(account.close().await, lost([]));
}

#[tokio::test(start_paused = true)]
async fn an_exhausted_budget_gives_up_what_waits() {
    for max in 0..3 {
        let policy = Restart::DEFAULT.max(max).backoff(Duration::ZERO);
        let mut account = Account::open(Mailbox::default(), policy).await;
        let held = hold(account.depot()).await;
        for _ in 0..=max {
            account.ask(Kind::Fail);
            settle().await;
            account.send(Kind::Take, 5).await;
        }
        held.release();
        assert_eq!(
            account.close().await,
            lost([(DeadLetterReason::Stopped, 10)])
        );
    }
}

#[tokio::test(start_paused = true)]
async fn an_exhausted_budget_that_suspends_keeps_what_waits_until_it_is_stopped() {
    let policy = Restart::DEFAULT.max(0).on_exhausted(Exhausted::Suspend);
    let mut account = Account::open(Mailbox::default(), policy).await;
    let held = hold(account.depot()).await;
    account.ask(Kind::Fail);
    settle().await;
    account.send(Kind::Take, 5).await;
    held.release();
    settle().await;
    assert_eq!(account.lost(), lost([]));
    let _ended = account.depot().shutdown();
    assert_eq!(
        account.close().await,
        lost([(DeadLetterReason::Stopped, 10)])
    );
}

#[tokio::test(start_paused = true)]
async fn a_stop_during_a_restart_gives_up_what_waits() {
    let mut account = Account::open(Mailbox::default(), Restart::DEFAULT).await;
    let held = hold(account.depot()).await;
    account.ask(Kind::Fail);
    settle().await;
    account.send(Kind::Take, 5).await;
    held.release();
    settle().await;
    let _ended = account.depot().shutdown();
    assert_eq!(
        account.close().await,
        lost([(DeadLetterReason::Stopped, 10)])
    );
}

#[tokio::test(start_paused = true)]
async fn an_actor_that_restarts_itself_goes_on_with_what_is_queued() {
    let mut account = Account::open(Mailbox::default(), Directive::Suspend).await;
    let held = hold(account.depot()).await;
    account.send(Kind::Restart, 2).await;
    account.send(Kind::Take, 10).await;
    held.release();
    settle().await;
    let books = Arc::clone(&account.sender.books);
    assert_eq!(books.count(Fate::Handled), 24);
    let _ended = account.depot().shutdown();
    assert_eq!(account.close().await, lost([]));
}

// === Starts ===

#[actor]
struct Hasty {
    books: Arc<Books>,
}

#[actor]
impl Hasty {
    #[on(PreStart)]
    fn write_to_itself(&mut self, ctx: &mut Context<Self>) -> Result<(), Fault> {
        for _ in 0..3 {
            let told = ctx.myself().take(self.books.parcel()).try_tell();
            told.map_err(|error| Fault::msg(error.to_string()))?;
        }
        Err(Fault::msg("too hasty"))
    }

    #[handler]
    fn take(&mut self, parcel: Parcel) {
        handle(&parcel);
    }
}

#[tokio::test(start_paused = true)]
async fn a_start_that_fails_gives_up_what_was_sent_in_it() {
    let system = ActorSystem::new("port");
    let mut recorder = Recorder::new(&system);
    let books = Arc::<Books>::default();
    let hasty = Hasty {
        books: Arc::clone(&books),
    };
    assert!(system.spawn("hasty", hasty).await.is_err());
    let letters = recorder.dead_letters();
    assert!(
        letters
            .iter()
            .all(|letter| letter.reason.to_string() == "stopped")
    );
    assert_eq!((letters.len(), books.count(Fate::Open)), (3, 3));
    assert_eq!(books.parcels.load(Ordering::Relaxed), 0);
}

// === Waiting, stashing, refusing ===

#[tokio::test(start_paused = true)]
async fn each_way_to_overflow_accounts_for_what_it_drops_or_refuses() {
    for (overflow, lost_here) in [
        (Overflow::Wait, lost([])),
        (Overflow::Reject, lost([])),
        (
            Overflow::DropNewest,
            lost([(DeadLetterReason::MailboxFull, 36)]),
        ),
        (
            Overflow::DropOldest,
            lost([(DeadLetterReason::MailboxFull, 36)]),
        ),
    ] {
        let mailbox = Mailbox::bounded(4).overflow(overflow);
        let mut account = Account::open(mailbox, Directive::Suspend).await;
        let held = hold(account.depot()).await;
        account.send(Kind::Take, 20).await;
        held.release();
        settle().await;
        let _ended = account.depot().shutdown();
        assert_eq!(account.close().await, lost_here, "{overflow:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn every_way_to_overflow_is_accounted_for_when_the_actor_is_stopped_with_a_full_mailbox() {
    for overflow in [
        Overflow::Wait,
        Overflow::Reject,
        Overflow::DropNewest,
        Overflow::DropOldest,
    ] {
        let mailbox = Mailbox::bounded(4).overflow(overflow);
        let mut account = Account::open(mailbox, Directive::Suspend).await;
        let held = hold(account.depot()).await;
        account.send(Kind::Take, 20).await;
        let _ended = account.depot().stop_now();
        held.release();
        let lost = account.close().await;
        assert_eq!(
            lost[&actor_core::DeadLetterReason::Stopped],
            4,
            "{overflow:?}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn what_the_stash_has_no_room_for_and_what_is_not_accepted_is_accounted_for() {
    let mut account = Account::open(Mailbox::default(), Directive::Suspend).await;
    account.sender.try_tell(Kind::Hoard);
    account.send(Kind::Store, 4).await;
    account.send(Kind::Sell, 3).await;
    settle().await;
    let reasons = [
        (DeadLetterReason::StashFull, 3),
        (DeadLetterReason::Unhandled, 3),
    ];
    assert_eq!(account.lost(), lost(reasons));
    let _ended = account.depot().shutdown();
    let reasons = [
        (DeadLetterReason::StashDisposed, 5),
        (DeadLetterReason::StashFull, 3),
        (DeadLetterReason::Unhandled, 3),
    ];
    assert_eq!(account.close().await, lost(reasons));
}

#[tokio::test(start_paused = true)]
async fn askers_that_give_up_are_accounted_for_wherever_their_message_is() {
    let mut account = Account::open(Mailbox::bounded(4), Directive::Suspend).await;
    account.sender.try_tell(Kind::Hoard);
    let stashed = account.ask(Kind::Store);
    settle().await;
    let held = hold(account.depot()).await;
    let mut given_up = vec![stashed];
    for _ in 0..8 {
        // Four wait in the mailbox, four for room.
        given_up.push(account.ask(Kind::Take));
        settle().await;
    }
    given_up.iter().for_each(AbortHandle::abort);
    settle().await;
    held.release();
    account.sender.tell(Kind::Open).await;
    settle().await;
    assert_eq!(account.depot().skipped(), 5);
    let _ended = account.depot().shutdown();
    assert_eq!(account.close().await, lost([]));
}

#[tokio::test(start_paused = true)]
async fn a_reply_that_is_kept_is_answered_when_the_actor_ends() {
    let mut account = Account::open(Mailbox::default(), Directive::Suspend).await;
    account.send(Kind::KeepWaiting, 5).await;
    let _ended = account.depot().shutdown();
    assert_eq!(account.close().await, lost([]));
}

/// A message that cannot be dropped in peace.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("the destructor of a message");
    }
}

#[actor(behaviors(Open, Shut))]
struct Shelf;

#[actor]
impl Shelf {
    #[handler]
    fn put(&mut self, bomb: Bomb) {
        std::mem::forget(bomb);
    }

    #[handler]
    fn shut(&mut self, ctx: &mut Context<Self>) {
        ctx.become_(ShelfBehavior::Shut);
    }

    #[handler(in(Shut))]
    fn hide(&mut self, bomb: Bomb) {
        std::mem::forget(bomb);
    }

    #[handler]
    fn weigh(&mut self) -> u32 {
        1
    }
}

#[tokio::test(start_paused = true)]
async fn a_message_whose_destructor_panics_does_not_hold_up_the_others() {
    let system = ActorSystem::new("port");
    let shelf = system.spawn("shelf", Shelf).await.expect("starts");
    let mut recorder = Recorder::new(&system);
    let held = hold(&shelf).await;
    shelf.put(Bomb).try_tell().expect("accepted");
    let asked = tokio::spawn({
        let shelf = shelf.clone();
        async move { shelf.weigh().no_timeout().await }
    });
    settle().await;
    shelf.put(Bomb).try_tell().expect("accepted");
    let ended = shelf.stop_now();
    held.release();
    at_once(ended).await.expect("no cycle");
    let error = at_once(asked)
        .await
        .expect("no panic")
        .expect_err("stopped");
    assert!(matches!(error, AskError::Discarded { .. }));
    assert_eq!(
        recorder.lost(shelf.path()),
        lost([(DeadLetterReason::Stopped, 3)])
    );
}

/// None of the actor's code has failed.
#[tokio::test(start_paused = true)]
async fn nor_does_one_that_is_passed_over_or_not_accepted_fail_the_actor() {
    let system = ActorSystem::new("port");
    let shelf = system.spawn("shelf", Shelf).supervision(Directive::Stop);
    let shelf = shelf.await.expect("starts");
    let mut recorder = Recorder::new(&system);
    let held = hold(&shelf).await;
    let given_up = shelf.put(Bomb).timeout(Duration::from_secs(1));
    assert!(given_up.await.is_err());
    shelf.hide(Bomb).try_tell().expect("accepted");
    let weighed = tokio::spawn({
        let shelf = shelf.clone();
        async move {
            let hidden = shelf.hide(Bomb).no_timeout().await;
            (hidden, shelf.weigh().no_timeout().await)
        }
    });
    settle().await;
    held.release();
    let (hidden, weighed) = at_once(weighed).await.expect("no panic");
    assert!(
        matches!(hidden, Err(AskError::Unhandled { .. })),
        "{hidden:?}"
    );
    assert_eq!(weighed.ok(), Some(1));
    assert_eq!(shelf.skipped(), 1);
    assert_eq!(
        recorder.lost(shelf.path()),
        lost([(DeadLetterReason::Unhandled, 1)])
    );
}

#[tokio::test(start_paused = true)]
async fn what_comes_back_in_an_error_is_the_message_itself() {
    let account = Account::open(Mailbox::default(), Directive::Suspend).await;
    let Sender { depot, books } = account.sender.clone();
    at_once(depot.shutdown()).await.expect("no cycle");
    let error = depot.take(books.parcel()).try_tell().expect_err("stopped");
    let DepotMsg::Take { parcel, .. } = error.into_message() else {
        panic!("another message");
    };
    assert_eq!(parcel.n, 0);
    let error = depot.take(books.parcel()).await.expect_err("stopped");
    let AskError::NotRunning { message, .. } = error else {
        panic!("{error:?}");
    };
    let message: Result<DepotMsg, Returned> = message.downcast();
    assert!(matches!(message, Ok(DepotMsg::Take { parcel, .. }) if parcel.n == 1));
}

// === At random, on one thread ===

#[derive(Debug, Clone, Copy)]
enum Step {
    Tell(Kind),
    TryTell(Kind),
    Ask(Kind),
    /// Of those who ask or tell, in the order they began.
    GiveUp(usize),
    Hold,
    Release,
    Settle,
    Sleep,
    Pill,
    Restart,
    Reinstate,
    Shutdown,
    StopNow,
    Kill,
}

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![
        6 => Just(Kind::Take),
        3 => Just(Kind::TakeSlowly),
        2 => Just(Kind::Fail),
        1 => Just(Kind::Crash),
        2 => Just(Kind::Hoard),
        2 => Just(Kind::Open),
        4 => Just(Kind::Store),
        2 => Just(Kind::Sell),
        2 => Just(Kind::Shelve),
        1 => Just(Kind::Unshelve),
        2 => Just(Kind::KeepWaiting),
        1 => Just(Kind::Restart),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        20 => kind().prop_map(Step::TryTell),
        20 => kind().prop_map(Step::Tell),
        30 => kind().prop_map(Step::Ask),
        8 => (0..50_usize).prop_map(Step::GiveUp),
        6 => Just(Step::Hold),
        8 => Just(Step::Release),
        12 => Just(Step::Settle),
        4 => Just(Step::Sleep),
        1 => Just(Step::Pill),
        3 => Just(Step::Restart),
        5 => Just(Step::Reinstate),
        1 => Just(Step::Shutdown),
        1 => Just(Step::StopNow),
        1 => Just(Step::Kill),
    ]
}

async fn walk(mailbox: Mailbox, policy: Policy, steps: Vec<Step>) {
    let mut account = Account::open(mailbox, policy).await;
    let depot = account.depot().clone();
    let mut held = Vec::new();
    let mut waiting = Vec::new();
    for step in steps {
        match step {
            Step::TryTell(kind) => {
                account.sender.try_tell(kind);
            }
            Step::Tell(kind) => {
                let sender = account.sender.clone();
                let told = tokio::spawn(async move {
                    let giving_up = GivingUp(Some(&sender.books));
                    sender.tell(kind).await;
                    giving_up.not_any_more();
                });
                waiting.push(told.abort_handle());
            }
            Step::Ask(kind) => waiting.push(account.ask(kind)),
            Step::GiveUp(nth) => {
                if let Some(waits) = waiting.get(nth) {
                    waits.abort();
                }
            }
            Step::Hold if depot.is_running() => {
                let depot = depot.clone();
                let hold = tokio::spawn(async move { hold(&depot).await });
                held.push(hold);
                tokio::task::yield_now().await;
            }
            Step::Release => {
                for hold in held.drain(..) {
                    hold.abort();
                    drop(hold.await.ok());
                }
            }
            Step::Settle => settle().await,
            Step::Sleep => tokio::time::sleep(S).await,
            Step::Pill => drop(depot.poison_pill()),
            Step::Restart => {
                let depot = depot.clone();
                tokio::spawn(async move { depot.restart().await.is_ok() });
                tokio::task::yield_now().await;
            }
            Step::Reinstate => {
                let depot = depot.clone();
                tokio::spawn(async move { depot.reinstate().await });
                tokio::task::yield_now().await;
            }
            Step::Shutdown => drop(depot.shutdown()),
            Step::StopNow => drop(depot.stop_now()),
            Step::Kill => drop(depot.kill()),
            Step::Hold => {}
        }
    }
    for hold in held {
        hold.abort();
    }
    let _ended = depot.shutdown();
    settle().await;
    account.close().await;
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is done in whatever order.
    #[test]
    fn whatever_happens_every_message_is_accounted_for(
        capacity in prop::sample::select(vec![1, 2, 5, usize::MAX]),
        overflow in prop::sample::select(vec![Overflow::Wait, Overflow::Reject, Overflow::DropNewest, Overflow::DropOldest]),
        directive in prop::sample::select(vec![
            Directive::Suspend,
            Directive::Stop,
            Directive::Restart(Restart::DEFAULT.backoff(Duration::ZERO)),
            Directive::Restart(Restart::DEFAULT.max(2).backoff(MS)),
            Directive::Escalate,
        ]),
        steps in prop::collection::vec(step(), 0..80),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
        let mailbox = match capacity {
            usize::MAX => Mailbox::unbounded(),
            capacity => Mailbox::bounded(capacity).overflow(overflow),
        };
        runtime.expect("builds").block_on(walk(mailbox, Policy::new(directive), steps));
    }
}

// === At random, on several threads ===

/// Eight senders, and somebody who restarts, fails and in the end stops the actor, all at once.
async fn a_busy_day(mailbox: Mailbox, seed: u64) {
    let policy = Restart::DEFAULT.max(1_000).backoff(Duration::ZERO);
    let account = Account::open(mailbox, policy).await;
    let mut random = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = move |below: u64| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random % below
    };
    let mut senders = JoinSet::new();
    for _ in 0..8 {
        let sender = account.sender.clone();
        let mut kinds = Vec::new();
        for _ in 0..100 {
            let kind = match next(24) {
                0 => Kind::Fail,
                1 => Kind::Hoard,
                2 | 3 => Kind::Open,
                4..=6 => Kind::Store,
                7 => Kind::Shelve,
                8 => Kind::Unshelve,
                9 => Kind::Sell,
                10 => Kind::TakeSlowly,
                _ => Kind::Take,
            };
            kinds.push((kind, next(4)));
        }
        senders.spawn(async move {
            let mut asks = Vec::new();
            for (kind, how) in kinds {
                match how {
                    0 => drop(sender.tell(kind).await),
                    1 => drop(sender.try_tell(kind)),
                    2 => {
                        let sender = sender.clone();
                        asks.push(tokio::spawn(async move { sender.ask(kind).await }));
                    }
                    _ => {
                        // Gives up soon.
                        let asked = timeout(Duration::from_micros(50), sender.ask(kind));
                        drop(asked.await);
                    }
                }
            }
            let mut asked = Vec::new();
            for ask in asks {
                asked.push(ask.await.expect("no panic"));
            }
            asked
        });
    }
    let depot = account.depot().clone();
    let end = next(4);
    for _ in 0..next(20) {
        match next(4) {
            0 => drop(depot.restart().await),
            1 => drop(depot.reinstate().await),
            2 => tokio::time::sleep(Duration::from_micros(next(300))).await,
            _ => tokio::task::yield_now().await,
        }
    }
    match end {
        0 => drop(depot.shutdown()),
        1 => drop(depot.stop_now()),
        2 => drop(depot.kill()),
        _ => {
            if depot.poison_pill().is_err() {
                drop(depot.shutdown());
            }
        }
    }
    // A pill that is behind a failure waits with the actor.
    if timeout(5 * S, depot.ended()).await.is_err() {
        drop(depot.shutdown());
    }
    let over = async {
        let mut asked = Vec::new();
        while let Some(of_one) = senders.join_next().await {
            asked.extend(of_one.expect("no panic"));
        }
        asked
    };
    let asked = timeout(20 * S, over).await.expect("nobody waits for ever");
    let books = &account.sender.books;
    asked.iter().for_each(|asked| asked.check(books));
    account.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn on_many_threads_every_message_is_accounted_for() {
    let mailboxes = [
        Mailbox::unbounded(),
        Mailbox::default(),
        Mailbox::bounded(1),
        Mailbox::bounded(3).overflow(Overflow::Reject),
        Mailbox::bounded(3).overflow(Overflow::DropNewest),
        Mailbox::bounded(3).overflow(Overflow::DropOldest),
    ];
    for (seed, mailbox) in (0..120).zip(mailboxes.into_iter().cycle()) {
        a_busy_day(mailbox, seed).await;
    }
}
