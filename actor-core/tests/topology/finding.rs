//! The actors of a topology are found by their names, with their types, for as long as it runs.

use super::*;

#[tokio::test(start_paused = true)]
async fn each_actor_has_a_method_that_gives_its_handle() {
    let shop = shop().await;
    let ledger: LedgerHandle = shop.ledger();
    assert_eq!(ledger.path().as_str(), "core-1/ledger");
    assert_eq!(shop.audit().path().as_str(), "core-1/the-audit");
    assert_eq!(shop.gate().path().as_str(), "edge-1/gate");
}

#[tokio::test(start_paused = true)]
async fn a_handle_stays_the_same_over_restarts() {
    let shop = shop().await;
    let before = shop.ledger();
    assert!(soon(before.fail()).await.is_err());
    settle().await;
    assert_eq!(before, shop.ledger());
    assert_eq!(soon(before.post(1)).await.expect("answers"), 1);
}

#[tokio::test(start_paused = true)]
async fn it_is_found_by_the_system_of_any_of_its_nodes() {
    let shop = shop().await;
    for node in ["edge", "core", "desk"] {
        let system = shop.system(node).expect("it is hosted");
        let found = Shop::of(system).expect("it runs");
        assert_eq!(found.ledger(), shop.ledger());
        assert!(ShopEdge::of(system).is_some());
    }
    assert!(shop.system("attic").is_none());
    assert!(Shop::of(&ActorSystem::new("elsewhere")).is_none());
}

/// Nobody has to keep what `start` gives.
#[tokio::test(start_paused = true)]
async fn it_is_found_while_one_of_its_actors_runs() {
    let system = shop().await.system("core").expect("it is hosted").clone();
    settle().await;
    let found = Shop::of(&system).expect("its actors run");
    assert_eq!(soon(found.ledger().post(1)).await.expect("answers"), 1);
    soon(found.stop()).await.expect("stops");
    drop(found);
    settle().await;
    assert!(Shop::of(&system).is_none());
}

topology! {
    OnDemand;
    node main = "main";
    actor session(user: String): Session on main {
        id = user;
        init = Session::new(user);
    }
}

#[tokio::test(start_paused = true)]
async fn it_is_found_while_one_of_its_instances_runs() {
    let all = soon(OnDemand::local().start()).await.expect("starts");
    let ann = soon(all.session("ann".into())).await.expect("starts");
    let system = all.system("main").expect("it is hosted").clone();
    drop(all);
    let found = OnDemand::of(&system).expect("ann runs");
    assert_eq!(soon(found.session("ann".into())).await.expect("runs"), ann);
    drop(found);
    soon(ann.shutdown()).await.expect("ends");
    settle().await;
    assert!(
        OnDemand::of(&system).is_none(),
        "there is nothing of it left"
    );
}

mod same_name {
    use super::super::*;

    topology! {
        pub(super) Shop;
        node edge = "edge-1";
        node core = "core-1";
        actor ledger: Audit on core;
        actor gate: Audit on edge;
    }
}

#[tokio::test(start_paused = true)]
async fn another_of_the_same_name_is_not_taken_for_it() {
    let shop = shop().await;
    let system = shop.system("core").expect("it is hosted");
    assert!(same_name::Shop::of(system).is_none());
}

/// Reaches the others of its topology, in each of the places where it may want to.
#[actor]
struct Clerk {
    at_first: Option<u64>,
}

#[actor]
impl Clerk {
    #[on(PreStart)]
    async fn open(&mut self, ctx: &mut Context<Self>) -> Result<(), Fault> {
        let office = Office::of(ctx.system()).ok_or(Fault::msg("not in an office"))?;
        self.at_first = Some(office.ledger().post(2).await?);
        Ok(())
    }

    #[handler]
    async fn post(&mut self, ctx: &mut Context<Self>, amount: u64) -> Result<u64, Fault> {
        let office = Office::of(ctx.system()).ok_or(Fault::msg("not in an office"))?;
        Ok(office.ledger().post(amount).await? + self.at_first.unwrap_or(1_000))
    }
}

topology! {
    Office;
    node main = "main";
    actor ledger: Ledger on main;
    actor clerk: Clerk on main {
        init = Clerk { at_first: None };
    }
}

#[tokio::test(start_paused = true)]
async fn an_actor_finds_the_others_from_its_start_on() {
    let office = soon(Office::local().start()).await.expect("starts");
    assert_eq!(soon(office.clerk().post(3)).await.expect("answers"), 5 + 2);
}

topology! {
    Exposed;
    node main = "main";
    actor ledger: Ledger on main { gateway; }
    actor audit: Audit on main { gateway = "books"; }
    actor gate: Audit on main;
}

#[tokio::test(start_paused = true)]
async fn what_is_exposed_is_found_by_its_scope_and_nothing_else_is() {
    let all = soon(Exposed::local().start()).await.expect("starts");
    let system = all.system("main").expect("it is hosted");
    let running = Running::in_system(system).expect("it runs");
    let exposed = running.exposed().into_iter();
    let exposed: Vec<_> = exposed
        .map(|(scope, actor)| (scope, actor.path().to_string()))
        .collect();
    let expected = [
        ("ledger", "main/ledger".to_owned()),
        ("books", "main/audit".to_owned()),
    ];
    assert_eq!(exposed, expected);
}

#[tokio::test(start_paused = true)]
#[should_panic(expected = "no `Ledger` runs here as `legder`")]
async fn a_key_that_is_not_declared_is_a_panic_that_names_it() {
    let running = soon(Shop::definition().local().start())
        .await
        .expect("starts");
    let _ = running.actor::<Ledger>("legder");
}
