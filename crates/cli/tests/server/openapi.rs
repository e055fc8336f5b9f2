//! docs/openapi.json describes every route of the server: its examples work, its responses are what comes back, and its
//! limits are those of the server. Its schemas are generated from the types of the messages by a test of crates/wire.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::client::{Answer, request};
use crate::json_schema;
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

/// A server and what its requests need, so that the examples of the description work.
struct Described {
    document: Value,
    server: Running,
    /// A match at one screen.
    local: String,
    /// The code of a table.
    code: String,
}

/// A route of the description.
struct Operation<'a> {
    method: String,
    path: &'a str,
    about: &'a Value,
}

/// A request of a route. What is not there is left out.
#[derive(Clone, Default)]
struct Asked {
    path: BTreeMap<String, String>,
    query: BTreeMap<String, String>,
    json: Option<Value>,
    text: Option<String>,
}

impl Described {
    fn start() -> Self {
        let server = Running::start();
        let room = table(server.address, &json!({}));
        let players = json!({ "first": { "type": "human" }, "second": { "type": "human" } });
        let local = json!({ "game": "othello", "players": players });
        let local = crate::client::create_with(server.address, &local);
        Self { document: document(), server, local, code: room.code }
    }

    /// All routes but those of sockets, and those that would end what the others need.
    fn operations(&self) -> Vec<Operation<'_>> {
        let mut found = Vec::new();
        for (path, methods) in self.document["paths"].as_object().unwrap() {
            for (method, about) in methods.as_object().unwrap() {
                let method = method.to_uppercase();
                let ends = path == "/api/quit" || (path == "/api/profile" && method == "DELETE");
                if !path.ends_with("/socket") && !ends {
                    found.push(Operation { method, path, about });
                }
            }
        }
        found
    }

    /// The request with the examples of the description.
    fn example(&self, Operation { path, about, .. }: &Operation<'_>) -> Asked {
        let mut asked = Asked::default();
        for parameter in parameters(about) {
            let name = parameter["name"].as_str().unwrap().to_owned();
            let example = match (&*name, &parameter["example"]) {
                ("id", Value::Null) => self.local.clone(),
                ("code", Value::Null) => self.code.clone(),
                (_, Value::Null) => continue,
                (_, Value::String(text)) => text.clone(),
                (_, example) => example.to_string(),
            };
            let part = if parameter["in"] == "path" { &mut asked.path } else { &mut asked.query };
            part.insert(name, example);
        }
        let content = &about["requestBody"]["content"];
        asked.text = content["text/plain"]["example"].as_str().map(ToOwned::to_owned);
        asked.json = content["application/json"].get("example").cloned();
        if let Some(body) = asked.json.as_mut().filter(|_| *path == "/api/fairness") {
            body["quick"] = true.into();
        }
        asked
    }

    /// Asks the server, and checks that the answer is one that is described.
    fn ask(&self, operation: &Operation<'_>, asked: &Asked) -> Answer {
        let Operation { method, path, about } = operation;
        let mut path = (*path).to_owned();
        for (name, value) in &asked.path {
            path = path.replace(&format!("{{{name}}}"), &encoded(value));
        }
        for (index, (name, value)) in asked.query.iter().enumerate() {
            let before = if index == 0 { '?' } else { '&' };
            path = format!("{path}{before}{name}={}", encoded(value));
        }
        let body = asked.json.as_ref().map(Value::to_string);
        let body = body.or_else(|| asked.text.clone()).unwrap_or_default();
        if method == "PUT" && path.starts_with("/api/analyses/") {
            // Otherwise there is a newer version of it.
            request(self.server.address, "DELETE", &path, "", b"");
        }
        let answer = request(self.server.address, method, &path, "", body.as_bytes());
        self.check(about, &answer, &format!("{method} {path} {body:.300}"));
        answer
    }

    fn check(&self, about: &Value, answer: &Answer, name: &str) {
        let responses = about["responses"].as_object().unwrap();
        let status = answer.status.to_string();
        let class = format!("{}XX", answer.status / 100);
        let response = responses.get(&status).or_else(|| responses.get(&class));
        let response = response.unwrap_or_else(|| panic!("{name}: {status}"));
        let response = json_schema::resolved(&self.document, response);
        let found = answer.header("content-type").unwrap_or_default();
        let found = found.split(';').next().unwrap_or_default();
        let Some(contents) = response["content"].as_object() else {
            return assert!(answer.body.is_empty(), "{name}: {found}");
        };
        let content = contents.get(found);
        let content = content.unwrap_or_else(|| panic!("{name}: {status} {found}"));
        match found {
            "application/json" => {
                let value: Value = answer.json();
                let wrong = json_schema::violations(&self.document, &content["schema"], &value);
                assert!(wrong.is_empty(), "{name}: {wrong:#?}");
            }
            "image/svg+xml" => assert!(answer.text().starts_with("<svg"), "{name}"),
            // A list of matches may be empty.
            "text/plain" => {}
            _ => assert!(!answer.body.is_empty(), "{name}"),
        }
    }
}

fn parameters(about: &Value) -> impl Iterator<Item = &Value> {
    about["parameters"].as_array().into_iter().flatten()
}

fn encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |all, byte| all + &format!("%{byte:02x}"))
}

/// The code and the words of a refusal; `None` if it was none.
fn refusal(answer: &Answer) -> Option<(u16, String)> {
    let is_refused = answer.status >= 400;
    is_refused.then(|| (answer.status, answer.json::<Value>()["text"]["en"].to_string()))
}

/// Values that a schema refuses, each with one at its limit that is not refused for the same reason.
fn limits(schema: &Value) -> Vec<(Value, Option<Value>)> {
    let mut found = Vec::new();
    if let Some(least) = schema["minimum"].as_u64() {
        found.push((json!(least.cast_signed() - 1), Some(json!(least))));
    }
    match schema["maximum"].as_u64() {
        Some(u64::MAX) => found.push((json!(1.8e19), Some(json!(u64::MAX)))),
        Some(most) => found.push((json!(most + 1), Some(json!(most)))),
        None => {}
    }
    if let Some(most) = schema["maxLength"].as_u64() {
        let text = |chars: u64| json!("x".repeat(chars as usize));
        found.push((text(most + 1), Some(text(most))));
    }
    if schema["minLength"].is_u64() {
        found.push((json!(""), Some(json!("x"))));
    }
    if schema["enum"].is_array() || schema["pattern"].is_string() {
        found.push((json!("nonsense"), None));
    }
    found
}

/// Bodies like `body`, each with one value at a limit or beyond it, as [`limits`] has them, and what was changed.
fn changed_bodies(
    document: &Value,
    schema: &Value,
    body: &Value,
) -> Vec<(String, Value, Option<Value>)> {
    let schema = json_schema::resolved(document, schema);
    if let Some(variants) = schema["oneOf"].as_array() {
        let is_valid = |one: &&Value| json_schema::violations(document, one, body).is_empty();
        let variant = variants.iter().find(is_valid);
        return variant.map_or_else(Vec::new, |one| changed_bodies(document, one, body));
    }
    let mut found: Vec<_> = limits(schema)
        .into_iter()
        .map(|(beyond, within)| (format!("{beyond:.40}"), beyond, within))
        .collect();
    match body {
        Value::Object(fields) => {
            let set = |name: &str, value: Option<&Value>| {
                let mut fields = fields.clone();
                match value {
                    Some(value) => fields.insert(name.to_owned(), value.clone()),
                    None => fields.remove(name),
                };
                Value::Object(fields)
            };
            for name in schema["required"].as_array().into_iter().flatten() {
                let name = name.as_str().unwrap();
                found.push((format!("no {name}"), set(name, None), Some(body.clone())));
            }
            if schema["additionalProperties"] == false {
                let more = set("nonsense", Some(&json!(1)));
                found.push(("nonsense".to_owned(), more, Some(body.clone())));
            }
            for (name, value) in fields {
                let inner = changed_bodies(document, &schema["properties"][name], value);
                found.extend(inner.into_iter().map(|(what, beyond, within)| {
                    let within = within.map(|within| set(name, Some(&within)));
                    (format!("{name}: {what}"), set(name, Some(&beyond)), within)
                }));
            }
        }
        Value::Array(list) => {
            if let (Some(most), Some(first)) = (schema["maxItems"].as_u64(), list.first()) {
                let of = |count: u64| Value::from(vec![first.clone(); count as usize]);
                found.push((format!("{} elements", most + 1), of(most + 1), Some(of(most))));
            }
            if schema["minItems"].is_u64() {
                found.push(("no element".to_owned(), json!([]), Some(body.clone())));
            }
            if let [first, rest @ ..] = &**list {
                let inner = changed_bodies(document, &schema["items"], first);
                let with = |first: Value| Value::from([&[first], rest].concat());
                found.extend(inner.into_iter().map(|(what, beyond, within)| {
                    (format!("[0]: {what}"), with(beyond), within.map(with))
                }));
            }
        }
        _ => {}
    }
    found
}

#[test]
fn what_comes_back_is_what_is_described() {
    let described = Described::start();
    let operations = described.operations();
    for operation in &operations {
        described.ask(operation, &described.example(operation));
        // What goes wrong is described too.
        for path in ["nothing", "zzzzzz", "%ff"] {
            let mut asked = described.example(operation);
            asked.path.values_mut().for_each(|part| path.clone_into(part));
            asked.text = asked.text.map(|_| String::new());
            asked.json = asked.json.map(|_| json!({}));
            described.ask(operation, &asked);
        }
    }
    assert!(operations.len() >= 60, "{}", operations.len());
}

/// An example is valid, and so is what the description says to be needed or not.
#[test]
fn examples_are_what_is_described() {
    let document = document();
    let check = |schema: &Value, example: &Value, name: &str| {
        let wrong = json_schema::violations(&document, schema, example);
        assert!(example.is_null() || wrong.is_empty(), "{name}: {wrong:#?}");
    };
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            for parameter in parameters(operation) {
                let name = format!("{method} {path} {}", parameter["name"]);
                check(&parameter["schema"], &parameter["example"], &name);
            }
            for content in operation["requestBody"]["content"].as_object().into_iter().flatten() {
                check(&content.1["schema"], &content.1["example"], &format!("{method} {path}"));
            }
        }
    }
}

/// Limits of parameters: the server accepts the last value within, and refuses the first beyond.
#[test]
fn limits_of_parameters_are_those_of_the_server() {
    let described = Described::start();
    let mut asked = 0;
    for operation in described.operations() {
        let mut example = described.example(&operation);
        // Each optional parameter is tried alone.
        let is_needed = |name: &str| {
            parameters(operation.about).any(|one| one["name"] == name && one["required"] == true)
        };
        example.query.retain(|name, _| is_needed(name));
        for parameter in parameters(operation.about) {
            let name = parameter["name"].as_str().unwrap();
            let ask = |value: Option<&Value>| {
                let mut with = example.clone();
                let part = if parameter["in"] == "path" { &mut with.path } else { &mut with.query };
                let text = |value: &Value| value.as_str().map_or(value.to_string(), str::to_owned);
                match value {
                    Some(value) => part.insert(name.to_owned(), text(value)),
                    None => part.remove(name),
                };
                refusal(&described.ask(&operation, &with))
            };
            let place = format!("{} {} {name}", operation.method, operation.path);
            if parameter["in"] == "query" {
                let is_missed = ask(None).is_some_and(|(status, text)| {
                    status == 400 && text.contains(&format!("'{name}' is missing"))
                });
                assert_eq!(is_missed, parameter["required"] == true, "{place}");
            }
            for (beyond, within) in limits(&parameter["schema"]) {
                let refused = ask(Some(&beyond));
                assert!(refused.is_some(), "{place}: {beyond:.40} is accepted");
                if let Some(within) = within {
                    assert_ne!(ask(Some(&within)), refused, "{place}: {within:.40}");
                }
                asked += 1;
            }
            for value in parameter["schema"]["enum"].as_array().into_iter().flatten() {
                let refused = ask(Some(value)).is_some_and(|(status, _)| status == 400);
                // A board without its tiles cannot be drawn.
                let is_start = name == "game" && operation.path.contains("picture");
                assert!(!refused || is_start || value == "yes", "{place}: {value} is refused");
            }
        }
    }
    assert!(asked >= 90, "{asked}");
}

/// The same of bodies.
#[test]
fn limits_of_bodies_are_those_of_the_server() {
    let described = Described::start();
    let mut asked = 0;
    for operation in described.operations() {
        let example = described.example(&operation);
        let content = &operation.about["requestBody"]["content"];
        let schema = &content["application/json"]["schema"];
        let text = &content["text/plain"]["schema"];
        let ask = |body: &Value| {
            let json = example.json.as_ref().map(|_| body.clone());
            let text = example.text.as_ref().and_then(|_| body.as_str()).map(str::to_owned);
            refusal(&described.ask(&operation, &Asked { json, text, ..example.clone() }))
        };
        let mut changed = match (&example.json, &example.text) {
            (Some(body), _) => changed_bodies(&described.document, schema, body),
            (None, Some(body)) => changed_bodies(&described.document, text, &json!(body)),
            (None, None) => continue,
        };
        if operation.about["operationId"] == "createAnalysis" {
            // The other kind of body.
            let tree = json!({ "from": "tree", "game": "connect-four", "start": "7/7/7/7/7/7 x", "comment": "",
                "moves": [{ "parent": null, "notation": "4", "comment": "", "mark": "" }] });
            changed.extend(changed_bodies(&described.document, schema, &tree));
        }
        for (what, beyond, within) in changed {
            let place = format!("{} {}: {what}", operation.method, operation.path);
            let refused = ask(&beyond);
            assert!(refused.is_some(), "{place} is accepted");
            if let Some(within) = within {
                assert_ne!(ask(&within), refused, "{place}: {within:.300}");
            }
            asked += 1;
        }
    }
    assert!(asked >= 100, "{asked}");
}

/// Names in the description are those of the program.
#[test]
fn names_are_those_of_the_program() {
    let document = document();
    let schemas = &document["components"]["schemas"];
    let names = |schema: &Value| -> BTreeSet<String> {
        let names = schema["enum"].as_array().unwrap().iter().filter_map(Value::as_str);
        names.map(ToOwned::to_owned).collect()
    };
    let infos = || games::CATALOGUE.iter().map(|entry| entry.game.info());
    let all = infos().map(|info| info.id.to_owned()).collect();
    assert_eq!(names(&schemas["NewMatch"]["properties"]["game"]), all);
    let tiled = infos().filter(|info| !info.tiles.is_empty()).map(|info| info.id.to_owned());
    assert_eq!(names(&schemas["TileQuestion"]["properties"]["game"]), tiled.collect());
    let rules = infos().flat_map(|info| info.rule_sets).map(|set| set.id.to_owned()).collect();
    assert_eq!(names(&schemas["Setup"]["properties"]["rules"]), rules);
    let parts = &document["paths"]["/api/texts/{lang}/{part}"]["get"]["parameters"][1];
    let known = texts::PAGE_PARTS.iter().map(ToString::to_string).collect();
    assert_eq!(names(&parts["schema"]), known);
}
