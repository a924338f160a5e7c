//! A shop over two nodes: its counter at the edge, its books in the core.
//!
//! Both are hosted in this process. What goes from one to the other crosses a network all the same, which is cut here.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use actor_core::prelude::*;
use actor_core::remote::MemoryNetwork;
use serde::{Deserialize, Serialize};

/// A sale is in the books. It goes to who subscribes, on any node.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Entered {
    what: String,
    cents: u64,
}

/// A sale is refused. It goes back to who asked, on any node.
#[derive(Debug, Serialize, Deserialize)]
struct NotOnTheList;

impl fmt::Display for NotOnTheList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("that is not on the list")
    }
}

impl std::error::Error for NotOnTheList {}

/// Something actors use that is no actor. Whoever starts the shop supplies it.
trait Prices: Send + Sync {
    fn of(&self, what: &str) -> Option<u64>;
}

struct PriceList;

impl Prices for PriceList {
    fn of(&self, what: &str) -> Option<u64> {
        match what {
            "bread" => Some(320),
            "milk" => Some(140),
            _ => None,
        }
    }
}

#[actor(emits(Entered), tools(dyn Prices))]
#[derive(Default)]
struct Ledger {
    total: u64,
}

/// `remote`: its messages can come from other nodes.
#[actor(remote)]
impl Ledger {
    #[handler]
    fn sell(&mut self, ctx: &mut Context<Self>, what: String) -> Result<u64, NotOnTheList> {
        let cents = ctx.tool::<dyn Prices>().of(&what).ok_or(NotOnTheList)?;
        self.total += cents;
        ctx.emit(Entered { what, cents });
        Ok(self.total)
    }

    #[handler]
    fn burn(&mut self) -> Result<(), Fault> {
        Err(Fault::msg("the books are on fire"))
    }
}

#[actor]
#[derive(Default)]
struct Audit {
    sales: u64,
}

#[actor]
impl Audit {
    #[on(Entered)]
    fn entered(&mut self, _event: Entered) {
        self.sales += 1;
    }

    #[handler]
    fn sales(&self) -> u64 {
        self.sales
    }
}

/// Shows what it hears, to whoever waits for it.
#[actor]
#[derive(Default)]
struct Board {
    lines: VecDeque<String>,
    reader: Option<ReplyTo<String>>,
}

#[actor]
impl Board {
    #[on(PostStart)]
    fn begin(&mut self, ctx: &mut Context<Self>) {
        self.watch(ctx);
    }

    /// Watches the ledger: its end, or that of the way to its node.
    #[handler]
    fn watch(&mut self, ctx: &mut Context<Self>) {
        if let Some(edge) = ShopEdge::of(ctx.system()) {
            ctx.watch(&edge.ledger());
        }
    }

    #[on(Entered)]
    fn entered(&mut self, event: Entered) {
        self.show(format!("{} for {} cents", event.what, event.cents));
    }

    #[on(Terminated)]
    fn terminated(&mut self, gone: Terminated) {
        self.show(format!(
            "{} is gone: {}",
            gone.actor().path(),
            gone.reason()
        ));
    }

    #[handler]
    fn line(&mut self, reply: ReplyTo<String>) {
        match self.lines.pop_front() {
            Some(line) => reply.send(line),
            None => self.reader = Some(reply),
        }
    }
}

impl Board {
    fn show(&mut self, line: String) {
        match self.reader.take() {
            Some(reader) => reader.send(line),
            None => self.lines.push_back(line),
        }
    }
}

/// One customer at the counter.
#[actor]
struct Basket {
    user: String,
}

#[actor]
impl Basket {
    #[handler]
    async fn buy(&mut self, ctx: &mut Context<Self>, what: &'static str) -> Result<String, Fault> {
        let edge = ShopEdge::of(ctx.system()).ok_or(Fault::msg("the shop is closed"))?;
        let total = edge.ledger().sell(what.into()).await?; // over the network
        Ok(format!(
            "{} buys {what}: {total} cents in the books",
            self.user
        ))
    }
}

topology! {
    /// The shop.
    Shop;

    node edge = "edge";
    node core = "core";

    tool prices: dyn Prices;

    actor ledger: Ledger on core {
        supervision = restart(max = 5, within = 1m, backoff = 20ms);
        tools = [prices];
    }
    actor audit: Audit on core;
    actor board: Board on edge;
    /// One for each user, from the first time it is asked for.
    actor basket(user: String): Basket on edge {
        id = format!("basket-{user}");
        init = Basket { user };
        supervision = resume;
        on_error(Panic = restart);
        passivate(after = 10m);
    }

    supervisor books on core = one_for_all [ledger, audit];

    subscribe ledger -> [audit, board] on [Entered];
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let network = MemoryNetwork::new();
    let prices = Arc::new(PriceList);
    let shop = Shop::local()
        .transport(network.clone())
        .tools(ShopTools { prices })
        .start()
        .await?;
    let board = shop.board();

    // Baskets are spawned when they are first asked for, on their node; the ledger they ask is on the other.
    let ann = shop.basket("ann".into()).await?;
    let bob = shop.basket("bob".into()).await?;
    println!("{}: {}", ann.path(), ann.buy("bread").await?);
    println!("{}: {}", bob.path(), bob.buy("milk").await?);
    println!("board: {}", board.line().await?);
    println!("board: {}", board.line().await?);
    match bob.buy("a horse").await {
        Ok(bought) => println!("{bought}"),
        Err(error) => println!("bob: {error}"),
    }

    // The two are restarted together, each with a value of its own, and the subscriptions hold.
    println!("audit: {} sales", shop.audit().sales().await?);
    let core = shop.system("core").ok_or("not hosted")?;
    let mut events = core.events().subscribe();
    shop.ledger().burn().tell().await?;
    while let Some(event) = events.recv().await {
        if event.kind.name() == "ActorRestarted" {
            println!("{event}");
            if event.path == *shop.audit().path() {
                break;
            }
        }
    }
    println!("{}", ann.buy("milk").await?);
    println!("board: {}", board.line().await?);
    println!("audit: {} sales", shop.audit().sales().await?);

    // A node that cannot be reached is lost to those who watch its actors, and asks fail at once.
    network.cut("edge", "core");
    println!("board: {}", board.line().await?);
    if let Err(error) = ann.buy("bread").await {
        println!("ann: {error}");
    }
    network.heal("edge", "core");
    let bought = loop {
        match ann.buy("bread").await {
            Ok(bought) => break bought,
            Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
        }
    };
    println!("{bought}");

    shop.stop().await?;
    println!("closed");
    Ok(())
}
