//! Types that are never `Send`.
//!
//! Whether a type is, only the type checker knows, and `expand/checks.rs` asks it. But its answer does not say what to
//! write instead, and for the few types that people reach for, we can.

use crate::actor::block::types::{arguments, last_segment, peel};
use crate::diag::Errors;
use crate::show::show;
use syn::{Type, TypeParamBound, TypeTraitObject};

/// Types of the standard library that are `Send` if what they hold is. Others may hold nothing of their parameter.
const HOLD: [&str; 14] = [
    "Arc",
    "BTreeMap",
    "BTreeSet",
    "BinaryHeap",
    "Box",
    "Cell",
    "HashMap",
    "HashSet",
    "Mutex",
    "Option",
    "RefCell",
    "Result",
    "Vec",
    "VecDeque",
];

/// Traits of the standard library that do not require `Send`.
const SILENT: [&str; 16] = [
    "Any",
    "AsyncFn",
    "AsyncFnMut",
    "AsyncFnOnce",
    "BufRead",
    "Debug",
    "Display",
    "Error",
    "Fn",
    "FnMut",
    "FnOnce",
    "Future",
    "Iterator",
    "Read",
    "ToString",
    "Write",
];

/// Reports what in `ty` cannot cross threads, whoever is to have it.
pub(crate) fn check(ty: &Type, errors: &mut Errors) -> bool {
    match peel(ty) {
        Type::Ptr(pointer) => errors.at(
            pointer,
            format!(
                "`{}` is not `Send`, and a message goes to another thread",
                show(pointer)
            ),
            "send what it points to, or wrap it in a type that is `Send`",
        ),
        Type::TraitObject(object) => return object_is_silent(object, errors),
        Type::Tuple(tuple) => return any(tuple.elems.iter(), errors),
        Type::Array(array) => return check(&array.elem, errors),
        ty => {
            let Some(segment) = last_segment(ty) else {
                return false;
            };
            let arguments = arguments(segment);
            if segment.ident != "Rc" || arguments.len() != 1 {
                return HOLD.iter().any(|name| segment.ident == name)
                    && any(arguments.into_iter(), errors);
            }
            errors.at(
                ty,
                format!(
                    "`{}` is not `Send`, and a message goes to another thread",
                    show(ty)
                ),
                format!("write `Arc<{}>`", show(arguments[0])),
            );
        }
    }
    true
}

fn any<'a>(types: impl Iterator<Item = &'a Type>, errors: &mut Errors) -> bool {
    let reported: Vec<_> = types.map(|ty| check(ty, errors)).collect();
    reported.contains(&true)
}

/// `dyn Error` without `+ Send`
fn object_is_silent(object: &TypeTraitObject, errors: &mut Errors) -> bool {
    let mut names = object.bounds.iter().filter_map(|bound| match bound {
        TypeParamBound::Trait(bound) => bound.path.segments.last().map(|last| &last.ident),
        _ => None,
    });
    let silent = names.all(|name| SILENT.iter().any(|known| name == known));
    if silent {
        // A `Fault` asks for both of an error.
        let sync = if show(object).ends_with("Error") {
            " + Sync"
        } else {
            ""
        };
        errors.at(
            object,
            format!(
                "`{}` is not `Send`, and a message goes to another thread",
                show(object)
            ),
            format!("write `{} + Send{sync}`", show(object)),
        );
    }
    silent
}
