//! Which conditions of `#[cfg]` hold for the tests of this machine, except that it is no test.

use std::env::consts::{ARCH, FAMILY, OS};

use syn::{Attribute, Expr, ExprLit, Lit, Meta, Token, punctuated::Punctuated};

/// Whether an item with these attributes is compiled, and is no test.
pub(super) fn is_compiled(attributes: &[Attribute]) -> bool {
    attributes.iter().all(|attribute| {
        let path = attribute.path();
        if path.is_ident("cfg") {
            attribute.parse_args::<Meta>().is_ok_and(|meta| holds(&meta))
        } else {
            path.segments.last().is_none_or(|segment| segment.ident != "test")
        }
    })
}

fn holds(meta: &Meta) -> bool {
    let all = |list: &syn::MetaList| -> Vec<bool> {
        let parser = Punctuated::<Meta, Token![,]>::parse_terminated;
        list.parse_args_with(parser).iter().flatten().map(holds).collect()
    };
    match meta {
        Meta::Path(path) => path.is_ident(FAMILY) || path.is_ident("debug_assertions"),
        Meta::List(list) if list.path.is_ident("not") => !all(list).contains(&true),
        Meta::List(list) if list.path.is_ident("any") => all(list).contains(&true),
        Meta::List(list) => !all(list).contains(&false),
        Meta::NameValue(pair) => {
            let Expr::Lit(ExprLit { lit: Lit::Str(value), .. }) = &pair.value else { return false };
            let value = value.value();
            match pair.path.get_ident().map(ToString::to_string).as_deref() {
                Some("target_os") => value == OS,
                Some("target_arch") => value == ARCH,
                // The tests of the workspace have all of them.
                Some("feature") => true,
                _ => false,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_those_of_this_machine() {
        let compiled = |condition: &str| {
            let item: syn::ItemFn = syn::parse_str(&format!("{condition} fn a() {{}}")).unwrap();
            is_compiled(&item.attrs)
        };
        for condition in [
            "",
            "#[inline]",
            "#[cfg(feature = \"sqlite\")]",
            "#[cfg(not(test))]",
            "#[cfg(not(all(target_arch = \"wasm32\", target_os = \"unknown\")))]",
            "#[cfg(any(feature = \"a\", test))]",
        ] {
            assert!(compiled(condition), "{condition}");
        }
        for condition in [
            "#[test]",
            "#[tokio::test]",
            "#[cfg(test)]",
            "#[cfg(all(test, feature = \"sqlite\"))]",
            "#[cfg(target_arch = \"wasm32\")]",
        ] {
            assert!(!compiled(condition), "{condition}");
        }
    }
}
