use actor_core::prelude::*;

use std::borrow::Cow;

#[actor]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[handler]
    fn note(&mut self, text: Cow<'_, str>) -> usize {
        text.len()
    }

    #[handler]
    fn total(&self) -> u64 {
        self.total
    }
}

async fn others(till: TillHandle) {
    let _ = till.note("a".into()).await;
    let _ = till.total().await;
}

fn main() {}
