//! What the documentation says of metrics and limits is what the program has.

use std::fs;
use std::time::Duration;

use server::{RateLimit, ServerLimits};

use crate::metrics::NAMES;

fn document(name: &str) -> String {
    fs::read_to_string(format!("{}/../../docs/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

#[test]
fn every_metric_is_documented() {
    let hosting = document("hosting.md");
    for (name, _) in NAMES {
        let name = name.strip_prefix("damier_").unwrap();
        assert!(hosting.contains(&format!("`{name}`")), "docs/hosting.md does not name {name}");
    }
}

/// A number with commas between thousands.
fn number(value: usize) -> String {
    let digits = value.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn mebibytes(bytes: usize) -> String {
    format!("{} MiB", bytes >> 20)
}

fn gibibytes(bytes: u64) -> String {
    format!("{} GiB", bytes >> 30)
}

fn rate(RateLimit { burst, interval_ms }: RateLimit) -> String {
    format!("{burst} at once, then 1 in {} ms", number(interval_ms as usize))
}

#[test]
fn the_limits_in_the_documentation_are_those_of_the_program() {
    let security = document("security.md");
    let limits = ServerLimits::default();
    let rooms = limits.rooms;
    let row = |what: &str, all: &str, one: &str| {
        let row = format!("| {what} | {all} | {one} |\n").replace("|  |", "| |");
        assert!(security.contains(&row), "docs/security.md has no {row}");
    };
    row("connections", &number(limits.connections), &number(limits.connections_of_address));
    row("sockets", &number(limits.sockets), &number(limits.sockets_of_address));
    let of_address = mebibytes(limits.body_bytes_of_address);
    row("bytes of request bodies in memory", &mebibytes(limits.body_bytes), &of_address);
    row(
        "bytes stored by visitors",
        &gibibytes(limits.storage_bytes),
        &mebibytes(limits.storage.network.bytes as usize),
    );
    row("open rooms", &number(limits.open_rooms), "");
    row("requests", "", &rate(limits.requests));
    row("new games, hints and other expensive requests", "", &rate(limits.efforts));
    row("codes tried", "", &rate(limits.codes));
    row("messages on one socket", "", &rate(limits.messages));
    row("commands of one seat", "", &rate(rooms.commands));
    row("greetings of one player", "", &rate(rooms.greetings));
    row("watchers of one game", &number(rooms.max_watchers), "");
    let timeouts = limits.timeouts;
    let bytes = number(timeouts.min_bytes_per_second as usize);
    let timeout = |what: &str, limit: Duration, more: &str| {
        let row = format!("| {what} | {} s{more} |\n", limit.as_secs());
        assert!(security.contains(&row), "docs/security.md has no {row}");
    };
    let more = format!(" and 1 s for every {bytes} bytes");
    timeout("the head of a request", timeouts.header, "");
    timeout("the body of a request", timeouts.body, &more);
    timeout("taking a response", timeouts.write, &more);
    timeout("between two requests", timeouts.idle, "");
}
