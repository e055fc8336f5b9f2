//! docs/openapi.json describes what the server does: every route, and what comes back.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};

use crate::client::{Answer, request};
use crate::online::table;
use crate::running::Running;

fn document() -> Value {
    serde_json::from_str(include_str!("../../../../docs/openapi.json")).unwrap()
}

/// The paths that stand in the server's sources.
fn routes(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            routes(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let source = fs::read_to_string(&path).unwrap();
            let after = source.split(".route(").skip(1);
            found.extend(after.filter_map(|rest| rest.split('"').nth(1)).map(ToOwned::to_owned));
        }
    }
}

#[test]
fn every_route_is_described_and_no_other() {
    let mut found = BTreeSet::new();
    routes(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../server/src"), &mut found);
    found.retain(|path| !path.contains("{*"));
    let described: BTreeSet<_> = document()["paths"].as_object().unwrap().keys().cloned().collect();
    assert_eq!(described, found);
}

/// What is wrong with a value by a schema, if anything is.
fn mismatch(document: &Value, schema: &Value, value: &Value) -> Option<String> {
    if let Some(name) = schema["$ref"].as_str() {
        let pointer = name.strip_prefix('#').unwrap();
        return mismatch(document, document.pointer(pointer).expect(name), value);
    }
    for choice in ["oneOf", "anyOf"] {
        if let Some(schemas) = schema[choice].as_array() {
            let fits = schemas.iter().any(|schema| mismatch(document, schema, value).is_none());
            return (!fits).then(|| format!("{value} is none of {schemas:?}"));
        }
    }
    if let Some(values) = schema["enum"].as_array()
        && !values.contains(value)
    {
        return Some(format!("{value} is none of {values:?}"));
    }
    let is_right = match schema["type"].as_str()? {
        "string" => value.is_string(),
        "integer" => value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "array" => {
            let mut items = value.as_array().into_iter().flatten();
            if let Some(wrong) = items.find_map(|item| mismatch(document, &schema["items"], item)) {
                return Some(wrong);
            }
            value.is_array()
        }
        "object" => {
            let Some(fields) = value.as_object() else {
                return Some(format!("{value} is no object"));
            };
            return wrong_field(document, schema, fields);
        }
        other => panic!("{other}"),
    };
    (!is_right).then(|| format!("{value} is no {}", schema["type"]))
}

fn wrong_field(document: &Value, schema: &Value, fields: &Map<String, Value>) -> Option<String> {
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    for name in required {
        if !fields.contains_key(name) {
            return Some(format!("{name} is missing"));
        }
    }
    fields.iter().find_map(|(name, value)| match schema["properties"].get(name) {
        Some(schema) => mismatch(document, schema, value).map(|wrong| format!("{name}: {wrong}")),
        None if schema["additionalProperties"] == json!(false) => {
            Some(format!("{name} is not described"))
        }
        None => None,
    })
}

#[test]
fn what_comes_back_is_what_is_described() {
    let document = document();
    let server = Running::start();
    let room = table(server.address, &json!({}));
    let local = json!({ "game": "othello", "players": { "first": { "type": "human" }, "second": { "type": "human" } } });
    let local = crate::client::create_with(server.address, &local);
    let mut asked = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            if path.ends_with("/socket") {
                continue;
            }
            let mut path =
                path.replace("{id}", &local).replace("{code}", &room.code).replace("{lang}", "fr");
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                let name = parameter["name"].as_str().unwrap();
                let example = parameter["example"].as_str();
                match (parameter["in"].as_str(), example) {
                    (Some("path"), Some(example)) => {
                        path = path.replace(&format!("{{{name}}}"), example);
                    }
                    (Some("query"), Some(example)) => path = format!("{path}?{name}={example}"),
                    _ => {}
                }
            }
            let content = &operation["requestBody"]["content"];
            let body = match (
                &content["text/plain"]["example"],
                &content["application/json"]["example"],
            ) {
                (Value::String(text), _) => text.clone(),
                (_, Value::Null) => String::new(),
                (_, example) => {
                    let schema = &content["application/json"]["schema"];
                    assert_eq!(mismatch(&document, schema, example), None, "{path}");
                    example.to_string()
                }
            };
            let answer =
                request(server.address, &method.to_uppercase(), &path, "", body.as_bytes());
            check(&document, operation, &answer, &format!("{method} {path}"));
            asked += 1;
        }
    }
    assert!(asked >= 40, "{asked}");
    // What goes wrong is described too.
    for (method, path) in
        [("get", "/api/matches/{id}"), ("get", "/api/codes/{code}"), ("post", "/api/rooms")]
    {
        let wrong = path.replace("{id}", "nothing").replace("{code}", "zzzzzz");
        let answer = request(server.address, &method.to_uppercase(), &wrong, "", b"{}");
        assert!(answer.status >= 400, "{wrong}");
        check(&document, &document["paths"][path][method], &answer, &wrong);
    }
}

fn check(document: &Value, operation: &Value, answer: &Answer, name: &str) {
    let responses = operation["responses"].as_object().unwrap();
    let status = answer.status.to_string();
    let response = responses
        .get(&status)
        .or_else(|| responses.get("default").filter(|_| answer.status >= 400));
    let response = response.unwrap_or_else(|| panic!("{name}: {status}"));
    if response["content"].get("image/svg+xml").is_some() {
        assert!(answer.text().starts_with("<svg"), "{name}");
    } else if let Some(json) = response["content"].get("application/json") {
        let wrong = mismatch(document, &json["schema"], &answer.json());
        assert_eq!(wrong, None, "{name}: {}", answer.text());
    } else if response["content"].get("text/plain").is_some() {
        assert!(answer.header("content-type").unwrap().starts_with("text/plain"), "{name}");
        assert!(!answer.text().is_empty(), "{name}");
    }
}

#[test]
fn the_schemas_can_fail() {
    let document = document();
    let schema = json!({ "$ref": "#/components/schemas/RoomCreated" });
    let good = json!({ "id": "a", "code": "b", "player": "one" });
    assert_eq!(mismatch(&document, &schema, &good), None);
    for (field, value) in
        [("player", json!("three")), ("id", json!(1)), ("more", json!(1)), ("code", Value::Null)]
    {
        let mut wrong = good.clone();
        wrong[field] = value;
        assert!(mismatch(&document, &schema, &wrong).is_some(), "{wrong}");
    }
    assert!(mismatch(&document, &schema, &json!({ "id": "a" })).is_some());
}
