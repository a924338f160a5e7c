//! Random traces of failures through the running system and through a model of it, which must agree.

use actor_core::Strategy;
use proptest::prelude::{Just, ProptestConfig, prop, prop_assert_eq, prop_oneof, proptest};
use proptest::strategy::Strategy as _;

use super::*;

/// What an actor's policy says of each of its failures.
#[derive(Debug, Clone, Copy)]
enum Says {
    Restart { max: u32, within: u64 },
    Resume,
    Stop,
    Suspend,
    Escalate { max: u32, within: u64 },
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Is {
    Up { restarts: u32 },
    Held { restarts: u32 },
    Gone,
}

/// The rules once more, written from the other end: a list of the members, and what each failure does to it.
struct Oracle {
    strategy: Strategy,
    says: Vec<Says>,
    are: Vec<Is>,
    /// When each was restarted on its own account, since that was last cleared.
    times: Vec<Vec<u64>>,
}

impl Oracle {
    fn new(strategy: Strategy, says: &[Says]) -> Self {
        Self {
            strategy,
            says: says.to_vec(),
            are: vec![Is::Up { restarts: 0 }; says.len()],
            times: vec![Vec::new(); says.len()],
        }
    }

    fn fails(&mut self, who: usize, now: u64) {
        let Is::Up { restarts } = self.are[who] else {
            return;
        };
        let grouped = matches!(self.strategy, OneForAll | RestForOne);
        let (max, within) = match self.says[who] {
            Says::Resume => return,
            Says::Stop => return self.are[who] = Is::Gone,
            Says::Suspend => return self.are[who] = Is::Held { restarts },
            _ if self.strategy == Escalate => return self.all_gone(),
            Says::Escalate { max, within } if grouped => (max, within),
            // The parent has a hook for it, and leaves it as it is.
            Says::Escalate { .. } => return self.are[who] = Is::Held { restarts },
            Says::Restart { max, within } => (max, within),
        };
        let recent = self.times[who].iter().filter(|&&at| now - at <= within);
        if recent.count() as u32 >= max {
            match grouped {
                true => self.all_gone(),
                false => self.are[who] = Is::Gone,
            }
            return;
        }
        let affected = match self.strategy {
            OneForAll => 0..self.are.len(),
            RestForOne => who..self.are.len(),
            _ => who..who + 1,
        };
        for one in affected {
            if let Is::Up { restarts } | Is::Held { restarts } = self.are[one] {
                self.are[one] = Is::Up {
                    restarts: restarts + 1,
                };
                if one != who {
                    self.times[one].clear();
                }
            }
        }
        self.times[who].push(now);
    }

    fn all_gone(&mut self) {
        self.are.fill(Is::Gone);
    }
}

fn is(actor: &SubjectHandle) -> Is {
    let restarts = actor.restart_count();
    match (actor.is_running(), actor.is_suspended()) {
        (true, _) => Is::Up { restarts },
        (_, true) => Is::Held { restarts },
        _ => Is::Gone,
    }
}

fn says() -> impl proptest::strategy::Strategy<Value = Says> {
    let bounds = (0_u32..4, 1_u64..20);
    prop_oneof![
        4 => bounds.clone().prop_map(|(max, within)| Says::Restart { max, within }),
        1 => bounds.prop_map(|(max, within)| Says::Escalate { max, within }),
        1 => Just(Says::Resume),
        1 => Just(Says::Stop),
        1 => Just(Says::Suspend),
    ]
}

fn policy(says: Says) -> Policy {
    let bounds = |max, within| {
        AT_ONCE
            .max(max)
            .within(Duration::from_millis(within * 1000 + 500))
    };
    match says {
        Says::Restart { max, within } => bounds(max, within).into(),
        Says::Escalate { max, within } => {
            Policy::new(Directive::Escalate).bounds(bounds(max, within))
        }
        Says::Resume => Directive::Resume.into(),
        Says::Stop => Directive::Stop.into(),
        Says::Suspend => Directive::Suspend.into(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 96,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_trace_ends_as_the_model_says(
        strategy in prop::sample::select(vec![OneForOne, OneForAll, RestForOne, Escalate]),
        says in prop::collection::vec(says(), 1..5),
        failures in prop::collection::vec((0_usize..5, 0_u64..12), 1..40),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build()
            .expect("a runtime");
        runtime.block_on(async {
            const NAMES: [&str; 5] = ["a", "b", "c", "d", "e"];
            let family = Family::new(strategy).await;
            let mut members = Vec::new();
            for (&name, &says) in NAMES.iter().zip(&says) {
                members.push(family.child(name, policy(says)).await);
            }
            let mut oracle = Oracle::new(strategy, &says);
            let mut now = 0;
            for (who, gap) in failures {
                let who = who % members.len();
                // Every window ends half a second off, so that none ends just when something fails.
                pass(Duration::from_secs(gap)).await;
                now += gap;
                // One that does not run takes no message, in the model as well.
                let _ = members[who].fail(Fault::msg("no")).try_tell();
                settle().await;
                oracle.fails(who, now);
                let are: Vec<_> = members.iter().map(is).collect();
                prop_assert_eq!(&are, &oracle.are, "after {} failed at {}", who, now);
            }
            family.system.stop().await.expect("ends");
            Ok(())
        })?;
    }
}
