//! `#[card_test("01041", ability = 1)]`: wraps a function of the pool into a test that the harness runs.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Error, FnArg, Ident, ItemFn, LitInt, LitStr, ReturnType, Token};

/// The function of the card game's crate that runs a card test.
fn harness() -> TokenStream {
    quote!(::card_game::testing::card_test)
}

/// The test, or compile errors in its place.
pub fn expand(arguments: TokenStream, item: TokenStream) -> TokenStream {
    test(arguments, item).unwrap_or_else(|error| error.to_compile_error())
}

struct Arguments {
    code: LitStr,
    ability: Option<LitInt>,
}

impl Parse for Arguments {
    fn parse(input: ParseStream) -> syn::Result<Arguments> {
        let usage = "expected a card code and perhaps an ability: #[card_test(\"01041\")] or #[card_test(\"01041\", ability = 1)]";
        let wrong = |span: Span| Error::new(span, usage);
        let code: LitStr = input.parse().map_err(|error| wrong(error.span()))?;
        if code.value().is_empty() || !code.value().chars().all(|c| c.is_ascii_alphanumeric()) {
            return Err(Error::new(code.span(), "a card code is letters and digits, like \"01041\""));
        }
        if input.is_empty() {
            return Ok(Arguments { code, ability: None });
        }
        input.parse::<Token![,]>().map_err(|error| wrong(error.span()))?;
        if input.is_empty() {
            return Ok(Arguments { code, ability: None });
        }
        let name: Ident = input.parse().map_err(|error| wrong(error.span()))?;
        if name != "ability" {
            return Err(wrong(name.span()));
        }
        input.parse::<Token![=]>().map_err(|error| wrong(error.span()))?;
        let ability: LitInt = input.parse().map_err(|error| wrong(error.span()))?;
        if !ability.suffix().is_empty() || ability.base10_parse::<u8>().map_or(true, |number| number == 0) {
            return Err(Error::new(ability.span(), "abilities are numbered from 1"));
        }
        input.parse::<Option<Token![,]>>()?;
        if !input.is_empty() {
            return Err(wrong(input.span()));
        }
        Ok(Arguments { code, ability: Some(ability) })
    }
}

fn test(arguments: TokenStream, item: TokenStream) -> syn::Result<TokenStream> {
    let Arguments { code, ability } = syn::parse2(arguments)?;
    let mut function: ItemFn =
        syn::parse2(item).map_err(|error| Error::new(error.span(), format!("#[card_test] stands on a function ({error})")))?;
    check_shape(&function)?;

    let attributes = std::mem::take(&mut function.attrs);
    let name = function.sig.ident.clone();
    let harness = harness();
    let ability = match ability {
        Some(number) => quote!(::core::option::Option::Some(#number)),
        None => quote!(::core::option::Option::None),
    };
    // The body keeps its name inside, so that a panic and a backtrace name the test.
    function.vis = syn::Visibility::Inherited;
    Ok(quote! {
        #(#attributes)*
        #[test]
        fn #name() {
            #function
            #harness(#code, #ability, #name)
        }
    })
}

fn check_shape(function: &ItemFn) -> syn::Result<()> {
    let signature = &function.sig;
    if let Some(attribute) = function.attrs.iter().find(|attribute| is_test(attribute)) {
        return Err(Error::new_spanned(attribute, "#[card_test] makes a test already: remove #[test]"));
    }
    if signature.inputs.len() != 1 || !matches!(signature.inputs.first(), Some(FnArg::Typed(_))) {
        return Err(Error::new(signature.ident.span(), "a card test takes one parameter, the card pool: fn name(pool: Pool)"));
    }
    if let ReturnType::Type(_, of) = &signature.output {
        return Err(Error::new_spanned(of, "a card test returns nothing; it panics when it fails"));
    }
    let odd =
        [signature.asyncness.as_ref().map(ToTokens::to_token_stream), signature.generics.lt_token.as_ref().map(ToTokens::to_token_stream)];
    match odd.into_iter().flatten().next() {
        Some(tokens) => Err(Error::new_spanned(tokens, "a card test is a plain function: not async, not generic")),
        None => Ok(()),
    }
}

fn is_test(attribute: &Attribute) -> bool {
    attribute.path().segments.last().is_some_and(|segment| segment.ident == "test")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(arguments: TokenStream) -> String {
        expand(
            arguments,
            quote!(
                fn put_to_the_sword(pool: Pool) {}
            ),
        )
        .to_string()
    }

    fn on(item: TokenStream) -> String {
        expand(quote!("01041"), item).to_string()
    }

    #[test]
    fn a_card_test_calls_the_harness() {
        assert!(
            with(quote!("01041")).contains(r#"testing :: card_test ("01041" , :: core :: option :: Option :: None , put_to_the_sword)"#)
        );
        assert!(with(quote!("01041", ability = 2)).contains("Option :: Some (2)"));
    }

    #[test]
    fn other_attributes_stay_on_the_test() {
        let text = on(quote!(
            #[rule("RR.glossary.kill")]
            fn put_to_the_sword(pool: Pool) {}
        ));
        assert!(text.starts_with(r#"# [rule ("RR.glossary.kill")] # [test] fn put_to_the_sword ()"#), "{text}");
    }

    #[test]
    fn malformed_arguments_are_compile_errors() {
        for arguments in [quote!(), quote!(1041), quote!("01041", 1), quote!("01041", text = 1), quote!("01041", ability = "a")] {
            assert!(with(arguments).contains("expected a card code and perhaps an ability"));
        }
        assert!(with(quote!("01 041")).contains("a card code is letters and digits"));
        assert!(with(quote!("01041", ability = 0)).contains("abilities are numbered from 1"));
    }

    #[test]
    fn the_function_must_fit() {
        assert!(
            on(quote!(
                fn none() {}
            ))
            .contains("takes one parameter")
        );
        assert!(
            on(quote!(
                fn two(a: Pool, b: Pool) {}
            ))
            .contains("takes one parameter")
        );
        assert!(
            on(quote!(
                fn back(a: Pool) -> u8 {}
            ))
            .contains("returns nothing")
        );
        assert!(
            on(quote!(
                async fn slow(a: Pool) {}
            ))
            .contains("plain function")
        );
        assert!(
            on(quote!(
                #[test]
                fn twice(a: Pool) {}
            ))
            .contains("remove #[test]")
        );
    }
}
