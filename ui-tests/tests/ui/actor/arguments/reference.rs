use actor_core::prelude::*;

#[actor]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[handler]
    fn note(&mut self, text: &str, lines: &[u8]) -> usize {
        text.len() + lines.len()
    }

    #[handler]
    fn total(&self) -> u64 {
        self.total
    }
}

async fn others(till: TillHandle) {
    let _ = till.note("a", b"b").await;
    let _ = till.total().await;
}

fn main() {}
