//! Values that a function might return without doing anything.

use syn::{GenericArgument, PathArguments, Type, TypeParamBound};

/// Values of a type, as code; some may be of another type after all, which the compiler finds out.
pub(super) fn values(of: &Type) -> Vec<String> {
    match of {
        Type::Paren(of) => values(&of.elem),
        Type::Group(of) => values(&of.elem),
        Type::Tuple(tuple) => {
            let first = tuple.elems.iter().map(|of| values(of).into_iter().next());
            let first: Option<Vec<_>> = first.collect();
            first.map(|values| tuple_of(&values)).into_iter().collect()
        }
        Type::Reference(reference) if is_str(&reference.elem) => words(&["\"\"", "\"xyzzy\""]),
        Type::Reference(reference) if matches!(*reference.elem, Type::Slice(_)) => words(&["&[]"]),
        Type::Reference(reference) if reference.mutability.is_none() => {
            let leaked = |value| format!("&*Box::leak(Box::new({value}))");
            values(&reference.elem).into_iter().map(leaked).collect()
        }
        Type::Array(array) => {
            let value = values(&array.elem).into_iter().next();
            value.map(|value| format!("[{value}; _]")).into_iter().collect()
        }
        Type::ImplTrait(of) => of.bounds.iter().flat_map(of_bound).collect(),
        Type::Path(path) => path.path.segments.last().map_or_else(Vec::new, of_path),
        _ => Vec::new(),
    }
}

fn tuple_of(values: &[String]) -> String {
    match values {
        [one] => format!("({one},)"),
        values => format!("({})", values.join(", ")),
    }
}

fn is_str(of: &Type) -> bool {
    matches!(of, Type::Path(path) if path.path.is_ident("str"))
}

fn words(values: &[&str]) -> Vec<String> {
    values.iter().map(|value| (*value).to_owned()).collect()
}

fn of_path(segment: &syn::PathSegment) -> Vec<String> {
    let arguments: Vec<&Type> = match &segment.arguments {
        PathArguments::AngleBracketed(list) => {
            let types = list.args.iter().filter_map(|argument| match argument {
                GenericArgument::Type(of) => Some(of),
                _ => None,
            });
            types.collect()
        }
        _ => Vec::new(),
    };
    let wrapped = |wrapper: &str| {
        let inner =
            arguments.first().map_or_else(|| words(&["Default::default()"]), |of| values(of));
        inner.into_iter().map(|value| format!("{wrapper}({value})")).collect::<Vec<_>>()
    };
    match segment.ident.to_string().as_str() {
        "bool" => words(&["true", "false"]),
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" => words(&["0", "1"]),
        "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => words(&["0", "1", "-1"]),
        "f32" | "f64" => words(&["0.0", "1.0"]),
        "char" => words(&["'x'"]),
        "String" => words(&["String::new()", "\"xyzzy\".into()"]),
        "Option" => [words(&["None"]), wrapped("Some")].concat(),
        "Result" => wrapped("Ok"),
        "Vec" => words(&["Vec::new()"]),
        "Box" if matches!(arguments.first(), Some(Type::TraitObject(_))) => Vec::new(),
        "Box" => wrapped("Box::new"),
        "Arc" => wrapped("std::sync::Arc::new"),
        _ => words(&["Default::default()"]),
    }
}

/// Values of an iterator or a future.
fn of_bound(bound: &TypeParamBound) -> Vec<String> {
    let TypeParamBound::Trait(bound) = bound else { return Vec::new() };
    let Some(segment) = bound.path.segments.last() else { return Vec::new() };
    let name = segment.ident.to_string();
    if name.ends_with("Iterator") {
        return words(&["std::iter::empty()"]);
    }
    let PathArguments::AngleBracketed(list) = &segment.arguments else { return Vec::new() };
    let output = list.args.iter().find_map(|argument| match argument {
        GenericArgument::AssocType(output) if output.ident == "Output" => Some(&output.ty),
        _ => None,
    });
    let ready = |value| format!("std::future::ready({value})");
    output.map_or_else(Vec::new, values).into_iter().map(ready).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_common_type_has_values() {
        for (of, expected) in [
            ("()", "()"),
            ("bool", "true false"),
            ("u64", "0 1"),
            ("&'static str", "\"\" \"xyzzy\""),
            ("Option<bool>", "None Some(true) Some(false)"),
            ("Result<(), Error>", "Ok(())"),
            ("fmt::Result", "Ok(Default::default())"),
            ("std::vec::Vec<u8>", "Vec::new()"),
            ("(bool, u8)", "(true, 0)"),
            ("Version", "Default::default()"),
            ("impl Iterator<Item = u8>", "std::iter::empty()"),
            ("impl Future<Output = Result<(), Error>> + Send", "std::future::ready(Ok(()))"),
            ("Box<dyn Live>", ""),
            ("!", ""),
        ] {
            let of: Type = syn::parse_str(of).unwrap();
            assert_eq!(values(&of).join(" "), expected);
        }
    }
}
