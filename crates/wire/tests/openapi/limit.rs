//! Limits of values, beyond their types.

use serde_json::Value;
use utoipa::Number;
use utoipa::openapi::schema::{
    AdditionalProperties, ArrayItems, KnownFormat, Object, SchemaFormat, SchemaType, Type,
};
use utoipa::openapi::{RefOr, Schema};

/// Limit of a value.
#[derive(Clone, Copy)]
pub(crate) enum Limit<'a> {
    /// One of these texts.
    OneOf(&'a [&'a str]),
    /// A number from the first to the second.
    Range(usize, usize),
    /// A text of so many characters.
    Chars(usize, usize),
    /// A text of this form.
    Pattern(&'a str),
    /// A list of so many elements.
    Items(usize, usize),
}

impl Limit<'_> {
    /// Adds the limit to a schema. A value that may be `null` may still be.
    pub(crate) fn apply(self, schema: &mut Schema) {
        match (self, schema) {
            (Limit::Items(least, most), Schema::Array(array)) => {
                array.min_items = Some(least).filter(|least| *least > 0);
                array.max_items = Some(most).filter(|most| *most < usize::MAX);
            }
            (Limit::OneOf(values), Schema::Object(object)) => {
                let mut values: Vec<_> = values.iter().map(|value| Value::from(*value)).collect();
                values.extend(may_be_null(object).then_some(Value::Null));
                object.enum_values = Some(values);
            }
            (Limit::Range(least, most), Schema::Object(object)) => {
                object.minimum = Some(Number::UInt(least));
                object.maximum = Some(Number::UInt(most));
            }
            (Limit::Chars(least, most), Schema::Object(object)) => {
                object.min_length = Some(least).filter(|least| *least > 0);
                object.max_length = Some(most);
            }
            (Limit::Pattern(pattern), Schema::Object(object)) => {
                object.pattern = Some(pattern.to_owned());
            }
            _ => panic!("a limit that does not fit the type"),
        }
    }
}

fn may_be_null(object: &Object) -> bool {
    matches!(&object.schema_type, SchemaType::Array(types) if types.contains(&Type::Null))
}

/// The properties of that name in an object, in the variants of an enum, and in what stands within them.
pub(crate) fn properties<'a>(schema: &'a mut RefOr<Schema>, name: &str) -> Vec<&'a mut Schema> {
    let RefOr::T(schema) = schema else { return Vec::new() };
    match schema {
        Schema::Object(object) => {
            let found = object.properties.iter_mut().map(|(found, schema)| {
                if found != name {
                    return properties(schema, name);
                }
                match schema {
                    RefOr::T(schema) => vec![schema],
                    RefOr::Ref(_) => Vec::new(),
                }
            });
            found.flatten().collect()
        }
        Schema::OneOf(variants) => {
            variants.items.iter_mut().flat_map(|variant| properties(variant, name)).collect()
        }
        _ => Vec::new(),
    }
}

/// Says the true range of every unsigned integer: its format alone tells only some programs.
pub(crate) fn bound_integers(schema: &mut RefOr<Schema>) {
    let RefOr::T(schema) = schema else { return };
    match schema {
        Schema::Object(object) => {
            bound(object);
            object.properties.values_mut().for_each(bound_integers);
            if let Some(AdditionalProperties::RefOr(schema)) =
                object.additional_properties.as_deref_mut()
            {
                bound_integers(schema);
            }
        }
        Schema::Array(array) => {
            for schema in &mut array.prefix_items {
                if let Schema::Object(object) = schema {
                    bound(object);
                }
            }
            if let ArrayItems::RefOrSchema(items) = &mut array.items {
                bound_integers(items);
            }
        }
        Schema::OneOf(composed) => composed.items.iter_mut().for_each(bound_integers),
        Schema::AllOf(composed) => composed.items.iter_mut().for_each(bound_integers),
        Schema::AnyOf(composed) => composed.items.iter_mut().for_each(bound_integers),
        _ => {}
    }
}

fn bound(object: &mut Object) {
    let is_integer = match &object.schema_type {
        SchemaType::Type(one) => *one == Type::Integer,
        SchemaType::Array(types) => types.contains(&Type::Integer),
        SchemaType::AnyValue => false,
    };
    if !is_integer || object.minimum.is_none() {
        return;
    }
    let (format, maximum) = match &object.format {
        Some(SchemaFormat::KnownFormat(KnownFormat::UInt8)) => ("uint8", u8::MAX.into()),
        Some(SchemaFormat::KnownFormat(KnownFormat::UInt16)) => ("uint16", u16::MAX.into()),
        Some(SchemaFormat::KnownFormat(KnownFormat::UInt32)) => ("uint32", u32::MAX as usize),
        // Without a format it is a number of the machine, which is one of 64 bits.
        Some(SchemaFormat::KnownFormat(KnownFormat::UInt64)) | None => ("uint64", usize::MAX),
        Some(_) => panic!("no format of an unsigned integer"),
    };
    // The library writes `u-int64`, which the registry of formats does not know.
    object.format = Some(SchemaFormat::Custom(format.to_owned()));
    object.maximum.get_or_insert(Number::UInt(maximum));
}
