//! Requests, replies and errors: a handler's own error reaches the asker, whoever fails or is too slow is named.

use std::fmt;
use std::time::Duration;

use actor_core::prelude::*;

#[actor(supervision = stop)]
struct Account {
    balance: i64,
}

#[derive(Debug, PartialEq)]
struct Receipt {
    amount: i64,
    balance: i64,
}

#[derive(Debug)]
enum Refused {
    Overdrawn { missing: i64 },
    NotPositive,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Overdrawn { missing } => write!(f, "overdrawn by {missing}"),
            Self::NotPositive => f.write_str("an amount must be positive"),
        }
    }
}

impl std::error::Error for Refused {}

#[actor]
impl Account {
    /// `Result` replies are flattened: the asker gets `Result<Receipt, AskError<Refused>>`.
    #[handler]
    fn withdraw(&mut self, amount: i64) -> Result<Receipt, Refused> {
        if amount <= 0 {
            return Err(Refused::NotPositive);
        }
        if amount > self.balance {
            return Err(Refused::Overdrawn {
                missing: amount - self.balance,
            });
        }
        self.balance -= amount;
        Ok(Receipt {
            amount,
            balance: self.balance,
        })
    }

    /// A `Fault` is no reply: it engages the supervisor. Any error becomes one by `?`.
    #[handler]
    fn import(&mut self, line: String) -> Result<i64, Fault> {
        self.balance += line.trim().parse::<i64>()?;
        Ok(self.balance)
    }

    #[handler]
    async fn audit(&mut self) -> i64 {
        tokio::time::sleep(Duration::from_secs(3600)).await;
        self.balance
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let system = ActorSystem::new("bank");
    let account = system.spawn("account", Account { balance: 100 }).await?;

    println!("receipt: {:?}", account.withdraw(30).await?);
    for amount in [500, 0] {
        match account.withdraw(amount).await {
            Err(AskError::Handler(refused)) => println!("refused: {refused}"),
            other => println!("unexpected: {other:?}"),
        }
    }

    println!("imported: {}", account.import("20".to_owned()).await?);
    let broken = account.import("twenty".to_owned()).await;
    println!("fault: {}", broken.expect_err("no number"));
    account.ended().await?;
    println!("the policy says stop: running = {}", account.is_running());

    let account = system.spawn("account", Account { balance: 1 }).await?;
    let slow = account.audit().timeout(Duration::from_millis(50)).await;
    println!("timeout: {}", slow.expect_err("it takes an hour"));
    account.kill().await?;

    let gone = account.withdraw(1).await.expect_err("killed");
    println!("gone: {gone}, it never ran: {}", gone.never_ran());
    system.stop().await?;
    Ok(())
}
