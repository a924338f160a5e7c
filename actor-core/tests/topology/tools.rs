//! Tools are supplied by the host and had by the actors that say that they use them, by type.

use super::*;

/// Which way.
trait Plan: Send + Sync {
    fn way(&self, to: u64) -> u64;
}

/// What time it is.
trait Clock: Send + Sync {
    fn now(&self) -> u64;
}

struct Fixed(u64);

impl Plan for Fixed {
    fn way(&self, to: u64) -> u64 {
        self.0 + to
    }
}

impl Clock for Fixed {
    fn now(&self) -> u64 {
        self.0
    }
}

#[actor(tools(dyn Plan, dyn Clock))]
#[derive(Default)]
struct Porter;

#[actor]
impl Porter {
    #[on(PreStart)]
    fn look(&mut self, ctx: &mut Context<Self>) {
        ctx.tool::<dyn Clock>().now();
    }

    #[handler]
    fn carry(&mut self, ctx: &mut Context<Self>, to: u64) -> u64 {
        ctx.tool::<dyn Plan>().way(to) * ctx.tool::<dyn Clock>().now()
    }
}

topology! {
    Station;
    node front = "front";
    node back = "back";
    tool plan: dyn Plan;
    tool clock: dyn Clock;
    actor porter: Porter on front { tools = [plan, clock]; }
    actor ledger: Ledger on back;
}

fn tools() -> StationTools {
    StationTools {
        plan: Arc::new(Fixed(2)),
        clock: Arc::new(Fixed(10)),
    }
}

#[tokio::test(start_paused = true)]
async fn they_are_there_from_the_start_on_and_over_restarts() {
    let station = soon(Station::local().tools(tools()).start())
        .await
        .expect("starts");
    assert_eq!(soon(station.porter().carry(1)).await.expect("answers"), 30);
    soon(station.porter().restart()).await.expect("restarts");
    assert_eq!(soon(station.porter().carry(2)).await.expect("answers"), 40);
}

#[tokio::test(start_paused = true)]
async fn a_node_whose_actors_use_any_is_supplied_and_others_need_not_be() {
    let front = soon(Station::front().tools(tools()).start())
        .await
        .expect("starts");
    assert_eq!(soon(front.porter().carry(1)).await.expect("answers"), 30);
    let back = soon(Station::back().start()).await.expect("starts");
    assert_eq!(soon(back.ledger().post(1)).await.expect("answers"), 1);
}

/// A program that makes its topology at run time is told of all that are missing at once.
#[tokio::test(start_paused = true)]
async fn those_that_are_missing_are_an_error_of_the_start() {
    let error = soon(Station::definition().local().start())
        .await
        .expect_err("no tools");
    assert!(matches!(&error, StartError::MissingTools { tools } if *tools == ["plan", "clock"]));
    assert_eq!(
        error.to_string(),
        "tools that actors use are not supplied: plan, clock"
    );
    let some = Station::definition()
        .local()
        .tool::<dyn Clock>(Arc::new(Fixed(1)));
    let error = soon(some.start()).await.expect_err("one is missing");
    assert!(matches!(&error, StartError::MissingTools { tools } if *tools == ["plan"]));
    let both = Station::definition()
        .local()
        .tool::<dyn Clock>(Arc::new(Fixed(1)))
        .tool::<dyn Plan>(Arc::new(Fixed(1)));
    let running = soon(both.start()).await.expect("starts");
    assert_eq!(
        soon(running.actor::<Porter>("porter").carry(1))
            .await
            .expect("answers"),
        2
    );
    soon(Station::definition().node("back").start())
        .await
        .expect("uses none");
}

#[tokio::test(start_paused = true)]
async fn outside_of_a_topology_there_are_none() {
    let system = ActorSystem::new("test");
    let error = soon(system.spawn("porter", Porter))
        .await
        .expect_err("it looks at the clock");
    assert!(
        error.to_string().contains("no topology supplies it"),
        "{error}"
    );
}
