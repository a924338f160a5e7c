//! The code of the chapter "Asking in a handler".
#![allow(missing_docs, clippy::missing_errors_doc, clippy::missing_panics_doc)]

use std::time::Duration;

use actor_core::prelude::*;

// ANCHOR: stock
#[derive(Debug, PartialEq)]
pub struct SoldOut {
    pub left: u32,
}

impl std::fmt::Display for SoldOut {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "only {} left", self.left)
    }
}

impl std::error::Error for SoldOut {}

#[actor]
pub struct Stock {
    left: u32,
}

#[actor]
impl Stock {
    /// Gives out `count`, or refuses.
    #[handler]
    pub fn take(&mut self, count: u32) -> Result<u32, SoldOut> {
        let left = self.left;
        self.left = left.checked_sub(count).ok_or(SoldOut { left })?;
        Ok(self.left)
    }

    #[handler]
    pub async fn count(&mut self) -> u32 {
        tokio::time::sleep(Duration::from_secs(60)).await;
        self.left
    }

    /// Asks back.
    #[handler]
    pub async fn compare(&mut self, clerk: ClerkHandle) -> Result<u32, AskError> {
        clerk.sales().await
    }
}
// ANCHOR_END: stock

// ANCHOR: clerk
#[actor(supervision = stop)]
pub struct Clerk {
    stock: StockHandle,
    sales: u32,
}

/// What a sale comes to.
#[derive(Debug, PartialEq)]
pub enum NotSold {
    SoldOut(SoldOut),
    Later,
}

#[actor]
impl Clerk {
    /// Wrong: `?` makes a `Fault` of whatever comes back, and a `Fault` is a failure. A clerk of an empty stock stops.
    #[handler]
    pub async fn sell_or_fail(&mut self, count: u32) -> Result<u32, Fault> {
        Ok(self.stock.take(count).await?)
    }

    /// Nothing the stock answers, or does not, is a failure of the clerk. Each is an answer of the clerk's own.
    #[handler]
    pub async fn sell(&mut self, count: u32) -> Result<u32, NotSold> {
        match self.stock.take(count).await {
            Ok(left) => {
                self.sales += 1;
                Ok(left)
            }
            Err(AskError::Handler(refused)) => Err(NotSold::SoldOut(refused)),
            Err(_) => Err(NotSold::Later), // the stock failed, is suspended, has stopped, is too slow …
        }
    }

    /// A refusal is an answer, and the rest is a failure: `into_handler_error` tells them apart. For its asker the two
    /// `Result`s are one: `Result<u32, AskError<SoldOut>>`.
    #[handler]
    pub async fn sell_or_report(&mut self, count: u32) -> Result<Result<u32, SoldOut>, Fault> {
        match self.stock.take(count).await {
            Ok(left) => Ok(Ok(left)),
            Err(error) => Ok(Err(error.into_handler_error()?)), // `?`: the error was none of the handler's
        }
    }

    #[handler]
    pub fn sales(&self) -> u32 {
        self.sales
    }

    /// Waits for the stock, which asks back: a circle, refused to the one that would close it.
    #[handler]
    pub async fn review(&mut self, ctx: &mut Context<Self>) -> Result<u32, AskError<AskError>> {
        self.stock.compare(ctx.myself()).await
    }
}
// ANCHOR_END: clerk

async fn shop(left: u32) -> Result<(StockHandle, ClerkHandle), SpawnError> {
    let system = ActorSystem::new("shop");
    let stock = system.spawn("stock", Stock { left }).await?;
    let clerk = Clerk {
        stock: stock.clone(),
        sales: 0,
    };
    Ok((stock, system.spawn("clerk", clerk).await?))
}

#[tokio::test(start_paused = true)]
async fn a_refusal_is_no_failure_of_the_asker() -> Result<(), Box<dyn std::error::Error>> {
    let (stock, clerk) = shop(5).await?;
    // ANCHOR: sold
    assert!(matches!(clerk.sell(3).await, Ok(2)));
    let refused = clerk.sell(3).await; // Result<u32, AskError<NotSold>>
    assert!(matches!(
        refused,
        Err(AskError::Handler(NotSold::SoldOut(SoldOut { left: 2 })))
    ));

    let refused = clerk.sell_or_report(3).await; // Result<u32, AskError<SoldOut>>
    assert!(matches!(
        refused,
        Err(AskError::Handler(SoldOut { left: 2 }))
    ));

    let failed = clerk.sell_or_fail(3).await;
    assert!(
        matches!(failed, Err(AskError::Failed { fault, .. }) if fault.is::<AskError<SoldOut>>())
    );
    clerk.ended().await?; // its supervision says stop
    assert!(stock.is_running());
    // ANCHOR_END: sold
    Ok(())
}

#[tokio::test(start_paused = true)]
async fn what_the_other_cannot_answer_is_an_answer_as_well()
-> Result<(), Box<dyn std::error::Error>> {
    let (stock, clerk) = shop(5).await?;
    stock.shutdown().await?;
    assert!(matches!(
        clerk.sell(1).await,
        Err(AskError::Handler(NotSold::Later))
    ));
    let failed = clerk.sell_or_report(1).await;
    assert!(matches!(failed, Err(AskError::Failed { .. })));
    clerk.ended().await?;
    Ok(())
}

#[tokio::test(start_paused = true)]
async fn a_circle_is_refused() -> Result<(), Box<dyn std::error::Error>> {
    let (stock, clerk) = shop(5).await?;
    // ANCHOR: circle
    // The stock's ask would close the circle, so it fails, at once. The stock answers with that error, the clerk too.
    let Err(AskError::Handler(of_clerk)) = clerk.review().await else {
        panic!("the clerk answers with an error");
    };
    let AskError::Handler(of_stock) = of_clerk else {
        panic!("the stock answered with an error");
    };
    assert!(matches!(of_stock, AskError::Cycle { .. }) && of_stock.never_ran());
    assert!(stock.is_running() && clerk.is_running());
    // ANCHOR_END: circle
    Ok(())
}

// ANCHOR: audit
#[actor]
#[derive(Default)]
pub struct Auditor {
    counted: Option<u32>,
}

#[actor]
impl Auditor {
    /// Holds the auditor until the answer is there, for a second at the most.
    #[handler]
    pub async fn wait(&mut self, stock: StockHandle) -> Result<u32, AskError> {
        stock.count().timeout(Duration::from_secs(1)).await
    }

    /// Holds nothing: the outcome comes as a message.
    #[handler]
    pub fn begin(&mut self, ctx: &mut Context<Self>, stock: StockHandle) {
        let asked = async move { stock.count().no_timeout().await };
        ctx.pipe(asked, AuditorMsg::counted);
    }

    #[handler]
    fn counted(&mut self, outcome: Result<u32, AskError>) {
        self.counted = outcome.ok();
    }

    #[handler]
    pub fn result(&self) -> Option<u32> {
        self.counted
    }
}
// ANCHOR_END: audit

#[tokio::test(start_paused = true)]
async fn what_takes_long() -> Result<(), Box<dyn std::error::Error>> {
    let (stock, _clerk) = shop(5).await?;
    let auditor = ActorSystem::new("office")
        .spawn("auditor", Auditor::default())
        .await?;
    // ANCHOR: audited
    let late = auditor.wait(stock.clone()).await;
    assert!(matches!(
        late,
        Err(AskError::Handler(AskError::Timeout { began: true, .. }))
    ));

    auditor.begin(stock).await?;
    assert_eq!(auditor.result().await?, None);
    tokio::time::sleep(Duration::from_secs(180)).await;
    assert_eq!(auditor.result().await?, Some(5));
    // ANCHOR_END: audited
    Ok(())
}
