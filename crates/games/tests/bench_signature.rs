//! Node counts of the searches, compared with `data/bench_signature.txt` of each game, and of the solvers, compared with
//! `tests/solver_signature.txt`: a change that is not meant to change a search must not. `UPDATE_EXPECT=1` rewrites the
//! files; a change that is meant to says how its strength was measured.
//!
//! Everything runs on one thread with an empty transposition table for each position, so that the counts
//! are reproducible.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use crate::harness::each_folder;
use damier_games::CATALOGUE;
use damier_games::connect_four::ConnectFour;
use damier_games::isolation::{Isolation, Rules};
use damier_games::othello::Othello;
use damier_games::terrain::BoardText;
use engine::{BENCH_DEPTH, Entry, Limits, Resources, bench, bench_positions};
use rules::{Position, Record, SplitMix64};

/// Transposition table of the solvers, in MiB.
const SOLVER_TABLE_MIB: usize = 16;

/// Every game to the depth of the bench.
#[test]
fn the_search_visits_as_many_nodes_as_before() {
    each_folder(|folder| {
        let id = folder.game.info().id;
        let positions = bench_positions(folder.game);
        assert_eq!(positions.len(), 8, "{}", folder.path.display());
        let (limits, stop) = (Limits::depth(BENCH_DEPTH), AtomicBool::new(false));
        let cost = bench(folder.entry, &positions, &limits, Resources::default(), &stop);
        let text = format!("# nodes of damier bench {id} --depth {BENCH_DEPTH}\n{}\n", cost.nodes);
        testkit::golden::check(folder.data("bench_signature.txt"), &text);
    });
}

#[test]
fn the_solvers_visit_as_many_nodes_as_before() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/solver_signature.txt");
    testkit::golden::check(path, &solver_signature());
}

/// A set of positions for a solver.
struct SolverCase {
    game: &'static str,
    set: &'static str,
    positions: Vec<Record>,
    /// Depth of the search; the end of the game if there is none.
    depth: Option<u16>,
    /// How many best moves are searched for.
    lines: usize,
}

/// Exact results of the three solvers, and selective searches of Othello.
fn solver_signature() -> String {
    let resources = Resources { threads: 1, table: SOLVER_TABLE_MIB };
    let stop = AtomicBool::new(false);
    let mut text = String::from("# solvers: game, set, positions, depth, lines, nodes\n");
    for case in solver_cases() {
        let SolverCase { game, set, positions, depth, lines } = case;
        let limits = Limits { depth, lines, ..Limits::default() };
        let cost = bench(entry(game), &positions, &limits, resources, &stop);
        let (count, depth) = (positions.len(), depth.map_or("end".into(), |it| it.to_string()));
        writeln!(text, "{game:<14}{set:<14}{count:>4}{depth:>5}{lines:>4}{:>10}", cost.nodes)
            .unwrap();
    }
    text
}

fn entry(game: &str) -> &'static Entry {
    CATALOGUE.iter().find(|entry| entry.game.info().id == game).expect("a game")
}

fn solver_cases() -> Vec<SolverCase> {
    let case =
        |game, set, positions, depth, lines| SolverCase { game, set, positions, depth, lines };
    let connect_four = |set, skip, count, lines| {
        case("connect-four", set, connect_four_set(set, skip, count), None, lines)
    };
    let othello = |set, skip, count, depth, lines| {
        case("othello", set, othello_set(set, skip, count), depth, lines)
    };
    let isolation = |set, rules, free, lines| {
        case("isolation", set, isolation_set(rules, free, 8), None, lines)
    };
    vec![
        connect_four("Test_L1_R1", 0, 40, 1),
        connect_four("Test_L1_R2", 0, 2, 1),
        connect_four("Test_L2_R1", 0, 40, 7),
        connect_four("Test_L2_R2", 0, 10, 1),
        connect_four("Test_L2_R2", 10, 5, 7),
        connect_four("Test_L3_R1", 0, 100, 7),
        othello("fforum-1-19", 0, 6, None, 1),
        othello("fforum-1-19", 6, 2, None, 64),
        othello("fforum-20-39", 0, 4, None, 1),
        othello("fforum-20-39", 12, 6, Some(10), 4),
        othello("fforum-20-39", 0, 20, Some(12), 1),
        isolation("classic", Rules::Classic, 28, 1),
        isolation("classic", Rules::Classic, 20, 64),
        isolation("mutual", Rules::Mutual, 40, 1),
        isolation("mutual", Rules::Mutual, 24, 64),
    ]
}

/// The text of a set below `tests/sets`.
fn set(path: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/sets").join(path);
    fs::read_to_string(path).expect("a set of positions")
}

fn connect_four_set(name: &str, skip: usize, count: usize) -> Vec<Record> {
    let position = |line: &str| {
        let (columns, _) = line.split_once(' ').expect("columns and a score");
        let play = |position: ConnectFour, column: char| {
            position.play(column.to_string().parse().expect("a column"))
        };
        Record::new(columns.chars().fold(ConnectFour::EMPTY, play).to_string())
    };
    set(&format!("connect_four/{name}")).lines().skip(skip).take(count).map(position).collect()
}

fn othello_set(name: &str, skip: usize, count: usize) -> Vec<Record> {
    let position = |line: &str| {
        let board = line.split_inclusive(';').next().expect("a board");
        Record::new(board.parse::<Othello>().expect("a board").to_string())
    };
    set(&format!("othello/{name}.obf")).lines().skip(skip).take(count).map(position).collect()
}

/// Positions of random games on random boards with at most so many free squares.
fn isolation_set(rules: Rules, free: usize, count: u64) -> Vec<Record> {
    let position = |seed| {
        let terrain = BoardText::random(seed).terrain().expect("a whole board");
        let (mut position, mut random) = (Isolation::new(terrain, rules), SplitMix64::new(seed));
        while position.count_moves() > free {
            let moves = position.legal_moves();
            position = position.play(moves[random.below(moves.len() as u64) as usize]);
        }
        Record::new(position.to_string())
    };
    (0..count).map(position).collect()
}
