//! The exact solver of Connect Four: against plain minimax, against scores that are known, and
//! against itself; and the level of play that is made of it. The solver of Isolation within limits and without.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::thread;

use damier_games::CATALOGUE;
use damier_games::connect_four::{
    ConnectFour, ConnectFourSolver, OpeningBook, ScoreBounds, SolverQuery,
};
use damier_games::isolation::{Isolation, Rules, solve_winner, winning_first_moves};
use damier_games::terrain::{BoardText, Terrain};
use engine::{Limits, Resources};
use rules::{Position, Record, SplitMix64};

/// Transposition table, in MiB.
const TABLE_MIB: usize = 16;

/// A position after so many random moves, none of which ends the game.
fn random_position(random: &mut SplitMix64, plies: usize) -> ConnectFour {
    'game: loop {
        let mut position = ConnectFour::EMPTY;
        for _ in 0..plies {
            let moves = position.legal_moves();
            position = position.play(moves[random.below(moves.len() as u64) as usize]);
            if position.outcome().is_some() {
                continue 'game;
            }
        }
        return position;
    }
}

/// The score by the definition, in as few words as possible.
fn plain(position: &ConnectFour, discs: i32, mut low: i32, high: i32) -> i32 {
    if let Some(outcome) = position.outcome() {
        return outcome.winner.map_or(0, |_| (discs + 1) / 2 - 22);
    }
    for column in position.legal_moves() {
        low = low.max(-plain(&position.play(column), discs + 1, -high, -low));
        if low >= high {
            break;
        }
    }
    low
}

fn score(solver: &mut ConnectFourSolver, position: &ConnectFour) -> i32 {
    solver.score(position, &|_| false).expect("nobody stops it")
}

/// The position after the moves of a line, and its score.
fn read(line: &str) -> (ConnectFour, i32) {
    let (moves, score) = line.split_once(' ').expect("moves and a score");
    let play = |position: ConnectFour, column: char| {
        position.play(column.to_string().parse().expect("a column"))
    };
    (moves.chars().fold(ConnectFour::EMPTY, play), score.parse().expect("a score"))
}

#[test]
fn late_positions_have_the_score_of_plain_minimax() {
    let mut random = SplitMix64::new(1);
    for threads in [1, 2] {
        let mut solver = ConnectFourSolver::new(threads, 1, None);
        for plies in (24..42).chain(24..42) {
            let position = random_position(&mut random, plies);
            let expected = plain(&position, plies as i32, -22, 22);
            assert_eq!(score(&mut solver, &position), expected, "{position}");
        }
    }
}

#[test]
fn every_question_is_answered_by_the_score() {
    let (mut random, mut solver) = (SplitMix64::new(2), ConnectFourSolver::new(1, TABLE_MIB, None));
    for plies in (14..40).chain(14..40) {
        let position = random_position(&mut random, plies);
        let score = score(&mut solver, &position);
        let mut asked = ConnectFourSolver::new(1, 1, None);
        let mut judge = |query| {
            let mut last = ScoreBounds::UNKNOWN;
            let mut watch = |now: ScoreBounds| {
                assert!(now.low >= last.low && now.high <= last.high, "{position} {now:?}");
                last = now;
            };
            asked.solve(&position, query, &|_| false, &mut watch).expect("nobody stops it")
        };
        let outcome = judge(SolverQuery::Outcome);
        assert_eq!(outcome.low.signum(), score.signum(), "{position} {outcome:?}");
        assert_eq!(outcome.high.signum(), score.signum(), "{position} {outcome:?}");
        for goal in [score - 1, score, score + 1] {
            let ScoreBounds { low, high } = judge(SolverQuery::AtLeast(goal));
            assert!(low >= goal || high < goal, "{position} {goal}");
            assert!((low..=high).contains(&score), "{position} {goal}");
        }
        let end = if score == 0 { 42 } else { position.plies_to_end(score) };
        for within in [1, 5, end, 42] {
            let found = judge(SolverQuery::Within(within));
            assert!((found.low..=found.high).contains(&score), "{position} {found:?}");
            if end <= within && score != 0 {
                assert_eq!(found.low, found.high, "{position} in {end}, asked for {within}");
            }
        }
    }
}

#[test]
fn columns_and_lines_keep_the_score() {
    let (mut random, mut solver) = (SplitMix64::new(3), ConnectFourSolver::new(1, TABLE_MIB, None));
    for plies in (12..40).chain(12..40) {
        let mut position = random_position(&mut random, plies);
        let mut score = score(&mut solver, &position);
        let columns = solver.columns(&position, SolverQuery::Score, &|_| false, &mut |_, _| ());
        let columns = columns.expect("nobody stops it");
        assert_eq!(columns.len(), position.legal_moves().len());
        assert_eq!(columns.iter().map(|(_, bounds)| bounds.low).max(), Some(score), "{position}");
        let best: Vec<_> =
            columns.iter().filter(|(_, bounds)| bounds.low == score).map(|it| it.0).collect();
        assert_eq!(solver.best_columns(&position, score, &|_| false), Some(best), "{position}");

        let line = solver.line(&position, score, &|_| false);
        if score != 0 {
            assert_eq!(line.len() as u32, position.plies_to_end(score), "{position}");
        }
        for column in line {
            position = position.play(column);
            score = -score;
            assert_eq!(self::score(&mut solver, &position), score, "{position}");
        }
        assert!(position.outcome().is_some(), "{position}");
    }
}

#[test]
fn a_solver_that_is_stopped_says_so() {
    let mut solver = ConnectFourSolver::new(2, TABLE_MIB, None);
    assert_eq!(solver.score(&ConnectFour::EMPTY, &|nodes| nodes > 10_000), None);
    assert!(solver.nodes() < 1_000_000);
}

#[test]
fn known_scores_are_found() {
    let mut solver = ConnectFourSolver::new(1, TABLE_MIB, None);
    for line in include_str!("../src/connect_four/data/scores.txt").lines() {
        let (position, expected) = read(line);
        assert_eq!(score(&mut solver, &position), expected, "{line}");
    }
}

#[test]
fn the_book_agrees_with_itself_and_with_the_first_moves() {
    let mut solver = ConnectFourSolver::new(1, 1, OpeningBook::get());
    assert_eq!(score(&mut solver, &ConnectFour::EMPTY), 1);
    let first: Vec<_> = ConnectFour::EMPTY
        .legal_moves()
        .into_iter()
        .map(|column| -score(&mut solver, &ConnectFour::EMPTY.play(column)))
        .collect();
    assert_eq!(first, [-2, -1, 0, 1, 0, -1, -2]);
    let mut random = SplitMix64::new(5);
    for plies in 0..8 {
        for _ in 0..200 {
            let position = random_position(&mut random, plies);
            let best = position.legal_moves().into_iter().map(|column| {
                let after = position.play(column);
                -score(&mut solver, &after)
            });
            assert_eq!(best.max(), Some(score(&mut solver, &position)), "{position}");
        }
    }
}

/// Solves positions of the book anew, without it.
fn check_book(random: &mut SplitMix64, plies: usize, count: usize) {
    let mut solver = ConnectFourSolver::new(1, 64, None);
    for _ in 0..count {
        let position = random_position(random, plies);
        let expected =
            OpeningBook::get().and_then(|book| book.score(&position)).expect("it is in the book");
        assert_eq!(score(&mut solver, &position), expected, "{position}");
    }
}

#[test]
fn a_sample_of_the_book_is_right() {
    check_book(&mut SplitMix64::new(6), 8, 3);
}

#[test]
#[ignore = "slow"]
fn a_larger_sample_of_the_book_is_right() {
    let mut random = SplitMix64::new(7);
    check_book(&mut random, 8, 60);
    check_book(&mut random, 7, 10);
    check_book(&mut random, 6, 3);
}

/// Solves one in so many lines of the public test sets (`tests/sets`): positions with scores that another solver has
/// found.
fn check_sets(one_in: usize) {
    let sets = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/sets/connect_four");
    let mut solver = ConnectFourSolver::new(1, 64, None);
    let mut lines = 0;
    for file in fs::read_dir(sets).expect("a folder of sets") {
        let path = file.expect("a file").path();
        for line in fs::read_to_string(&path).expect("text").lines() {
            lines += 1;
            if lines % one_in > 0 {
                continue;
            }
            let (position, expected) = read(line);
            assert_eq!(score(&mut solver, &position), expected, "{}: {line}", path.display());
        }
    }
    assert_eq!(lines, 1020);
}

#[test]
#[ignore = "slow"]
fn a_sample_of_the_public_test_sets_is_solved() {
    check_sets(4);
}

#[test]
#[ignore = "soak"]
fn the_public_test_sets_are_solved() {
    check_sets(1);
}

/// A game of `maximum` against somebody, from an opening: every move of it keeps the value. How many
/// moves that were.
fn play_and_check(
    solver: &mut ConnectFourSolver,
    opponent: &str,
    opening: ConnectFour,
    game: u64,
) -> usize {
    let entry = CATALOGUE[0];
    let make = |id: &str| entry.opponent(id).expect("a player").make(game);
    let mut players = [make("maximum"), make(opponent)];
    let stop = AtomicBool::new(false);
    let (mut position, mut record) = (opening, Record::new(opening.to_string()));
    let mut moves = 0;
    for turn in game % 2.. {
        if position.outcome().is_some() {
            break;
        }
        let player = &mut players[turn as usize % 2];
        let report = player.search(&record, &Limits::default(), &stop, &mut |_| ());
        let choice = report.expect("a game").choice.expect("a move");
        let after = position.play(choice.parse().expect("a column"));
        if turn % 2 == 0 {
            let (before, kept) = (score(solver, &position), -score(solver, &after));
            assert_eq!(kept, before, "{opponent}: {choice} in {position}");
            moves += 1;
        }
        position = after;
        record.moves.push(choice);
    }
    moves
}

/// Games against all others in turn, from openings of up to four random moves, on all processors.
fn check_games(games: u64) {
    let entry = CATALOGUE[0];
    let others: Vec<_> =
        entry.opponents().map(|opponent| opponent.id).filter(|id| *id != "maximum").collect();
    let (next, moves) = (AtomicU64::new(0), AtomicUsize::new(0));
    let work = || {
        let mut solver = ConnectFourSolver::new(1, TABLE_MIB, OpeningBook::get());
        loop {
            let game = next.fetch_add(1, Relaxed);
            if game >= games {
                break;
            }
            let opening = random_position(&mut SplitMix64::new(game), game as usize / 2 % 5);
            let opponent = others[(game as usize / 2) % others.len()];
            moves.fetch_add(play_and_check(&mut solver, opponent, opening, game), Relaxed);
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    println!("{games} games, {} moves of maximum: none lowers the value", moves.into_inner());
}

#[test]
fn maximum_never_lowers_the_value() {
    check_games(3);
}

#[test]
#[ignore = "soak"]
fn maximum_never_lowers_the_value_in_hundreds_of_games() {
    check_games(400);
}

#[test]
fn maximum_is_called_perfect_and_says_what_is_proved() {
    let entry = CATALOGUE[0];
    let maximum = entry.opponent("maximum").expect("a level");
    assert_eq!((maximum.title.en.as_ref(), maximum.title.fr.as_ref()), ("Perfect", "Parfait"));
    let mut analyst = entry.analyst(Resources { threads: 1, table: TABLE_MIB });
    let limits = Limits { lines: 7, ..Limits::nodes(1_000_000) };
    let start = Record::new(ConnectFour::EMPTY.to_string());
    let stop = AtomicBool::new(false);
    let report = analyst.search(&start, &limits, &stop, &mut |_| ()).expect("a game");
    assert_eq!(report.lines.len(), 7);
    assert_eq!(report.lines[0].notation, "4");
    assert_eq!(
        report.lines[0].value,
        engine::AnyValue::Win { plies: 41, bound: engine::Bound::Exact }
    );
}

fn terrain(board: &str) -> Terrain {
    let board: BoardText = board.parse().expect("a board");
    board.terrain().expect("no blank cells")
}

/// A share of no limit is not to be spent before the solver goes on.
#[test]
fn without_limits_the_solver_of_isolation_goes_on() {
    const ENOUGH_NODES: u64 = 20_000_000;
    let start = Record::new(Isolation::new(terrain("seed:6"), Rules::Mutual).to_string());
    let entry = CATALOGUE.iter().find(|entry| entry.game.info().id == "isolation");
    let mut analyst =
        entry.expect("a game").analyst(Resources { threads: 1, table: 4 * TABLE_MIB });
    let stop = AtomicBool::new(false);
    let mut estimated = false;
    let report = analyst.search(&start, &Limits::default(), &stop, &mut |report| {
        estimated |= report.depth > 0 && report.solver.is_some();
        if report.nodes > ENOUGH_NODES {
            stop.store(true, Relaxed);
        }
    });
    let report = report.expect("a game");
    assert!(report.lines[0].value.is_exact(), "unsolved after {} nodes", report.nodes);
    assert!(estimated, "the moves are estimated meanwhile");
}

#[test]
fn who_wins_isolation_is_solved_within_limits() {
    let resources = Resources { threads: 1, table: TABLE_MIB };
    let stop = AtomicBool::new(false);
    let mut solved = 0;
    for seed in 1..6 {
        let terrain = terrain(&format!("seed:{seed}"));
        let position = Isolation::new(terrain, Rules::Mutual);
        let winner = |limits: &Limits, threads| {
            solve_winner(&position, Resources { threads, ..resources }, limits, &stop)
        };
        let few = winner(&Limits::nodes(10), 1);
        assert_eq!(few.wins, None);
        let enough = winner(&Limits::nodes(5_000_000), 1);
        assert!(enough.nodes > few.nodes);
        let Some(wins) = enough.wins else { continue };
        assert_eq!(winner(&Limits::default(), 2).wins, Some(wins), "seed:{seed}");
        let starts = winning_first_moves(&terrain, &stop).expect("not stopped");
        assert_eq!(wins, !starts.is_empty(), "seed:{seed}");
        solved += 1;
    }
    assert!(solved > 0);
    let position = Isolation::new(terrain("seed:6"), Rules::Mutual);
    stop.store(true, Relaxed);
    assert_eq!(solve_winner(&position, resources, &Limits::default(), &stop).wins, None);
}
