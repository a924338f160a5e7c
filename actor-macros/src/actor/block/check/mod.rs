//! What is wrong with a block that parses.
//!
//! Nothing is said that rustc says better: wrong and unknown types, two methods of one name, mistakes in bodies.

mod bounds;
mod clashes;
mod handler;
mod hook;
mod method;
mod sendable;

use super::model::Block;
use crate::diag::Errors;

pub(crate) use handler::{can_be_sent, meant};

/// Reports what cannot work, and notes with each method how much of it can.
pub(crate) fn check(block: &mut Block, errors: &mut Errors) {
    let actor = block.head.name().clone();
    bounds::check(block, errors);
    for handler in &mut block.handlers {
        handler::check(handler, &actor, errors);
    }
    for hook in &mut block.hooks {
        hook::check(hook, &actor, errors);
    }
    clashes::check(block, errors);
}
