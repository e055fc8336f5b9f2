//! Validator of JSON by the schemas of `docs/openapi.json`. It knows the keywords that stand there, and no others.

use serde_json::Value;

/// Keywords that say nothing of what is valid, or only to those who generate values.
const ANNOTATIONS: [&str; 5] = ["description", "default", "format", "pattern", "propertyNames"];

/// The schema itself where there is a reference to it.
pub(crate) fn resolved<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    match schema["$ref"].as_str() {
        Some(reference) => {
            let found = document.pointer(reference.trim_start_matches('#'));
            resolved(document, found.unwrap_or_else(|| panic!("there is no {reference}")))
        }
        None => schema,
    }
}

/// What is wrong with a value, and where; nothing if it is valid.
pub(crate) fn violations(document: &Value, schema: &Value, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    check(document, schema, value, "$", &mut found);
    found
}

fn check(document: &Value, schema: &Value, value: &Value, at: &str, found: &mut Vec<String>) {
    let Some(schema) = resolved(document, schema).as_object() else { return };
    for (keyword, wanted) in schema {
        let is_valid = match keyword.as_str() {
            "type" => is_of_type(wanted, value),
            "enum" => wanted.as_array().unwrap().contains(value),
            "minimum" => value.as_f64().is_none_or(|number| number >= wanted.as_f64().unwrap()),
            "maximum" => value.as_f64().is_none_or(|number| number <= wanted.as_f64().unwrap()),
            "minLength" => chars(value).is_none_or(|count| count >= wanted.as_u64().unwrap()),
            "maxLength" => chars(value).is_none_or(|count| count <= wanted.as_u64().unwrap()),
            "minItems" => items(value).is_none_or(|count| count >= wanted.as_u64().unwrap()),
            "maxItems" => items(value).is_none_or(|count| count <= wanted.as_u64().unwrap()),
            "required" => value.as_object().is_none_or(|object| {
                wanted
                    .as_array()
                    .unwrap()
                    .iter()
                    .all(|name| object.contains_key(name.as_str().unwrap()))
            }),
            "oneOf" => {
                let variants = wanted.as_array().unwrap().iter();
                variants.filter(|one| violations(document, one, value).is_empty()).count() == 1
            }
            "properties" => {
                for (name, schema) in wanted.as_object().unwrap() {
                    if let Some(value) = value.get(name) {
                        check(document, schema, value, &format!("{at}.{name}"), found);
                    }
                }
                true
            }
            "additionalProperties" => value.as_object().is_none_or(|object| {
                object
                    .iter()
                    .filter(|(name, _)| {
                        schema.get("properties").is_none_or(|known| known.get(name).is_none())
                    })
                    .all(|(_, value)| {
                        *wanted != Value::Bool(false)
                            && violations(document, wanted, value).is_empty()
                    })
            }),
            "prefixItems" => value.as_array().is_none_or(|list| {
                let both = wanted.as_array().unwrap().iter().zip(list);
                both.into_iter()
                    .all(|(schema, value)| violations(document, schema, value).is_empty())
            }),
            "items" => {
                let first = schema.get("prefixItems").and_then(Value::as_array).map_or(0, Vec::len);
                let list = value.as_array().into_iter().flatten().enumerate().skip(first);
                for (index, value) in list {
                    if *wanted == Value::Bool(false) {
                        found.push(format!("{at}: too many elements"));
                    } else {
                        check(document, wanted, value, &format!("{at}[{index}]"), found);
                    }
                }
                true
            }
            annotation => {
                assert!(ANNOTATIONS.contains(&annotation), "{annotation} is not understood");
                true
            }
        };
        if !is_valid {
            found.push(format!("{at}: {keyword} {wanted}: {value}"));
        }
    }
}

fn is_of_type(wanted: &Value, value: &Value) -> bool {
    match wanted {
        Value::Array(types) => types.iter().any(|one| is_of_type(one, value)),
        one => match one.as_str().unwrap() {
            "null" => value.is_null(),
            "boolean" => value.is_boolean(),
            "string" => value.is_string(),
            "array" => value.is_array(),
            "object" => value.is_object(),
            "number" => value.is_number(),
            "integer" => value.is_u64() || value.is_i64(),
            other => panic!("{other} is no type"),
        },
    }
}

fn chars(value: &Value) -> Option<u64> {
    value.as_str().map(|text| text.chars().count() as u64)
}

fn items(value: &Value) -> Option<u64> {
    value.as_array().map(|list| list.len() as u64)
}

#[test]
fn what_is_wrong_is_found() {
    use serde_json::json;
    let document = json!({ "a": { "type": "string", "maxLength": 2 } });
    for (schema, valid, wrong) in [
        (json!({ "$ref": "#/a" }), json!("ab"), json!("abc")),
        (json!({ "type": ["integer", "null"], "minimum": 1 }), json!(null), json!(0)),
        (json!({ "type": "integer" }), json!(1), json!(1.5)),
        (json!({ "enum": ["x"] }), json!("x"), json!("y")),
        (json!({ "required": ["x"] }), json!({ "x": 1 }), json!({ "y": 1 })),
        (
            json!({ "properties": { "x": { "type": "null" } } }),
            json!({ "x": null }),
            json!({ "x": 1 }),
        ),
        (
            json!({ "properties": { "x": {} }, "additionalProperties": false }),
            json!({ "x": 1 }),
            json!({ "y": 1 }),
        ),
        (
            json!({ "additionalProperties": { "type": "string" } }),
            json!({ "x": "" }),
            json!({ "x": 1 }),
        ),
        (json!({ "items": { "$ref": "#/a" }, "maxItems": 1 }), json!(["a"]), json!(["a", "b"])),
        (json!({ "items": { "$ref": "#/a" } }), json!([]), json!(["a", "bcd"])),
        (json!({ "prefixItems": [{ "type": "null" }], "items": false }), json!([null]), json!([1])),
        (
            json!({ "prefixItems": [{ "type": "null" }], "items": false }),
            json!([]),
            json!([null, 1]),
        ),
        (json!({ "oneOf": [{ "type": "null" }, { "$ref": "#/a" }] }), json!("a"), json!(1)),
        (json!({ "oneOf": [{ "type": "string" }, { "$ref": "#/a" }] }), json!("abc"), json!("a")),
        (json!({ "maximum": 3 }), json!(3), json!(4)),
    ] {
        assert_eq!(violations(&document, &schema, &valid), [""; 0], "{schema}");
        assert!(!violations(&document, &schema, &wrong).is_empty(), "{schema} {wrong}");
    }
}
