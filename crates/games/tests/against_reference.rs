//! Every game beside its slow and obvious twin: the same moves, positions and ends, on thousands of
//! random positions.

use crate::harness::entries;
use crate::reference::bits::BitReference;
use crate::reference::{self, Ending, Reference, perft};
use rules::{AnyGame, CellIndex, Live, Record, RuleSet, Setup, SplitMix64, View};

/// How many positions are compared for each rule set.
const POSITIONS: usize = 3_000;

/// Games of each rule set in which moves are counted, and to which depth.
const COUNTED_GAMES: usize = 4;
const COUNTED_DEPTH: u32 = 3;

/// The board of the family's published numbers: classic quadrants 1 | 2 / 5 | 7.
const T1: &str = "YBGRRGBY/RGYYYYGR/GRBBBBRG/BYRGGRYB/GBRYYBGR/BGBRRBYY/YRYGBGRG/RGYBGRYB";

const RED_AND_BLUE: &str = "xxxxxxxx/8/8/8/8/8/8/oooooooo";
const EIGHT_AROUND: &str = "1x1ox1o1/o6x/8/x6o/o6x/8/x6o/1o1xo1x1";

#[test]
fn random_games_are_the_same() {
    for_every_rule_set(|game, rules, random| {
        let mut compared = 0;
        while compared < POSITIONS {
            let setup = Setup { rules: Some(rules.id.into()), board: None, seed: random.draw() };
            let start = game.start(&setup).unwrap_or_else(|error| panic!("{setup:?}: {error}"));
            let mut live = open(game, &start).expect("a start can be read");
            let mut slow = twin(game, &start);
            compare(live.as_ref(), slow.as_ref());
            while live.view().outcome.is_none() {
                let moves = slow.moves();
                let m = &moves[random.below(moves.len() as u64) as usize];
                live.play(m).unwrap_or_else(|refusal| panic!("{m} in {}: {refusal}", slow.text()));
                slow = slow.play(m);
                compare(live.as_ref(), slow.as_ref());
                compared += 1;
            }
        }
    });
}

/// Random play seldom meets crowds, gathered groups and filled camps: here discs are strewn over the
/// board in heaps, and what a game takes for a position is compared, every move played.
#[test]
fn strewn_positions_are_the_same() {
    for_every_rule_set(|game, rules, random| {
        let mut compared = 0;
        for _ in 0..POSITIONS / 2 {
            let setup = Setup { rules: Some(rules.id.into()), board: None, seed: random.draw() };
            let start = game.start(&setup).unwrap_or_else(|error| panic!("{setup:?}: {error}"));
            let text = strewn(&start, random);
            let Some(mut live) = open(game, &text) else { continue };
            let slow = twin(game, &text);
            compare(live.as_ref(), slow.as_ref());
            for m in slow.moves() {
                live.play(&m).unwrap_or_else(|refusal| panic!("{m} in {text}: {refusal}"));
                compare(live.as_ref(), slow.play(&m).as_ref());
                live.truncate(0);
            }
            compared += 1;
        }
        // Discs that fall or enclose others never lie in heaps.
        let id = game.info().id;
        assert!(compared > 0 || game.info().tiles.is_empty(), "{id} took no position");
    });
}

fn for_every_rule_set(check: impl Fn(&dyn AnyGame, &RuleSet, &mut SplitMix64) + Sync) {
    std::thread::scope(|scope| {
        for game in entries().into_iter().map(|entry| entry.game) {
            scope.spawn(|| {
                for rules in game.info().rule_sets {
                    check(game, rules, &mut SplitMix64::new(2026));
                }
            });
        }
    });
}

fn open(game: &dyn AnyGame, text: &str) -> Option<Box<dyn Live>> {
    game.open(&Record::new(text.to_owned())).ok()
}

fn twin(game: &dyn AnyGame, text: &str) -> Box<dyn Reference> {
    let id = game.info().id;
    reference::read(id, text).unwrap_or_else(|| {
        panic!("crates/games/tests/reference/mod.rs: every game is written a second time, and {id} is not")
    })
}

/// A position text with the same fields but other discs, up to eight a side and most of them beside
/// one of their own, the side to move drawn, and pawns in the camps if it has any.
fn strewn(text: &str, random: &mut SplitMix64) -> String {
    let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let mut rows = vec![vec!['1'; 8]; 8];
    for side in ['x', 'o'] {
        let mut own: Vec<(usize, usize)> = Vec::new();
        let count = random.below(16).clamp(1, 8) as usize;
        while own.len() < count {
            let (row, column) = (random.below(8) as usize, random.below(8) as usize);
            let beside = own.iter().any(|(r, c)| r.abs_diff(row) + c.abs_diff(column) == 1);
            if rows[row][column] == '1' && (beside || random.below(200) == 0) {
                rows[row][column] = side;
                own.push((row, column));
            }
        }
    }
    let rows: Vec<String> = rows.iter().map(String::from_iter).collect();
    fields[0] = rows.join("/");
    fields[1] = ['x', 'o'][random.below(2) as usize].to_string();
    if let Some(camps) = fields.iter_mut().find(|field| *field == "--/--") {
        let camp = |side, random: &mut SplitMix64| ['-', side][random.below(2) as usize];
        let row =
            |side, random: &mut SplitMix64| format!("{}{}", camp(side, random), camp(side, random));
        *camps = format!("{}/{}", row('x', random), row('o', random));
    }
    fields.join(" ")
}

fn compare(live: &dyn Live, slow: &dyn Reference) {
    let text = slow.text();
    assert_eq!(live.position(), text);
    let view = live.view();
    let by_history = view
        .outcome
        .as_ref()
        .is_some_and(|ending| ["repetition", "quiet", "length"].contains(&&*ending.reason));
    if by_history {
        assert_eq!(
            slow.ending(),
            None,
            "a draw by history only where the board decides nothing: {text}"
        );
        return;
    }
    let ending = view.outcome.as_ref().map(|ending| Ending {
        winner: ending.winner.map(rules::Seat::letter),
        margin: ending.margin,
    });
    assert_eq!(ending, slow.ending(), "{text}");
    let mut moves: Vec<_> = view.choices.iter().map(|choice| choice.notation.clone()).collect();
    moves.sort();
    assert_eq!(moves, slow.moves(), "{text}");
    if let Some(winning) = slow.winning() {
        assert_eq!(labels(&view, &view.marks.winning), winning, "the winning cells of {text}");
    }
    if let Some(forbidden) = slow.forbidden() {
        assert_eq!(
            labels(&view, &view.marks.forbidden),
            forbidden,
            "the forbidden cells of {text}"
        );
    }
}

/// The names of the cells, sorted.
fn labels(view: &View, cells: &[CellIndex]) -> Vec<String> {
    let mut names: Vec<_> =
        cells.iter().map(|cell| view.board.cells[usize::from(cell.0)].label.to_string()).collect();
    names.sort();
    names
}

/// Millions of positions of the games that have a third implementation, which is quick.
#[test]
fn counts_are_those_of_sets_of_squares() {
    for_every_rule_set(|game, rules, random| {
        for _ in 0..COUNTED_GAMES {
            let setup = Setup { rules: Some(rules.id.into()), board: None, seed: random.draw() };
            let start = game.start(&setup).unwrap_or_else(|error| panic!("{setup:?}: {error}"));
            let mut live = open(game, &start).expect("a start can be read");
            while live.view().outcome.is_none() {
                let text = live.position();
                let Some(bits) = BitReference::read(game.info().id, &text) else { return };
                let mut counts = live.divide(COUNTED_DEPTH);
                counts.sort();
                assert_eq!(counts, bits.divide(COUNTED_DEPTH), "{text}");
                for _ in 0..=random.below(8) {
                    let choices = live.view().choices;
                    let Some(last) = (choices.len() as u64).checked_sub(1) else { break };
                    let choice = &choices[random.below(last + 1) as usize];
                    live.play(&choice.notation).unwrap_or_else(|refusal| panic!("{refusal}"));
                }
            }
        }
    });
}

#[test]
fn the_reference_counts_as_published() {
    let cases: [(&str, String, &[u64]); 7] = [
        ("connect-four", "7/7/7/7/7/7 x".into(), &[7, 49, 343, 2401, 16807, 117_649]),
        ("othello", "8/8/8/3ox3/3xo3/8/8/8 x".into(), &[4, 12, 56, 244, 1396, 8200, 55092]),
        ("katarenga", format!("{RED_AND_BLUE} x {T1} --/-- classic"), &[32, 1021, 36260]),
        ("katarenga", format!("{RED_AND_BLUE} x {T1} --/-- official"), &[32, 1021, 36260]),
        ("congress", format!("{EIGHT_AROUND} x {T1} classic"), &[40, 1407, 55882]),
        ("isolation", format!("8/8/8/8/8/8/8/8 x {T1} classic"), &[64, 3555, 171_536]),
        ("isolation", format!("8/8/8/8/8/8/8/8 x {T1} mutual"), &[64, 3212, 125_430]),
    ];
    for (id, text, counts) in cases {
        let start = reference::read(id, &text).unwrap();
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(perft(start.as_ref(), depth), count, "depth {depth} of {id}: {text}");
        }
    }
}

#[test]
fn the_reference_moves_as_published() {
    let cases = [
        (
            "katarenga",
            format!("{RED_AND_BLUE} x {T1} --/-- classic"),
            "a8: b7 c6 d5 e4 | b8: a7 b7 c7 | c8: a7 b6 d6 e7 | d8: d7 d6 d5 d4 d3 | \
             e8: e7 e6 e5 e4 e3 | f8: d7 e6 g6 h7 | g8: f7 g7 h7 | h8: g7 f6 e5 d4",
        ),
        (
            "katarenga",
            format!("3xx2o/4x3/1x6/4o3/8/3o4/1o6/8 x {T1} --/-- classic"),
            "b6: a6 b8 b7 b5 b4 b3 b2 c6 d6 e6 f6 g6 | d8: c8 b8 a8 d7 d6 d5 d4 d3 | \
             e7: f8 f6 g5 d6 c5 b4 a3 | e8: f8 g8 h8",
        ),
        (
            "congress",
            format!("{EIGHT_AROUND} x {T1} classic"),
            "a2: b3 c4 d5 e6 f7 | a5: a6 b6 b5 b4 | b8: a8 b7 c7 c8 | d1: c1 c2 d2 e2 | \
             e8: e7 e6 e5 e4 e3 f8 | g1: f2 e3 d4 | h4: g4 f4 e4 d4 c4 h3 | \
             h7: h8 h6 g7 f7 e7 d7 c7 b7",
        ),
    ];
    for (id, text, published) in cases {
        let mut expected = Vec::new();
        for pawn in published.split(" | ") {
            let (from, targets) = pawn.split_once(": ").unwrap();
            expected.extend(targets.split(' ').map(|to| format!("{from}{to}")));
        }
        expected.sort();
        assert_eq!(reference::read(id, &text).unwrap().moves(), expected, "{text}");
    }
}

#[test]
fn the_reference_forbids_as_published() {
    let cases = [
        ("classic", "a8 b8 c8 d3 d4 d5 d6 d7 e8", 54),
        ("mutual", "a8 b7 b8 c7 c8 d3 d4 d5 d6 d7 e7 e8", 51),
    ];
    for (rules, forbidden, free) in cases {
        let text = format!("3x4/8/8/8/8/8/8/8 o {T1} {rules}");
        let slow = reference::read("isolation", &text).unwrap();
        assert_eq!(slow.forbidden().unwrap().join(" "), forbidden, "{rules}");
        assert_eq!(slow.moves().len(), free, "{rules}");
    }
}
