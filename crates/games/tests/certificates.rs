//! Certificates: what is made is accepted, by the program and by `examples/check_proof.py`; what is damaged or false
//! is refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;

use damier_games::CATALOGUE;
use engine::{CertificateError, CheckedCertificate, Prover, Resources, check_certificate};
use rules::SplitMix64;

/// The board of `rules.md`: classic quadrants 1, 2, 5 and 7.
const BOARD: &str = "YBGRRGBY/RGYYYYGR/GRBBBBRG/BYRGGRYB/GBRYYBGR/BGBRRBYY/YRYGBGRG/RGYBGRYB";
/// Damaged copies of each certificate.
const COPIES: usize = 200;

/// A position of each game, and the claims of its certificate.
fn examples() -> [(&'static str, String, &'static [&'static str]); 6] {
    let on_board = |pawns: &str, rest: &str| format!("{pawns} {BOARD} {rest}");
    [
        ("connect-four", "7/2x4/2o4/2x1ox1/2o1ox1/1ox1xo1 x".to_owned(), &["o wins"]),
        ("connect-four", "1x2ox1/1o1xox1/1xooxo1/1oxxxo1/oxoooxx/oxxxoox o".to_owned(), &[]),
        (
            "othello",
            "1xxxxxxx/2oooooo/xooxoxoo/xoxxooox/xxxxxoxx/x1xoxxxx/1xoxx1xx/x1oxxo2 o".to_owned(),
            &[],
        ),
        ("katarenga", on_board("8/8/o2x4/8/1x6/8/7o/8 x", "--/-o classic"), &["o wins"]),
        ("congress", on_board("o1o1o1o1/8/1o1o1o1o/8/3x4/8/xxxx4/xx5x x", "classic"), &["x wins"]),
        ("isolation", on_board("8/3o4/7x/2x5/5x2/8/8/1o6 o", "mutual"), &["x wins"]),
    ]
}

fn prover(game: &str) -> &'static Prover {
    let entry = CATALOGUE.iter().find(|entry| entry.game.info().id == game).expect("a game");
    entry.prover.expect("a prover")
}

fn certificate(game: &str, position: &str) -> String {
    let stop = AtomicBool::new(false);
    let made = prover(game).prove(position, Resources::default(), &stop, &mut |_| {});
    let mut text = Vec::new();
    made.expect(position).write(&mut text).expect("memory");
    String::from_utf8(text).expect("a text")
}

fn check(bytes: &[u8]) -> Result<CheckedCertificate, CertificateError> {
    check_certificate(CATALOGUE, &mut &*bytes, &AtomicBool::new(false), &mut |_| {})
}

/// The certificate with the checksum that its text has.
fn with_checksum(text: &str) -> String {
    let body = text.rsplit_once("crc32").expect("a checksum").0;
    format!("{body}crc32 {:08x}\n", crc32fast::hash(body.as_bytes()))
}

#[test]
fn what_is_made_is_accepted() {
    for (game, position, claims) in examples() {
        let text = certificate(game, &position);
        let checked = check(text.as_bytes()).unwrap_or_else(|error| panic!("{position}: {error}"));
        assert_eq!((checked.game.as_str(), checked.position.as_str()), (game, position.as_str()));
        let found: Vec<_> = checked.claims.iter().map(|proved| proved.claim.to_string()).collect();
        assert!(claims.is_empty() && found.len() == 2 || found == claims, "{position}: {found:?}");
    }
}

/// A byte, a word or a line is changed, removed or repeated.
#[test]
fn damaged_certificates_are_refused() {
    let mut random = SplitMix64::new(22);
    for (game, position, _) in examples() {
        let text = certificate(game, &position).into_bytes();
        for _ in 0..COPIES {
            let mut bytes = text.clone();
            let at = random.below(bytes.len() as u64) as usize;
            match random.below(4) {
                0 => bytes[at] ^= 1 << random.below(8),
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, bytes[at]),
                _ => bytes.truncate(at),
            }
            if bytes == text {
                continue;
            }
            check(&bytes).expect_err(&String::from_utf8_lossy(&bytes));
        }
    }
}

/// Claims that go too far are refused although the file is whole.
#[test]
fn false_certificates_are_refused() {
    for (game, position, _) in examples() {
        let text = certificate(game, &position);
        let lines: Vec<&str> = text.lines().collect();
        let claim = lines[3];
        let changes = [
            claim.replace("claim x", "claim z").replace("claim o", "claim x").replace('z', "o"),
            claim.replace("draws", "wins"),
            match claim.rsplit_once(['+', '-']) {
                Some((_, margin)) => {
                    let sign = if claim.contains('-') { -1 } else { 1 };
                    let margin = sign * margin.parse::<i32>().expect("a margin");
                    format!("{} {:+}", &claim[..7], margin + 2)
                }
                None => claim.to_owned(),
            },
        ];
        for changed in changes.iter().filter(|changed| *changed != claim) {
            let changed = with_checksum(&text.replacen(claim, changed, 1));
            check(changed.as_bytes()).expect_err(&changed);
        }
        for name in ["plies", "moves"] {
            let line = lines.iter().find(|line| line.starts_with(name)).expect("a number");
            let number: u64 = line[6..].parse().expect("a number");
            for wrong in [number - 1, number + 1] {
                let changed = text.replacen(line, &format!("{name} {wrong}"), 1);
                check(with_checksum(&changed).as_bytes()).expect_err(&changed);
            }
        }
    }
}

/// The certificate with the other side to move in its position, and the right checksum.
fn with_other_turn(text: &str) -> String {
    let position = text.lines().nth(2).expect("a position");
    let turn = position.split(' ').nth(2).expect("the side to move");
    let other = if turn == "x" { "o" } else { "x" };
    let changed = position.replacen(&format!(" {turn}"), &format!(" {other}"), 1);
    with_checksum(&text.replacen(position, &changed, 1))
}

/// A strategy holds for one side to move alone.
#[test]
fn the_side_to_move_is_part_of_the_position() {
    for (game, position, _) in examples() {
        let changed = with_other_turn(&certificate(game, &position));
        assert!(changed.contains("\ncrc32"));
        check(changed.as_bytes()).expect_err(&changed);
    }
}

/// The place of an error is its line.
#[test]
fn an_illegal_move_is_named_with_its_line() {
    let (game, position, _) = &examples()[4];
    let text = certificate(game, position);
    assert_eq!(with_checksum(&text), text);
    let first_move = text.lines().nth(6).and_then(|line| line.split(' ').next()).expect("a move");
    let error = check(with_checksum(&text.replacen(first_move, "a1a1", 1)).as_bytes());
    let error = error.expect_err("an illegal move");
    assert_eq!(error.line, Some(7));
    assert!(error.text.en.contains("move 1, 'a1a1', is not legal"), "{error}");
}

#[test]
#[ignore = "needs node, python"]
fn another_program_comes_to_the_same_conclusions() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("certificates");
    fs::create_dir_all(&folder).expect("a folder");
    let checker = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/check_proof.py");
    let mut random = SplitMix64::new(4);
    let mut files = Vec::new();
    for (number, (game, position, _)) in examples().iter().enumerate() {
        let text = certificate(game, position);
        // Copies with two words exchanged, and the right checksum.
        for copy in 0..6 {
            let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
            if copy > 0 {
                let [a, b] = [0; 2].map(|_| random.below(words.len() as u64) as usize);
                words.swap(a, b);
            }
            let text = with_checksum(&words.join(" "));
            let path = folder.join(format!("{number}-{copy}.txt"));
            fs::write(&path, &text).expect("a file");
            files.push((path, check(text.as_bytes()).is_ok()));
        }
        let path = folder.join(format!("{number}-turn.txt"));
        fs::write(&path, with_other_turn(&text)).expect("a file");
        files.push((path, false));
    }
    let paths = files.iter().map(|(path, _)| path);
    let output = Command::new("python3").arg(checker).args(paths).output().expect("python3");
    let said = String::from_utf8(output.stdout).expect("a text");
    for (path, is_valid) in &files {
        let name = format!("{}: ", path.display());
        let verdicts: Vec<_> = said.lines().filter_map(|line| line.strip_prefix(&name)).collect();
        assert!(!verdicts.is_empty(), "{name}{said}");
        let accepted = verdicts.iter().all(|verdict| verdict.starts_with("proved"));
        assert_eq!(accepted, *is_valid, "{name}{verdicts:?}");
    }
    assert!(files.iter().filter(|(_, is_valid)| *is_valid).count() >= examples().len());
}
