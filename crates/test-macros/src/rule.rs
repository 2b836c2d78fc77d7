//! `#[rule("RR15.oop.1", …)]`: checks its arguments and leaves the function alone.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Error, ItemFn, LitStr, Token};

/// The first words that a rule id can have. `RR` and `BG` may carry a page number.
const FAMILIES: [&str; 11] = ["RR", "BG", "FAQ", "AMB", "CARD", "BOARD", "CR", "EX", "RS", "TR", "TT"];

/// The item as it came; after it a compile error when something is wrong, so that the test itself is still checked.
pub fn expand(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let problem = check(arguments, item.clone()).err().map(|error| error.to_compile_error());
    quote!(#item #problem)
}

fn check(arguments: TokenStream, item: TokenStream) -> syn::Result<()> {
    let usage = "expected rule ids as string literals: #[rule(\"RR15.oop.1\", \"RR.fw.4.2\")]";
    let ids = Punctuated::<LitStr, Token![,]>::parse_terminated
        .parse2(arguments)
        .map_err(|error| Error::new(error.span(), format!("{usage} ({error})")))?;
    if ids.is_empty() {
        return Err(Error::new(proc_macro2::Span::call_site(), usage));
    }
    let mut seen = Vec::new();
    for id in &ids {
        let text = id.value();
        if !looks_like_rule_id(&text) {
            return Err(Error::new(
                id.span(),
                format!("`{text}` is not a rule id; ids look like RR15.oop.1, RR.fw.4.2, FAQ.1.3, CARD.C001"),
            ));
        }
        if seen.contains(&text) {
            return Err(Error::new(id.span(), format!("`{text}` is named twice")));
        }
        seen.push(text);
    }
    syn::parse2::<ItemFn>(item).map_err(|error| Error::new(error.span(), format!("#[rule] stands on a test function ({error})")))?;
    Ok(())
}

fn looks_like_rule_id(text: &str) -> bool {
    let Some((family, rest)) = text.split_once('.') else { return false };
    let name = family.trim_end_matches(|c: char| c.is_ascii_digit());
    let paged = matches!(name, "RR" | "BG");
    FAMILIES.contains(&name)
        && (paged || name == family)
        && rest.split('.').all(|part| {
            part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
                && part.starts_with(|c: char| c.is_ascii_alphanumeric())
                && part.ends_with(|c: char| c.is_ascii_alphanumeric())
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errors(arguments: TokenStream) -> String {
        let item = quote!(
            #[test]
            fn shows_it() {}
        );
        expand(arguments, item).to_string()
    }

    #[test]
    fn a_function_passes_through_unchanged() {
        let item = quote!(
            #[test]
            fn shows_it() {
                assert!(true)
            }
        );
        assert_eq!(expand(quote!("RR15.oop.1", "RR.fw.4.2"), item.clone()).to_string(), item.to_string());
        assert_eq!(expand(quote!("BG.act.orphan-order",), item.clone()).to_string(), item.to_string());
    }

    #[test]
    fn malformed_arguments_are_compile_errors() {
        assert!(errors(quote!()).contains("expected rule ids as string literals"));
        assert!(errors(quote!(RR15.oop)).contains("expected rule ids as string literals"));
        assert!(errors(quote!("stealth")).contains("`stealth` is not a rule id"));
        assert!(errors(quote!("FAQ4.1")).contains("is not a rule id"));
        assert!(errors(quote!("RR.fw.")).contains("is not a rule id"));
        assert!(errors(quote!("RR.fw.1", "RR.fw.1")).contains("is named twice"));
        assert!(
            expand(
                quote!("RR.fw.1"),
                quote!(
                    struct Stealth;
                )
            )
            .to_string()
            .contains("stands on a test function")
        );
    }
}
