//! `impl Actor`: what the actor does with a message and with a signal.

use super::call::{call, outcome, user_local};
use super::{Scope, first_span, message, request};
use crate::actor::block::model::{Hook, HookKind, Signal, Verdict};
use crate::names::{self, local};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Lifetime;

/// ```text
/// impl Sends<TillMsg> for Till { type Sent = __Sendable<TillMsg>; }
/// impl Actor for Till {
///     type Msg = TillMsg;
///     type Handle = TillHandle;
///     const HOOKS: Hooks = Hooks { pre_start: true, … };
///     async fn __dispatch(&mut self, ctx: &mut Context<Self>, msg: TillMsg) -> Outcome { match msg { … } }
///     async fn __signal(&mut self, ctx: &mut Context<Self>, signal: Signal) -> Outcome { match signal { … } }
///     fn __launch(launcher: &Launcher, driver: Driver<Self>) { launcher.launch(driver.run()) }
/// }
/// ```
///
/// The futures have no `Send` bound: bounds on those of a trait are reported on the attribute, once for each method.
/// `__launch` is where they have to be, and each `async` handler is checked by itself before that.
pub(super) fn expand(scope: &Scope<'_>) -> TokenStream {
    let Scope {
        actor,
        msg,
        handle,
        impl_generics,
        type_generics,
        where_clause,
        ..
    } = scope;
    // At the actor, so that what it lacks to be one is reported there, and once.
    let span = first_span(actor);
    let (krate, private) = (
        names::at(&scope.krate, span),
        names::at(&scope.private, span),
    );
    // What the trait requires, taken for granted where it would be reported once more.
    let deferred = Lifetime::new("'r", names::ours(span));
    let msg_is_send = quote_spanned!(span=> for<#deferred> <Self as #private::Sends<Self::Msg>>::Sent: ::core::marker::Send);
    // With parameters, this would hide what the definition says about the behaviors.
    let declared = type_generics
        .is_empty()
        .then(|| quote_spanned!(span=> for<#deferred> Self: #krate::Declared,));
    let clause = quote_spanned!(span=> where #declared for<#deferred> Self: ::core::marker::Send, #msg_is_send);
    let handle_type = handle_type(handle, &msg_is_send, span);
    let (this, ctx, message) = (local("self"), local("ctx"), local("msg"));
    let (launcher, driver) = (local("launcher"), local("driver"));
    let deprecated = scope
        .sound_handlers()
        .any(|handler| handler.method.attributes.deprecated);
    let deprecated = deprecated.then(|| quote!(#[allow(deprecated)]));
    // An actor without hooks leaves out both.
    let has_hooks = sound_signals(scope).next().is_some();
    let hooks = has_hooks.then(|| {
        let hooks = hooks(scope);
        quote_spanned!(span=> const HOOKS: #private::Hooks = #hooks;)
    });
    let dispatch = dispatch(&message, scope);
    let signals = has_hooks.then(|| {
        let signal = local("signal");
        let signals = signals(&signal, scope);
        quote_spanned! {span=>
            async fn __signal(
                &mut #this,
                #ctx: &mut #krate::Context<Self>,
                #signal: #private::Signal,
            ) -> #private::Outcome #clause {
                #signals
            }
        }
    });
    let behavior = request::behavior(scope);
    let msg_type = quote_spanned!(span=> #msg #type_generics);
    let sent = Scope::sendable(&msg_type);
    quote_spanned! {span=>
        #behavior

        #[automatically_derived]
        impl #impl_generics #private::Sends<#msg_type> for #actor #where_clause {
            type Sent = #sent;
        }

        #[automatically_derived]
        impl #impl_generics #krate::Actor for #actor #where_clause {
            type Msg = #msg_type;
            #handle_type

            #hooks
            #deprecated
            async fn __dispatch(
                &mut #this,
                #ctx: &mut #krate::Context<Self>,
                #message: Self::Msg,
            ) -> #private::Outcome #clause {
                #dispatch
            }

            #signals

            fn __launch(#launcher: &#private::Launcher<'_>, #driver: #private::Driver<Self>) #clause {
                #launcher.launch(#driver.run());
            }
        }
    }
}

/// `type Handle = TillHandle where for<'r> Self::Msg: Send;`, and without the clause in documentation.
fn handle_type(handle: &syn::Path, msg_is_send: &TokenStream, span: Span) -> TokenStream {
    quote_spanned! {span=>
        #[cfg(doc)]
        type Handle = #handle;
        #[cfg(not(doc))]
        type Handle = #handle where #msg_is_send;
    }
}

/// `match msg { TillMsg::Add { … } => { … } … }`
fn dispatch(message: &Ident, scope: &Scope<'_>) -> TokenStream {
    let requests = scope
        .sound_handlers()
        .map(|handler| request::arm(handler, scope));
    let events = scope.sound_events().map(|hook| event(hook, scope));
    let phantom = message::phantom_arm(scope);
    quote! {
        match #message {
            #(#requests)*
            #(#events)*
            #phantom
        }
    }
}

/// ```text
/// TillMsg::OnPriceChanged { event: __event } => {
///     ctx.__begin_event("PriceChanged");
///     let __out = Self::reprice(self, __event);
///     hook_outcome(__out)
/// }
/// ```
fn event(hook: &Hook, scope: &Scope<'_>) -> TokenStream {
    let msg = &scope.msg;
    let (ctx, event) = (local("ctx"), value(hook));
    let cfgs = &hook.method.attributes.cfgs;
    let (variant, name) = (message::event_variant(hook), message::event_name(hook));
    let outcome = hook_outcome(hook, scope);
    quote! {
        #cfgs
        #msg::#variant { event: #event } => {
            #ctx.__begin_event(#name);
            #outcome
        }
    }
}

/// `match signal { Signal::PreStart => { … } … _ => Ok(()) }`
fn signals(signal: &Ident, scope: &Scope<'_>) -> TokenStream {
    let private = &scope.private;
    let arms = sound_signals(scope).map(|(hook, signal)| {
        let cfgs = &hook.method.attributes.cfgs;
        let variant = format_ident!("{}", signal.name());
        let value = value(hook);
        let pattern = signal.carries_a_value().then(|| quote!((#value)));
        let outcome = hook_outcome(hook, scope);
        quote!(#cfgs #private::Signal::#variant #pattern => { #outcome })
    });
    quote! {
        match #signal {
            #(#arms)*
            _ => ::core::result::Result::Ok(()),
        }
    }
}

/// `Hooks { pre_start: true, post_start: false, … }`
fn hooks(scope: &Scope<'_>) -> TokenStream {
    let private = &scope.private;
    let fields = Signal::ALL.map(|signal| {
        let field = format_ident!("{}", signal.field());
        let cfgs: Vec<_> = sound_signals(scope)
            .filter(|(_, other)| *other == signal)
            .map(|(hook, _)| &hook.method.attributes.cfgs)
            .collect();
        if cfgs.is_empty() {
            return quote!(#field: false);
        }
        if cfgs.iter().any(|cfgs| cfgs.is_empty()) {
            return quote!(#field: true);
        }
        // There if one of them is compiled in.
        quote! {
            #field: {
                let handled = false;
                #(#cfgs let handled = true;)*
                handled
            }
        }
    });
    quote!(#private::Hooks { #(#fields,)* })
}

fn sound_signals<'a>(scope: &Scope<'a>) -> impl Iterator<Item = (&'a Hook, Signal)> {
    scope.block.hooks.iter().filter_map(|hook| match hook.kind {
        HookKind::Signal(signal) if hook.method.verdict == Verdict::Sound => Some((hook, signal)),
        _ => None,
    })
}

/// The local that holds the signal or the event, at the type of the argument: if that is another, the error is there.
fn value(hook: &Hook) -> Ident {
    let part = hook.method.parts().next();
    let span = part.map_or_else(Span::mixed_site, |part| first_span(&part.ty));
    user_local("__event", span)
}

/// `let __out = Self::load(self, ctx); hook_outcome(__out)`
fn hook_outcome(hook: &Hook, scope: &Scope<'_>) -> TokenStream {
    let method = &hook.method;
    let value = value(hook);
    let values: Vec<&Ident> = method.parts().map(|_| &value).collect();
    outcome(method, &call(method, &values, scope), scope)
}
