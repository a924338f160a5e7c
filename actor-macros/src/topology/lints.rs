//! Warnings. A macro has none of its own, but the use of something deprecated is one.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Ident;

/// What may be a mistake.
pub(crate) struct Warning {
    /// By which it is accepted.
    pub(crate) name: &'static str,
    pub(crate) span: Span,
    pub(crate) text: String,
}

/// ```text
/// const _: () = {
///     mod topology {
///         #[deprecated(note = "node `desk` has no actors; …")]
///         pub const unused_node: () = ();
///     }
///     topology::unused_node
/// };
/// ```
/// which rustc shows as "use of deprecated constant `topology::unused_node`: node `desk` has no actors; …".
pub(crate) fn expand(warnings: &[Warning]) -> TokenStream {
    warnings
        .iter()
        .map(|Warning { name, span, text }| {
            let declared = Ident::new(name, Span::mixed_site());
            let used = Ident::new(name, *span);
            let used = quote_spanned!(*span=> topology::#used);
            quote! {
                const _: () = {
                    mod topology {
                        #[deprecated(note = #text)]
                        #[allow(non_upper_case_globals)]
                        pub(super) const #declared: () = ();
                    }
                    #used
                };
            }
        })
        .collect()
}
