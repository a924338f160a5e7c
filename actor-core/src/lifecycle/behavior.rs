//! The stack of behaviours of an actor.

use crate::actor::Behavior;

/// The behaviour an actor is in, over those it can go back to. Empty, it is the initial one.
pub(crate) struct BehaviorStack<B>(Vec<B>);

impl<B: Behavior> BehaviorStack<B> {
    pub(crate) const fn new() -> Self {
        Self(Vec::new())
    }

    pub(crate) fn current(&self) -> B {
        self.0.last().copied().unwrap_or(B::INITIAL)
    }

    /// Replaces the whole stack.
    pub(crate) fn become_(&mut self, behavior: B) {
        self.0.clear();
        self.0.push(behavior);
    }

    pub(crate) fn become_stacked(&mut self, behavior: B) {
        self.0.push(behavior);
    }

    /// Back to the behaviour before; where there is none, to the initial one.
    pub(crate) fn unbecome_stacked(&mut self) {
        self.0.pop();
    }

    /// Back to the initial behaviour.
    pub(crate) fn unbecome(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    struct B(u8);

    impl Behavior for B {
        const INITIAL: Self = Self(0);
        fn name(self) -> &'static str {
            "b"
        }
    }

    #[derive(Debug, Clone)]
    enum Op {
        Become(u8),
        Stack(u8),
        Unstack,
        Clear,
    }

    fn op() -> impl Strategy<Value = Op> {
        prop_oneof![
            (1_u8..9).prop_map(Op::Become),
            (1_u8..9).prop_map(Op::Stack),
            Just(Op::Unstack),
            Just(Op::Clear),
        ]
    }

    proptest! {
        /// Against the plain reading: a list whose last entry counts, and the initial behaviour below it.
        #[test]
        fn it_behaves_as_a_list_over_the_initial_behaviour(ops in prop::collection::vec(op(), 0..50)) {
            let (mut stack, mut list) = (BehaviorStack::<B>::new(), vec![]);
            for op in ops {
                match op {
                    Op::Become(b) => { stack.become_(B(b)); list = vec![b]; }
                    Op::Stack(b) => { stack.become_stacked(B(b)); list.push(b); }
                    Op::Unstack => { stack.unbecome_stacked(); list.pop(); }
                    Op::Clear => { stack.unbecome(); list = vec![]; }
                }
                prop_assert_eq!(stack.current(), B(list.last().copied().unwrap_or(0)));
            }
        }
    }
}
