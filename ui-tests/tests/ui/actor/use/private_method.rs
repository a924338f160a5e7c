mod shop {
    use actor_core::prelude::*;

    #[actor]
    #[derive(Default)]
    pub struct Till {
        total: u64,
    }

    #[actor]
    impl Till {
        #[handler]
        fn set(&mut self, total: u64) {
            self.total = total;
        }

        #[handler]
        pub(self) async fn double(&mut self) -> u64 {
            self.total *= 2;
            self.total
        }

        #[handler]
        pub fn total(&self) -> u64 {
            self.total
        }
    }
}

async fn others(till: shop::TillHandle) {
    let _ = till.set(3).await;
    let _ = till.double().await;
    let _ = till.total().await;
    let _ = shop::TillMsg::set(3);
}

fn main() {}
