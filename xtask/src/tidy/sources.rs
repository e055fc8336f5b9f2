//! What a source file may contain, and how much.

use std::path::Path;

use crate::ignored::Reason;

/// A file is about one thing; with more lines than this, it is about two or it is data.
const MAX_LINES: usize = 600;

/// This file spells out what the others may not say.
const THIS: &str = "xtask/src/tidy/sources.rs";

/// Something that no line of certain Rust files may contain outside a comment.
struct LineRule {
    applies: fn(path: &str) -> bool,
    breaks: fn(code: &str) -> bool,
    /// Whether it holds for the tests at the end of a file, too.
    holds_in_tests: bool,
    says: &'static str,
}

const LINE_RULES: &[LineRule] = &[
    LineRule {
        applies: |path| {
            let in_rules = path.strip_prefix("crates/rules/src/");
            in_rules.is_some_and(|file| !RULES_WITH_SERDE.contains(&file))
                || path.starts_with("crates/games/src/")
        },
        breaks: |code| code.contains("Serialize") || code.contains("Deserialize"),
        holds_in_tests: true,
        says: "positions and moves cross a boundary as text, without serde",
    },
    LineRule {
        applies: |path| {
            let allowed = ["crates/engine/", "crates/games/", "crates/wasm/src/abi.rs"];
            !allowed.iter().any(|beginning| path.starts_with(beginning))
        },
        // Alone between quotation marks it is a word of the content security policy.
        // A content security policy may name the source of WebAssembly.
        breaks: |code| {
            code.replace("\"unsafe\"", "").replace("wasm-unsafe-eval", "").contains("unsafe")
        },
        holds_in_tests: true,
        says: "only engine, games and the interface of the WebAssembly module may contain unsafe code",
    },
    LineRule {
        applies: |_| true,
        breaks: |code| {
            ["todo!(", "unimplemented!(", "dbg!("].iter().any(|word| code.contains(word))
        },
        holds_in_tests: true,
        says: "unfinished",
    },
    LineRule {
        applies: |path| {
            let is_source = path.starts_with("crates/") && path.contains("/src/");
            let is_test = ["/tests.rs", "/tests/"].iter().any(|part| path.contains(part));
            is_source && !is_test && !SYSTEM_FILES.contains(&path)
        },
        breaks: |code| {
            ["(unix", "(windows", "target_os"].iter().any(|word| {
                ["cfg(", "cfg!(", "cfg_attr("].iter().any(|cfg| code.contains(cfg))
                    && code.contains(word)
            })
        },
        holds_in_tests: false,
        says: "what depends on the system stands in one file of a crate: SYSTEM_FILES in xtask/src/tidy/sources.rs",
    },
    LineRule {
        applies: |path| {
            let is_source = path.starts_with("crates/") && path.contains("/src/");
            // What tests use may print.
            let is_for_tests = path.starts_with("crates/testkit/")
                || ["/tests.rs", "/tests/"].iter().any(|part| path.contains(part));
            is_source && !is_for_tests && !PRINTING_FILES.contains(&path)
        },
        breaks: |code| {
            ["print!(", "println!(", "io::stdout", "io::stderr"]
                .iter()
                .any(|word| code.contains(word))
        },
        holds_in_tests: false,
        says: "a server may not end because its output cannot be written: log it, or write to what is passed in",
    },
    LineRule {
        applies: |_| true,
        breaks: Reason::is_missing,
        holds_in_tests: true,
        says: "ignore a test for a reason of xtask/src/ignored.rs: #[ignore = \"slow\"]",
    },
];

/// The files that may ask which system they run on, one in a crate for each thing that the crate needs of it.
const SYSTEM_FILES: &[&str] = &[
    "crates/command/src/platform.rs",
    "crates/engine/src/huge_pages.rs",
    // Clock and threads of engines, and the stopwatch of the store: the browser has others.
    "crates/engine/src/monotonic_clock.rs",
    "crates/engine/src/threads.rs",
    "crates/server/src/descriptors.rs",
    "crates/store/src/stopwatch.rs",
    "crates/testkit/src/postgres.rs",
    "crates/testkit/src/process.rs",
    "crates/tui/src/terminal.rs",
];

/// The files that write to standard output and standard error: everything else is passed a stream, or logs.
const PRINTING_FILES: &[&str] =
    &["crates/cli/src/log.rs", "crates/cli/src/main.rs", "crates/tui/src/terminal.rs"];

/// The files of `crates/rules/src/` that hold plain data for screens and files.
const RULES_WITH_SERDE: &[&str] =
    &["record.rs", "seat.rs", "setup.rs", "text.rs", "tile.rs", "view.rs"];

/// Whether this is a file to look at.
pub(super) fn is_source(path: &str) -> bool {
    ["rs", "js", "css"].contains(&extension(path))
}

/// The breaches in one source file, its path seen from the root and with `/` between folders.
pub(super) fn violations(path: &str, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let lines = text.lines().count();
    if lines > MAX_LINES && !is_data(path) {
        found.push(format!("{path}: {lines} lines, more than {MAX_LINES}: split it"));
    }
    if extension(path) != "rs" || path == THIS {
        return found;
    }
    for rule in LINE_RULES.iter().filter(|rule| (rule.applies)(path)) {
        let is_over = |line: &str| !rule.holds_in_tests && line == "#[cfg(test)]";
        for (number, line) in (1..).zip(text.lines().take_while(|line| !is_over(line))) {
            if (rule.breaks)(code(line)) {
                found.push(format!("{path}:{number}: {}", rule.says));
            }
        }
    }
    found.extend(without_contract(text).map(|number| {
        format!(
            "{path}:{number}: an unsafe function says under `# Safety` what it needs of its caller"
        )
    }));
    found
}

/// The lines of unsafe functions whose comment does not say what the caller must see to.
fn without_contract(text: &str) -> impl Iterator<Item = usize> {
    let lines: Vec<_> = text.lines().map(str::trim_start).collect();
    let is_head = |line: &str| {
        let line = line.strip_prefix("pub").map_or(line, |rest| {
            let rest = rest.trim_start();
            rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or(rest, |part| part.1)
        });
        ["unsafe fn ", "const unsafe fn "].iter().any(|head| line.trim_start().starts_with(head))
    };
    let says_contract = |at: usize| {
        // Its comment and attributes, which may have several lines, begin after the end of another item.
        let ends_item = |line: &str| line.is_empty() || line.ends_with('}') || line.ends_with(';');
        let mut above = lines[..at].iter().rev().take_while(|line| !ends_item(line));
        above.any(|line| line.starts_with("///") && line.contains("# Safety"))
    };
    let heads = (0..lines.len()).filter(|&at| is_head(lines[at]) && !says_contract(at));
    heads.map(|at| at + 1).collect::<Vec<_>>().into_iter()
}

pub(super) fn extension(path: &str) -> &str {
    let extension = Path::new(path).extension();
    extension.and_then(|e| e.to_str()).unwrap_or_default()
}

/// Whether the file lies in a folder of data or of other people's files.
fn is_data(path: &str) -> bool {
    let mut folders = path.split('/').rev().skip(1);
    folders.any(|folder| ["data", "vendor"].contains(&folder))
}

/// The line without its comment.
fn code(line: &str) -> &str {
    line.split("//").next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_clean(path: &str, text: &str) -> bool {
        violations(path, text).is_empty()
    }

    #[test]
    fn long_files_must_be_data() {
        let text = "x\n".repeat(MAX_LINES + 1);
        assert!(!is_clean("crates/server/web/js/app.js", &text));
        assert!(!is_clean("crates/rules/src/data.rs", &text));
        assert!(is_clean("crates/games/src/othello/data/book.rs", &text));
        assert!(is_clean("crates/server/web/vendor/axe.js", &text));
        assert!(is_clean("crates/rules/src/line.rs", &text[2..]));
    }

    #[test]
    fn serde_stays_in_the_data_of_rules() {
        let derive = "#[derive(Clone, Serialize)]";
        assert!(is_clean("crates/rules/src/view.rs", derive));
        assert!(is_clean("crates/play/src/event.rs", derive));
        assert!(!is_clean("crates/rules/src/position.rs", derive));
        assert!(!is_clean("crates/games/src/othello/view.rs", derive));
    }

    #[test]
    fn unsafe_code_stays_in_engine_and_games() {
        let expect = "#![expect(unsafe_code, reason = \"prefetch\")]";
        assert!(is_clean("crates/engine/src/table.rs", expect));
        assert!(!is_clean("crates/cli/src/main.rs", expect));
        assert!(!is_clean("fuzz/fuzz_targets/record.rs", "unsafe { f() }"));
        assert!(is_clean("crates/cli/tests/server/http.rs", "policy.contains(\"unsafe\")"));
        assert!(is_clean("crates/server/src/lib.rs", "\"script-src 'wasm-unsafe-eval'\""));
    }

    #[test]
    fn an_unsafe_function_states_its_contract() {
        let path = "crates/games/src/othello/solver/cpu.rs";
        for head in ["unsafe fn f() {}", "pub(super) unsafe fn f() {}", "    pub unsafe fn f();"] {
            let stated =
                format!("/// Does it.\n///\n/// # Safety\n///\n/// AVX2.\n#[inline]\n{head}");
            assert!(is_clean(path, &stated), "{stated}");
            for unsaid in [head.to_owned(), format!("/// Does it.\n#[inline]\n{head}")] {
                assert!(!is_clean(path, &unsaid), "{unsaid}");
            }
        }
        assert!(is_clean(path, "let call: unsafe fn(u8) = f;"));
    }

    #[test]
    fn nothing_is_left_unfinished() {
        let path = "crates/cli/src/main.rs";
        for code in ["    todo!()", "let x = dbg!(y);", "unimplemented!(\"z\")"] {
            assert!(!is_clean(path, code), "{code}");
        }
        assert!(is_clean(path, "/// Never `todo!()`."));
    }

    #[test]
    fn the_system_is_asked_for_in_one_place() {
        for code in ["#[cfg(unix)]", "if cfg!(windows) {", "#[cfg(not(target_os = \"linux\"))]"] {
            assert!(!is_clean("crates/cli/src/serve.rs", code), "{code}");
            assert!(is_clean("crates/command/src/platform.rs", code), "{code}");
            assert!(is_clean("crates/cli/tests/program.rs", code), "{code}");
        }
        assert!(is_clean("crates/cli/src/serve.rs", "#[cfg(test)]\nmod tests {\n    #[cfg(unix)]"));
    }

    #[test]
    fn few_files_print() {
        for code in ["println!(\"{it}\");", "eprint!(\"x\")", "let out = io::stderr();"] {
            assert!(!is_clean("crates/server/src/lib.rs", code), "{code}");
            assert!(is_clean("crates/cli/tests/program.rs", code), "{code}");
            assert!(is_clean("crates/games/examples/play_level.rs", code), "{code}");
        }
        assert!(is_clean("crates/cli/src/log.rs", "LogQueue::start(io::stderr())"));
        assert!(is_clean("crates/cli/src/usage.rs", "if error.use_stderr() { err } else { out }"));
    }

    #[test]
    fn an_ignored_test_says_why() {
        let path = "crates/games/tests/catalogue.rs";
        assert!(!is_clean(path, "#[ignore]"));
        assert!(!is_clean(path, "#[ignore = \"too hard\"]"));
        assert!(is_clean(path, "#[ignore = \"slow\"]"));
    }

    #[test]
    fn a_breach_is_found_by_its_line() {
        let found = violations("xtask/src/main.rs", "fn f() {\n    todo!()\n}\n");
        assert_eq!(found, ["xtask/src/main.rs:2: unfinished"]);
    }
}
