//! The classic computer players: their numbers by hand, beside plain minimax on random positions,
//! and against each other.

use std::sync::atomic::AtomicBool;

use crate::harness::entries_with;
use damier_games::CATALOGUE;
use damier_games::congress::Congress;
use damier_games::connect_four::ConnectFour;
use damier_games::isolation::Isolation;
use damier_games::katarenga::Katarenga;
use damier_games::othello::Othello;
use engine::{AnyReport, AnySearcher, AnyValue, Entry, Limits, Opponent};
use rules::{Game, LiveGame, Outcome, Record, SWAP, Seat, Setup, SplitMix64};

fn entry(id: &str) -> &'static Entry {
    CATALOGUE.iter().find(|entry| entry.game.info().id == id).expect("the game is in the catalogue")
}

fn with_classics() -> Vec<(&'static Entry, &'static [Opponent])> {
    let classics = |entry: &'static Entry| Some(entry.classics).filter(|all| !all.is_empty());
    entries_with("classic players", classics)
}

fn player(game: &str, id: &str, seed: u64) -> Box<dyn AnySearcher> {
    let opponent = entry(game).opponent(id).unwrap_or_else(|| panic!("{game} has no {id}"));
    opponent.make(seed)
}

fn search(
    searcher: &mut dyn AnySearcher,
    record: &Record,
    limits: &Limits,
    stop: bool,
) -> AnyReport {
    searcher
        .search(record, limits, &AtomicBool::new(stop), &mut |_| {})
        .expect("the record is good")
}

/// What the player thinks of the position in that text.
fn ask(game: &str, id: &str, position: &str) -> AnyReport {
    let record = Record::new(position.to_owned());
    search(player(game, id, 0).as_mut(), &record, &Limits::default(), false)
}

/// The moves with their points, as the report has them: `4 6, 1 0`.
fn values(report: &AnyReport) -> Vec<(&str, i32)> {
    let points = |value| match value {
        AnyValue::Estimate { points } => points,
        other => panic!("a classic player only estimates, {other:?}"),
    };
    report.lines.iter().map(|line| (line.notation.as_str(), points(line.value))).collect()
}

#[test]
fn every_game_has_its_classic_players() {
    for (entry, classics) in with_classics() {
        let id = entry.game.info().id;
        let mut expected = vec!["random".to_owned()];
        expected.extend((id == "connect-four").then(|| "basic".to_owned()));
        let deepest = if matches!(id, "connect-four" | "othello") { 8 } else { 4 };
        expected.extend((1..=deepest).map(|depth| format!("minimax:{depth}")));
        let found: Vec<_> = classics.iter().map(|opponent| opponent.id).collect();
        assert_eq!(found, expected, "{id}");
    }
}

mod connect_four {
    use super::*;

    /// x threatens b1 and f1; o is to move.
    const TWO_THREATS: &str = "7/7/7/3o3/3o3/2xxx2 o";

    fn ask(id: &str, position: &str) -> AnyReport {
        super::ask("connect-four", id, position)
    }

    #[test]
    fn basic_starts_in_the_centre() {
        let report = ask("basic", "7/7/7/7/7/7 x");
        assert_eq!(report.choice.as_deref(), Some("4"));
        let others = ["1", "2", "3", "5", "6", "7"].map(|column| (column, 0));
        assert_eq!(values(&report), [vec![("4", 6)], others.to_vec()].concat());
    }

    /// o has 2·6 in the centre, a two upright (10) and two enemy threes (2·-80), all kept by:
    /// * 1 and 7: nothing more: 12 + 10 - 160 = -138;
    /// * 2: spoils b-e, and is a two with d3 on b1-e4: 12 + 20 - 80 = -48; 6 in the same way;
    /// * 3: with d2 a two in a-d, b-e and c-f, with d3 in b1-e4 and c2-f5: 12 + 60 - 160 = -88; 5 in
    ///   the same way;
    /// * 4: a third disc in the centre, d2-d5 is a three and d3-d6 a two: 18 + 10 + 10 - 160 = -122.
    #[test]
    fn basic_takes_the_first_of_the_best_columns() {
        let report = ask("basic", TWO_THREATS);
        assert_eq!(report.choice.as_deref(), Some("2"));
        let expected =
            [("2", -48), ("6", -48), ("3", -88), ("5", -88), ("4", -122), ("1", -138), ("7", -138)];
        assert_eq!(values(&report), expected);
    }

    /// As above with the weights 3, 5, 2 and -4: 2·3 + 2 - 8 = 0 for 1 and 7; 6 + 4 - 4 = 6 for 2 and
    /// 6; 6 + 6·2 - 8 = 10 for 3 and 5; 9 + 5 + 2 - 8 = 8 for 4.
    #[test]
    fn minimax_takes_the_first_of_the_best_columns() {
        let report = ask("minimax:1", TWO_THREATS);
        assert_eq!(report.choice.as_deref(), Some("3"));
        let expected = [("3", 10), ("5", 10), ("4", 8), ("2", 6), ("6", 6), ("1", 0), ("7", 0)];
        assert_eq!(values(&report), expected);
        assert_eq!((report.depth, report.nodes), (1, 7));
    }

    #[test]
    fn a_loss_anyway_is_taken_in_the_first_column() {
        let report = ask("minimax:2", TWO_THREATS);
        assert_eq!(report.choice.as_deref(), Some("1"));
        assert!(report.lines.iter().all(|line| line.chance <= 0.0), "{report:?}");
        assert_eq!(report.lines.len(), 7);
    }

    /// x wins with b1 or f1 now, but after a1 o cannot stop both either.
    #[test]
    fn a_win_is_as_good_as_an_earlier_one() {
        let position = "7/7/7/3o3/2oo3/2xxx2 x";
        for (id, choice) in [("minimax:1", "2"), ("minimax:2", "2"), ("minimax:3", "1")] {
            let report = ask(id, position);
            assert_eq!(report.choice.as_deref(), Some(choice), "{id}");
            assert!(report.lines[0].chance >= 1.0, "{id}");
        }
    }

    #[test]
    fn full_columns_are_skipped() {
        for opponent in &entry("connect-four").classics[1..] {
            let report = ask(opponent.id, "o6/x6/o6/x6/o6/x6 x");
            let mut columns: Vec<_> = values(&report).into_iter().map(|(m, _)| m).collect();
            columns.sort_unstable();
            assert_eq!(columns, ["2", "3", "4", "5", "6", "7"], "{}", opponent.id);
        }
    }

    /// The last disc draws, and a draw is worth nothing; `basic` counts windows all the same.
    #[test]
    fn a_draw_is_worth_nothing() {
        for depth in 1..=8 {
            let report = ask(
                &format!("minimax:{depth}"),
                "1oxooxx/xxoxxoo/ooxooxx/xxoxxoo/ooxooxx/xxoxxoo o",
            );
            assert_eq!(values(&report), [("1", 0)]);
            assert_eq!(report.choice.as_deref(), Some("1"));
        }
    }
}

mod othello {
    use super::*;

    fn ask(id: &str, position: &str) -> AnyReport {
        super::ask("othello", id, position)
    }

    /// Four discs to one and three moves each, as after every other first move: 30.
    #[test]
    fn the_first_of_equal_moves_is_taken() {
        let report = ask("minimax:1", "8/8/8/3ox3/3xo3/8/8/8 x");
        assert_eq!(report.choice.as_deref(), Some("d3"));
        assert_eq!(values(&report), [("d3", 30), ("c4", 30), ("f5", 30), ("e6", 30)]);
    }

    /// Black must pass. That alone leaves 10·(6 - 1) + 5·(0 - 1) = 45. Then White f4 turns b4 to e4:
    /// Black has d5 e5 and the moves b3 to g3, White six discs and the moves c6 to f6:
    /// 10·(2 - 6) + 5·(6 - 4) = -30.
    #[test]
    fn a_pass_is_a_ply() {
        let position = "8/8/8/oxxxx3/3xx3/8/8/8 x";
        assert_eq!(values(&ask("minimax:1", position)), [("--", 45)]);
        assert_eq!(values(&ask("minimax:2", position)), [("--", -30)]);
        assert_eq!(ask("minimax:8", position).choice.as_deref(), Some("--"));
    }

    /// Each move turns the last white disc: five black ones, however deep the search would go.
    #[test]
    fn the_end_of_a_game_is_worth_its_discs() {
        for depth in 1..=8 {
            let report = ask(&format!("minimax:{depth}"), "8/8/8/3xo3/3xx3/8/8/8 x");
            assert_eq!(values(&report), [("e3", 50), ("f3", 50), ("f4", 50)]);
            assert_eq!(report.choice.as_deref(), Some("e3"));
        }
    }
}

/// The players once more, as slow and as obvious as possible.
mod plain {
    use super::*;

    /// A score for the given side, from rows of `x`, `o` and `.`, the top row first.
    pub(super) type Score = fn(&[Vec<char>], char) -> i32;

    const DIRECTIONS: [(i32, i32); 8] =
        [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

    fn rows<G: Game>(position: &G) -> Vec<Vec<char>> {
        let text = position.to_string();
        let board = text.split(' ').next().expect("a board");
        let empty = |c: char| c.to_digit(10).map_or(vec![c], |run| vec!['.'; run as usize]);
        board.split('/').map(|row| row.chars().flat_map(empty).collect()).collect()
    }

    fn at(rows: &[Vec<char>], row: i32, column: i32) -> Option<char> {
        rows.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?).copied()
    }

    fn other(side: char) -> char {
        if side == 'x' { 'o' } else { 'x' }
    }

    /// How many of each window's cells are own, enemy and empty.
    fn windows(rows: &[Vec<char>], side: char) -> Vec<[usize; 3]> {
        let mut windows = Vec::new();
        for row in 0..6 {
            for column in 0..7 {
                for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let cells: Option<Vec<char>> =
                        (0..4).map(|i| at(rows, row + i * down, column + i * right)).collect();
                    if let Some(cells) = cells {
                        windows
                            .push([side, other(side), '.'].map(|wanted| {
                                cells.iter().filter(|&&cell| cell == wanted).count()
                            }));
                    }
                }
            }
        }
        assert_eq!(windows.len(), 69);
        windows
    }

    fn centre(rows: &[Vec<char>], side: char) -> i32 {
        rows.iter().filter(|row| row[3] == side).count() as i32
    }

    pub(super) fn basic(rows: &[Vec<char>], side: char) -> i32 {
        let window = |&[own, enemy, empty]: &[usize; 3]| {
            let own = match (own, empty) {
                (4, _) => 100,
                (3, 1) | (2, 2) => 10,
                _ => 0,
            };
            if enemy == 3 && empty == 1 { own - 80 } else { own }
        };
        6 * centre(rows, side) + windows(rows, side).iter().map(window).sum::<i32>()
    }

    pub(super) fn connect_four(rows: &[Vec<char>], side: char) -> i32 {
        let windows = windows(rows, side);
        let full = rows.iter().flatten().all(|&cell| cell != '.');
        if windows.iter().any(|&[own, _, _]| own == 4) {
            10_000
        } else if windows.iter().any(|&[_, enemy, _]| enemy == 4) {
            -10_000
        } else if full {
            0
        } else {
            let window = |&window: &[usize; 3]| match window {
                [3, 0, 1] => 5,
                [2, 0, 2] => 2,
                [0, 3, 1] => -4,
                _ => 0,
            };
            3 * centre(rows, side) + windows.iter().map(window).sum::<i32>()
        }
    }

    fn can_go(rows: &[Vec<char>], side: char, row: i32, column: i32) -> bool {
        at(rows, row, column) == Some('.')
            && DIRECTIONS.iter().any(|(down, right)| {
                let mut run = 1;
                while at(rows, row + run * down, column + run * right) == Some(other(side)) {
                    run += 1;
                }
                run > 1 && at(rows, row + run * down, column + run * right) == Some(side)
            })
    }

    pub(super) fn othello(rows: &[Vec<char>], side: char) -> i32 {
        let (mut discs, mut moves, mut corners) = (0, 0, 0);
        for (sign, side) in [(1, side), (-1, other(side))] {
            for row in 0..8 {
                for column in 0..8 {
                    let own = at(rows, row, column) == Some(side);
                    let corner = [0, 7].contains(&row) && [0, 7].contains(&column);
                    discs += sign * i32::from(own);
                    moves += sign * i32::from(can_go(rows, side, row, column));
                    corners += sign * i32::from(own && corner);
                }
            }
        }
        10 * discs + 5 * moves + 25 * corners
    }

    fn value<G: Game>(position: &G, depth: u16, score: Score, side: char) -> i32 {
        let moves = position.legal_moves();
        if depth == 0 || moves.is_empty() {
            return score(&rows(position), side);
        }
        let values = moves.iter().map(|&m| value(&position.play(m), depth - 1, score, side));
        let best = if position.turn().letter() == side { values.max() } else { values.min() };
        best.expect("a game that goes on has moves")
    }

    /// Every move with its value, in the order of the rules: by column, or a1 b1 … h8.
    pub(super) fn values<G: Game>(position: &G, depth: u16, score: Score) -> Vec<(String, i32)> {
        let side = position.turn().letter();
        let value = |m| value(&position.play(m), depth - 1, score, side);
        let mut values: Vec<(String, i32)> =
            position.legal_moves().into_iter().map(|m| (m.to_string(), value(m))).collect();
        values.sort_by_key(|(m, _)| m.bytes().rev().collect::<Vec<_>>());
        values
    }
}

/// A random position of a game that goes on, anywhere between the start and `longest` plies.
fn random_position<G: Game>(start: G, longest: u64, random: &mut SplitMix64) -> G {
    loop {
        let mut position = start;
        for _ in 0..random.below(longest) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[random.below(moves.len() as u64) as usize]);
        }
        if position.outcome().is_none() {
            return position;
        }
    }
}

fn compare<G: Game>(start: G, longest: u64, id: &str, depth: u16, score: plain::Score, count: u32) {
    let mut random = SplitMix64::new(depth.into());
    for _ in 0..count {
        let position = random_position(start, longest, &mut random);
        let expected = plain::values(&position, depth, score);
        let report = ask(G::INFO.id, id, &position.to_string());
        let best = expected.iter().map(|&(_, value)| value).max().expect("there is a move");
        let first = expected.iter().find(|&&(_, value)| value == best).map(|(m, _)| m);
        assert_eq!(report.choice.as_ref(), first, "{id} in {position}: {expected:?}");
        let mut expected: Vec<_> = expected.iter().map(|(m, value)| (m.as_str(), *value)).collect();
        expected.sort_by_key(|&(_, value)| -value);
        assert_eq!(values(&report), expected, "{id} in {position}");
        assert_eq!(report.depth, depth);
    }
}

#[test]
fn connect_four_is_played_as_plain_minimax_does() {
    compare(ConnectFour::EMPTY, 42, "basic", 1, plain::basic, 1000);
    for (depth, count) in [(1, 1000), (2, 500), (3, 300), (4, 150)] {
        let id = format!("minimax:{depth}");
        compare(ConnectFour::EMPTY, 42, &id, depth, plain::connect_four, count);
    }
}

#[test]
fn othello_is_played_as_plain_minimax_does() {
    for (depth, count) in [(1, 500), (2, 300), (3, 150), (4, 40)] {
        compare(Othello::START, 64, &format!("minimax:{depth}"), depth, plain::othello, count);
    }
}

/// The whole game between two players, First's turn first.
fn play<G: Game>(start: &G, players: &mut [Box<dyn AnySearcher>; 2]) -> Outcome {
    let mut record = Record::new(start.to_string());
    loop {
        let live = LiveGame::<G>::replay(&record).expect("the players keep to the rules");
        if let Some(outcome) = live.line().outcome() {
            return outcome;
        }
        let player = &mut players[usize::from(live.line().position().turn().index())];
        let report = search(player.as_mut(), &record, &Limits::default(), false);
        record.moves.push(report.choice.expect("a game that goes on has a choice"));
    }
}

/// How many of 100 games against `random` the player wins, half of them in each seat.
fn wins_against_random<G: Game>(start: &G, id: &str) -> usize {
    let game = G::INFO.id;
    let wins = |seed| {
        let random = player(game, "random", seed);
        let (seat, mut players) = match seed % 2 {
            0 => (Seat::First, [player(game, id, seed), random]),
            _ => (Seat::Second, [random, player(game, id, seed)]),
        };
        play(start, &mut players).winner == Some(seat)
    };
    (0..100).filter(|&seed| wins(seed)).count()
}

#[test]
fn random_is_beaten() {
    let connect_four = wins_against_random(&ConnectFour::EMPTY, "minimax:4");
    assert!(connect_four >= 95, "{connect_four} of 100 games of Connect Four");
    let othello = wins_against_random(&Othello::START, "minimax:3");
    assert!(othello >= 95, "{othello} of 100 games of Othello");
    let setup = Setup { seed: 1, ..Setup::default() };
    let katarenga = wins_against_random(&Katarenga::start(&setup).expect("it starts"), "minimax:2");
    assert!(katarenga >= 95, "{katarenga} of 100 games of Katarenga");
    let congress = wins_against_random(&Congress::start(&setup).expect("it starts"), "minimax:2");
    assert!(congress >= 95, "{congress} of 100 games of Congress");
    let isolation = wins_against_random(&Isolation::start(&setup).expect("it starts"), "minimax:2");
    assert!(isolation >= 80, "{isolation} of 100 games of Isolation");
}

#[test]
fn random_draws_every_move_as_often() {
    let record = Record::new(ConnectFour::EMPTY.to_string());
    let mut counts = [0; 7];
    for seed in 0..7000 {
        let mut random = player("connect-four", "random", seed);
        let report = search(random.as_mut(), &record, &Limits::default(), false);
        let column: usize = report.choice.expect("a move").parse().expect("a column");
        counts[column - 1] += 1;
    }
    // The standard deviation is 29.
    assert!(counts.iter().all(|count| (880..1120).contains(count)), "{counts:?}");
}

/// Also: they never say `swap`, and stop when they are told to.
#[test]
fn answers_are_legal_repeatable_and_prompt() {
    for (entry, classics) in with_classics() {
        let info = entry.game.info();
        let start = entry.game.start(&rules::Setup::default()).expect("a usual game starts");
        let depth = Limits::depth(3);
        for opponent in classics {
            for seed in 0..20 {
                let mut record = Record { swap: info.swap, ..Record::new(start.clone()) };
                let mut players = [opponent.make(seed), opponent.make(seed)];
                for _ in 0..4 {
                    let reports = players.each_mut().map(|player| {
                        let report = search(player.as_mut(), &record, &depth, false);
                        (report.choice, report.lines, report.nodes)
                    });
                    assert_eq!(reports[0], reports[1], "{} {}", info.id, opponent.id);
                    let live = entry.game.open(&record).expect("the record is good");
                    let legal: Vec<_> =
                        live.view().choices.into_iter().map(|choice| choice.notation).collect();
                    let stopped = search(players[0].as_mut(), &record, &Limits::default(), true);
                    for choice in [&reports[0].0, &stopped.choice] {
                        let choice = choice.as_ref().expect("a game that goes on has a choice");
                        assert!(legal.contains(choice) && choice != SWAP, "{choice} {record:?}");
                    }
                    assert!(stopped.nodes == 0, "{} {}", info.id, opponent.id);
                    record.moves.extend(reports[0].0.clone());
                }
            }
        }
    }
}

#[test]
fn limits_are_kept() {
    let record = Record::new(ConnectFour::EMPTY.to_string());
    let mut minimax = player("connect-four", "minimax:8", 0);
    let report = search(minimax.as_mut(), &record, &Limits::nodes(5000), false);
    assert!(report.nodes == 5000 && report.depth == 0, "{report:?}");
    let shallow = search(minimax.as_mut(), &record, &Limits::depth(2), false);
    assert_eq!(values(&shallow), values(&ask("connect-four", "minimax:2", &record.start)));
    assert_eq!(shallow.depth, 2);
}

#[test]
fn a_finished_game_has_no_choice_and_a_bad_record_is_refused() {
    let won = Record::new("7/7/7/7/2ooo2/2xxxx1 o".to_owned());
    let bad = Record { moves: vec!["8".to_owned()], ..Record::new(ConnectFour::EMPTY.to_string()) };
    for opponent in entry("connect-four").classics {
        let mut player = opponent.make(0);
        let report = search(player.as_mut(), &won, &Limits::default(), false);
        assert_eq!(report, AnyReport::default(), "{}", opponent.id);
        let never = AtomicBool::new(false);
        let refused = player.search(&bad, &Limits::default(), &never, &mut |_| {});
        assert!(refused.is_err(), "{}", opponent.id);
    }
}

/// What is told along the way only gets better, and ends with the choice.
#[test]
fn improvements_are_told() {
    let record = Record::new("7/7/7/3o3/3o3/2xxx2 o".to_owned());
    let mut told = Vec::new();
    let report = player("connect-four", "minimax:1", 0)
        .search(&record, &Limits::default(), &AtomicBool::new(false), &mut |report| {
            told.push(report.choice.clone().expect("a choice"));
        })
        .expect("the record is good");
    // 0 in the first column, 6 in the second, 10 in the third.
    assert_eq!(told, ["1", "2", "3"]);
    assert_eq!(report.choice.as_deref(), Some("3"));
}
