//! `#[handler]` and `#[on]` where nobody reads them.
//!
//! `#[actor]` removes both attributes from the block it is given, so these macros run only where it did not see them.
//! They exist to say so: without them rustc answers "cannot find attribute `handler` in this scope".

use crate::diag::Errors;
use proc_macro2::{Span, TokenStream};
use quote::quote;

/// `#[handler] fn add(&mut self) {}` → `fn add(&mut self) {}` and an error on the attribute.
pub(crate) fn expand(name: &str, item: &TokenStream) -> TokenStream {
    let mut errors = Errors::new();
    errors.at_span(
        Span::call_site(),
        format!("`#[{name}]` means nothing here: it belongs on a method of an `impl` block that has `#[actor]`"),
        format!(
            "put `#[actor]` on the `impl` block; if that has it, do not put `#[{name}]` inside of `cfg_attr`"
        ),
    );
    let errors = errors.into_tokens();
    quote!(#item #errors)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_method() {
        let method = quote! { fn add(&mut self) {} };
        let out = expand("handler", &method).to_string();
        assert!(out.starts_with("fn add (& mut self) { }"), "{out}");
        assert!(out.contains("belongs on a method"), "{out}");
    }
}
