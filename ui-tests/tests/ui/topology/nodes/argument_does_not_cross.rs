use actor_core::prelude::*;

pub struct Coin(u8);

#[actor]
pub struct Till {
    coins: Vec<Coin>,
}

#[actor(remote)]
impl Till {
    #[handler]
    fn put(&mut self, coin: Coin) {
        self.coins.push(coin);
    }

    #[handler]
    fn count(&self) -> usize {
        self.coins.iter().filter(|coin| coin.0 > 0).count()
    }
}

async fn use_it(till: TillHandle) {
    let _ = till.put(Coin(1)).await;
    let _ = till.count().await;
}

fn main() {
    let _ = use_it;
}
