use actor_core::prelude::*;

pub struct Coin;
pub struct Empty;

#[actor]
pub struct Till {
    coins: Vec<Coin>,
}

#[actor(remote)]
impl Till {
    #[handler]
    fn take(&mut self) -> Result<u8, Empty> {
        self.coins.pop().map(|_| 1).ok_or(Empty)
    }

    #[handler]
    fn give(&mut self, reply: ReplyTo<Coin>) {
        drop(reply);
    }
}

fn main() {}
