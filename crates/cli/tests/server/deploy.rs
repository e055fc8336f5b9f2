//! The samples in `deploy/` for systemd and containers: their commands start a server that works.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::client::request;
use crate::program::Program;
use crate::running::Folder;
use crate::supervised::{listen, next};
use crate::time_limit;

/// Path of a sample.
fn sample_path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy").join(name)
}

/// Text of a sample, with replacements. Each of them must replace something.
pub(crate) fn sample(name: &str, replacements: &[(&str, &str)]) -> String {
    let mut text = fs::read_to_string(sample_path(name)).unwrap();
    for (from, to) in replacements {
        assert!(text.contains(from), "{name} has no {from}");
        text = text.replace(from, to);
    }
    text
}

/// Expects a server for `https://damier.example` that trusts its proxy.
fn expect_public(program: &Program) {
    let forwarded = "Host: damier.example\r\nX-Forwarded-For: 192.0.2.1\r\n";
    let page = request(program.address, "GET", "/", forwarded, b"");
    assert_eq!(page.status, 200);
    assert!(page.header("strict-transport-security").is_some());
    let list = request(program.address, "GET", "/api/matches", forwarded, b"");
    assert!(list.header("set-cookie").unwrap().starts_with("__Host-damier="));
    assert_eq!(request(program.address, "GET", "/metrics", forwarded, b"").status, 404);
}

#[test]
fn the_command_of_the_container_starts_a_server() {
    let folder = Folder::new("container");
    let replacements = [
        ("/usr/local/bin/damier serve", concat!(env!("CARGO_BIN_EXE_damier"), " serve")),
        ("0.0.0.0:4747", "127.0.0.1:0"),
        ("--data /data", &format!("--data {}", folder.path().display())),
    ];
    let text = sample("Containerfile", &replacements);
    let entry = text.lines().find_map(|line| line.strip_prefix("ENTRYPOINT ")).unwrap();
    let entry: Vec<String> = serde_json::from_str(entry).unwrap();
    let command = || {
        let mut command = Command::new(&entry[0]);
        command.args(&entry[1..]).args(["--keep", "365"]);
        command.env_remove("DAMIER_PUBLIC_URL").env_remove("DAMIER_DATABASE");
        command.env("LC_ALL", "C").stdout(Stdio::piped());
        command
    };
    // Without a name nobody would be let in: it says so instead.
    let output = time_limit::output(&mut command());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && said.contains("DAMIER_PUBLIC_URL"), "{said}");
    // A node has its games in the database, not in the folder of the container.
    let mut node = command();
    node.env("DAMIER_PUBLIC_URL", "https://damier.example").env("DAMIER_DATABASE", "no URL");
    let output = time_limit::output(&mut node);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && said.contains("postgres://"), "{said}");
    let mut command = command();
    let program = Program::spawn({
        command.env("DAMIER_PUBLIC_URL", "https://damier.example");
        command
    });
    expect_public(&program);
    program.signal("-TERM");
    assert_eq!(program.end().code(), Some(0));
}

#[test]
fn the_container_asks_its_server_whether_it_is_there() {
    let folder = Folder::new("healthcheck");
    let program = Program::behind_proxy(&folder);
    let port = format!("127.0.0.1/{}", program.address.port());
    let text = sample("Containerfile", &[("127.0.0.1/4747", &port)]);
    let check = text.lines().find(|line| line.starts_with("HEALTHCHECK ")).unwrap();
    let check = check.split_once("CMD ").unwrap().1;
    let check: Vec<String> = serde_json::from_str(check).unwrap();
    let ask = || {
        let mut command = Command::new(&check[0]);
        time_limit::output(command.args(&check[1..])).status.success()
    };
    assert!(ask());
    program.signal("-TERM");
    assert_eq!(program.end().code(), Some(0));
    assert!(!ask());
}

#[test]
fn the_image_has_certificates_and_a_user_that_is_not_root() {
    let text = sample("Containerfile", &[]);
    let image = text.rsplit("\nFROM ").next().unwrap();
    assert!(image.contains(" ca-certificates "), "{image}");
    let user = image.lines().find_map(|line| line.strip_prefix("USER ")).unwrap();
    let ids: Vec<u32> = user.split(':').map(|id| id.parse().expect("a number")).collect();
    assert!(ids.len() == 2 && !ids.contains(&0), "{user}");
}

/// A password in a URL would have to be escaped.
#[test]
fn no_sample_has_a_password_in_a_url() {
    for name in ["cluster/compose.yaml", "cluster/cluster.env"] {
        for line in sample(name, &[]).lines() {
            let Some((_, rest)) = line.split_once("://") else { continue };
            let user = rest.split_once('@').map_or("", |(user, _)| user);
            assert!(!user.contains(':') && !user.contains("PASSWORD"), "{name}: {line}");
        }
    }
}

/// The unit, for this program, this folder and a free port.
fn unit(folder: &Folder) -> String {
    let replacements = [
        ("/usr/local/bin/damier", env!("CARGO_BIN_EXE_damier")),
        ("127.0.0.1:4747", "127.0.0.1:0"),
        ("/var/lib/damier", folder.path().to_str().unwrap()),
    ];
    sample("damier.service", &replacements)
}

#[test]
fn the_command_of_the_unit_starts_a_server_that_its_supervisor_hears_of() {
    let folder = Folder::new("unit");
    let unit = unit(&folder).replace("\\\n", " ");
    let value = |name: &str| {
        let lines = unit.lines().filter_map(|line| line.split_once('='));
        lines.filter(|(key, _)| *key == name).map(|(_, value)| value.to_owned()).next()
    };
    assert_eq!(value("Type").as_deref(), Some("notify"));
    assert!(value("MemoryMax").is_some() && value("MemoryHigh").is_some());
    assert_eq!(value("Restart").as_deref(), Some("always"));
    assert!(value("WatchdogSec").is_some());
    // Notifications need it.
    assert!(value("RestrictAddressFamilies").unwrap().contains("AF_UNIX"));
    let path = folder.path().join("notify");
    let supervisor = listen(&path);
    let command_line = value("ExecStart").unwrap();
    let mut words = command_line.split_whitespace();
    let mut command = Command::new(words.next().unwrap());
    command.args(words).env("LC_ALL", "C").stdout(Stdio::piped());
    command.env("NOTIFY_SOCKET", &path);
    let program = Program::spawn(command);
    assert_eq!(next(&supervisor), "READY=1");
    expect_public(&program);
}

#[test]
#[ignore = "needs proxies"]
fn systemd_finds_no_fault_with_the_units() {
    let folder = Folder::new("unit-verify");
    let program = [("/usr/local/bin/damier", env!("CARGO_BIN_EXE_damier"))];
    let worker = sample("damier-worker.service", &program);
    let node = sample("cluster/damier-node@.service", &program);
    for (name, text) in [
        ("damier.service", unit(&folder)),
        ("damier-worker.service", worker),
        ("damier-node@4751.service", node),
    ] {
        let file = folder.path().join(name);
        fs::write(&file, text).unwrap();
        let output = time_limit::output(Command::new("systemd-analyze").arg("verify").arg(&file));
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success() && !said.contains(name), "{said}");
        // The exposure is tenths of a scale to 10, of which 2 is "OK".
        let mut security = Command::new("systemd-analyze");
        security.args(["security", "--offline=true", "--threshold=20"]).arg(&file);
        let output = time_limit::output(&mut security);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }
}
