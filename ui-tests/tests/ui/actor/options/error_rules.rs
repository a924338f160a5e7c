use actor_core::prelude::*;

#[derive(Debug)]
struct Jammed;

impl std::fmt::Display for Jammed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("jammed")
    }
}

impl std::error::Error for Jammed {}

#[actor(
    on_error(Jammed = resume, Jammed = stop, Panic, Torn = ignore)
)]
#[derive(Default)]
struct Till {
    total: u64,
}

#[actor]
impl Till {
    #[handler]
    fn total(&self) -> u64 {
        self.total
    }
}

async fn others(till: TillHandle) {
    let _ = till.total().await;
}

fn main() {}
