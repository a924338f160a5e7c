use actor_core::prelude::*;

#[actor]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[handler]
    fn parse(&self, text: String) -> Result<u64, Box<dyn std::error::Error>> {
        Ok(text.parse::<u64>()? + self.total)
    }

    #[handler]
    fn total(&self) -> u64 {
        self.total
    }
}

async fn others(till: TillHandle) {
    let _ = till.parse(String::new()).await;
    let _ = till.total().await;
}

fn main() {}
