//! The example bots play against each other.

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use crate::running::Running;
use crate::time_limit::{self, Lines};

/// A bot by its language.
#[derive(Clone, Copy)]
enum Bot {
    Python,
    Node,
}

impl Bot {
    fn start(self, address: &str, options: &[&str]) -> (Child, Lines) {
        let (interpreter, script) = match self {
            Self::Python => ("python3", "bot.py"),
            Self::Node => ("node", "bot.mjs"),
        };
        let examples = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples");
        let mut command = Command::new(interpreter);
        command.arg(examples.join(script)).arg(address).args(options).stdout(Stdio::piped());
        let mut child = command.spawn().expect(interpreter);
        let lines = Lines::of(child.stdout.take().unwrap());
        (child, lines)
    }
}

/// Each of them opens a table, at which the other sits down.
#[test]
#[ignore = "needs node, python"]
fn the_example_bots_play_a_whole_match() {
    let server = Running::start();
    let address = format!("http://{}", server.address);
    for [host, guest] in [[Bot::Python, Bot::Node], [Bot::Node, Bot::Python]] {
        let (mut host, host_lines) = host.start(&address, &["--game", "othello"]);
        let line = host_lines.next().expect("a code");
        let code = line.strip_prefix("code ").expect(&line);
        let (mut guest, guest_lines) = guest.start(&address, &["--code", code]);
        let [host_said, guest_said] =
            [host_lines, guest_lines].map(|lines| lines.next().expect("a result"));
        for bot in [&mut host, &mut guest] {
            assert!(time_limit::wait_for_end("a bot", bot).success());
        }
        let result = |said: &str| said.split(':').next().unwrap().to_owned();
        let results = [result(&host_said), result(&guest_said)];
        let fits = [["won", "lost"], ["lost", "won"], ["nobody wins", "nobody wins"]];
        assert!(fits.iter().any(|fit| *fit == results), "{host_said} {guest_said}");
        let [host_moves, guest_moves] =
            [&host_said, &guest_said].map(|said| said.split("after ").nth(1));
        assert!(host_moves.is_some() && host_moves == guest_moves, "{host_said} {guest_said}");
    }
}
