//! docs/openapi.json describes every route of the server, and its examples work. Its schemas are generated
//! from the types of the messages by a test of crates/wire.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::client::{Answer, request};
use crate::online::table;
use crate::running::Running;

fn document() -> Value {
    serde_json::from_str(include_str!("../../../../docs/openapi.json")).unwrap()
}

/// Adds what `find` finds in the sources of a folder.
fn gather(folder: &Path, find: fn(&str) -> Vec<&str>, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            gather(&path, find, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let source = fs::read_to_string(&path).unwrap();
            found.extend(find(&source).into_iter().map(ToOwned::to_owned));
        }
    }
}

/// The paths that are registered with axum.
fn routes_of_server(source: &str) -> Vec<&str> {
    let after = source.split(".route(").skip(1).filter_map(|rest| rest.split('"').nth(1));
    after.filter(|text| text.starts_with('/')).collect()
}

/// The paths of handlers, which no other texts there look like.
fn routes_of_api(source: &str) -> Vec<&str> {
    source.split('"').filter(|text| text.starts_with("/api/")).collect()
}

#[test]
fn every_route_is_described_and_no_other() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = BTreeSet::new();
    gather(&crates.join("server/src"), routes_of_server, &mut found);
    gather(&crates.join("api/src/routes"), routes_of_api, &mut found);
    found.retain(|path| !path.contains("{*"));
    let described: BTreeSet<_> = document()["paths"].as_object().unwrap().keys().cloned().collect();
    assert_eq!(described, found);
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
                (_, example) => example.to_string(),
            };
            let answer =
                request(server.address, &method.to_uppercase(), &path, "", body.as_bytes());
            check(operation, &answer, &format!("{method} {path}"));
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
        check(&document["paths"][path][method], &answer, &wrong);
    }
}

fn check(operation: &Value, answer: &Answer, name: &str) {
    let responses = operation["responses"].as_object().unwrap();
    let status = answer.status.to_string();
    let response = responses
        .get(&status)
        .or_else(|| responses.get("default").filter(|_| answer.status >= 400));
    let response = response.unwrap_or_else(|| panic!("{name}: {status}"));
    if response["content"].get("image/svg+xml").is_some() {
        assert!(answer.text().starts_with("<svg"), "{name}");
    } else if response["content"].get("application/json").is_some() {
        // The schema is made of the types that the server encodes; that it is JSON at all is left.
        let _: Value = answer.json();
    } else if response["content"].get("text/plain").is_some() {
        assert!(answer.header("content-type").unwrap().starts_with("text/plain"), "{name}");
        assert!(!answer.text().is_empty(), "{name}");
    }
}
