//! Moves that a symmetry of the position maps to each other have the same value, everywhere.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

use damier_games::CATALOGUE;
use damier_games::congress::CongressEngine;
use damier_games::connect_four::ConnectFourEngine;
use damier_games::isolation::IsolationEngine;
use damier_games::katarenga::KatarengaEngine;
use damier_games::othello::OthelloEngine;
use engine::{AnyReport, Entry, Limits, Resources};
use rules::{Game, Position, Record, Setup, SplitMix64, Symmetry};

/// A board of the Katarenga family that all eight symmetries keep.
const SYMMETRIC_BOARD: &str =
    "YRBGGBRY/RYGBBGYR/BGYRRYGB/GBRYYRBG/GBRYYRBG/BGYRRYGB/RYGBBGYR/YRBGGBRY";

type GameOf<E> = <E as engine::GameEngine>::Game;

/// The image of a move is a move, both lead to as many moves, and the orbits are those of a group.
fn images_are_moves<P: Position>(position: &P) -> usize {
    let symmetries = position.symmetries();
    for &symmetry in &symmetries {
        for m in position.legal_moves() {
            let image = P::image(m, symmetry);
            assert!(position.is_legal(image), "{m} {image} in {position}");
            let (one, other) = (position.play(m), position.play(image));
            assert_eq!(one.outcome(), other.outcome(), "{m} {image} in {position}");
            let counts = |after: &P| {
                let mut counts: Vec<_> =
                    after.legal_moves().into_iter().map(|m| after.play(m).count_moves()).collect();
                counts.sort_unstable();
                counts
            };
            assert_eq!(counts(&one), counts(&other), "{m} {image} in {position}");
        }
    }
    symmetries.len()
}

fn start<P: Game>(board: Option<&str>) -> P {
    P::start(&Setup { rules: None, board: board.map(ToOwned::to_owned), seed: 7 }).unwrap()
}

#[test]
fn starts_have_the_symmetries_that_they_show() {
    assert_eq!(images_are_moves(&start::<GameOf<ConnectFourEngine>>(None)), 1);
    assert_eq!(images_are_moves(&start::<GameOf<OthelloEngine>>(None)), 3);
    let board = Some(SYMMETRIC_BOARD);
    assert_eq!(images_are_moves(&start::<GameOf<IsolationEngine>>(board)), 7);
    assert_eq!(images_are_moves(&start::<GameOf<KatarengaEngine>>(board)), 1);
    images_are_moves(&start::<GameOf<CongressEngine>>(board));
    assert_eq!(start::<GameOf<KatarengaEngine>>(None).symmetries(), [], "a random board has none");
}

#[test]
fn images_are_moves_in_every_position() {
    let mut random = SplitMix64::new(1);
    let mut found = 0;
    for _ in 0..300 {
        let mut position = start::<GameOf<OthelloEngine>>(None);
        for _ in 0..random.below(6) {
            let moves = position.legal_moves();
            position = position.play(moves[random.below(moves.len() as u64) as usize]);
        }
        found += images_are_moves(&position);
    }
    assert!(found > 100, "{found}");
}

fn analysis(entry: &Entry, record: &Record, nodes: u64) -> Vec<AnyReport> {
    let limits = Limits { lines: usize::MAX, ..Limits::nodes(nodes) };
    let mut reports = Vec::new();
    let mut analyst = entry.analyst(Resources { threads: 1, table: 1 });
    let last = analyst.search(record, &limits, &AtomicBool::new(false), &mut |report| {
        reports.push(report.clone());
    });
    reports.push(last.unwrap());
    reports
}

/// Checks that all reports judge all moves, and equal ones equally.
fn equal_moves_are_equal<P: Game>(board: Option<&str>, classes: usize) {
    let position = start::<P>(board);
    let entry = CATALOGUE.iter().find(|entry| entry.game.info().id == P::INFO.id).unwrap();
    for report in analysis(entry, &Record::new(position.to_string()), 20_000) {
        assert_eq!(report.lines.len(), position.legal_moves().len());
        let values: BTreeMap<_, _> =
            report.lines.iter().map(|line| (line.notation.clone(), line.value)).collect();
        let mut seen = BTreeSet::new();
        for m in position.legal_moves() {
            let images = position.symmetries().into_iter().map(|symmetry| P::image(m, symmetry));
            let mut class: Vec<_> = images.map(|m| m.to_string()).chain([m.to_string()]).collect();
            class.sort();
            for one in &class {
                assert_eq!(values[one], values[&m.to_string()], "{one} {m} in {position}");
            }
            seen.insert(class[0].clone());
        }
        assert_eq!(seen.len(), classes);
        for line in &report.lines {
            let record = Record { moves: line.moves.clone(), ..Record::new(position.to_string()) };
            assert!(entry.game.open(&record).is_ok(), "{:?} in {position}", line.moves);
        }
    }
}

#[test]
fn equal_moves_have_equal_values() {
    equal_moves_are_equal::<GameOf<ConnectFourEngine>>(None, 4);
    equal_moves_are_equal::<GameOf<OthelloEngine>>(None, 1);
    equal_moves_are_equal::<GameOf<IsolationEngine>>(Some(SYMMETRIC_BOARD), 10);
    let board = Some(SYMMETRIC_BOARD);
    let classes = start::<GameOf<KatarengaEngine>>(board).legal_moves().len() / 2;
    equal_moves_are_equal::<GameOf<KatarengaEngine>>(board, classes);
}

#[test]
fn symmetries_form_a_group_of_eight() {
    for symmetry in Symmetry::ALL {
        let square: rules::Square = "b1".parse().unwrap();
        let images = Symmetry::ALL.map(|other| other.square(symmetry.square(square)));
        let all = Symmetry::ALL.map(|other| other.square(square));
        assert!(all.iter().all(|image| images.contains(image)));
    }
}

/// Isolation that cannot be solved in time is estimated by a search, and says how far the solver is.
#[test]
fn isolation_is_estimated_while_the_solver_works() {
    let entry = CATALOGUE.iter().find(|entry| entry.game.info().id == "isolation").unwrap();
    let setup = Setup { rules: Some("classic".to_owned()), board: None, seed: 7 };
    let record = Record::new(entry.game.start(&setup).unwrap());
    let reports = analysis(entry, &record, 600_000);
    let last = reports.last().unwrap();
    assert!(last.depth > 0, "{last:?}");
    let solver = last.solver.expect("the solver is not done");
    assert!(solver.settled < solver.moves && solver.nodes > 100_000, "{solver:?}");
}
