//! Laws of the endgame tables, by the rules of the game.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use engine::{AlphaBeta, Limits, Proof, Resources, Searcher, Value};
use rules::{Bitboard, BySeat, Line, Position, Seat, SplitMix64, Square, Symmetry};

use super::super::engine::KatarengaEvaluator;
use super::super::position::{Camps, Katarenga, Rules, Side};
use super::super::searcher::value_of_move;
use super::{EndgameTables, MAX_PAWNS};
use crate::terrain::{BoardText, Colour, Terrain};

/// Pawns on the board and filled camps of each seat: every class there is, up to an exchange of the seats.
const CLASSES: [[(usize, usize); 2]; 9] = [
    [(1, 1), (1, 1)],
    [(2, 0), (1, 1)],
    [(2, 1), (1, 1)],
    [(2, 0), (2, 0)],
    [(2, 1), (2, 0)],
    [(2, 1), (2, 1)],
    [(3, 0), (1, 1)],
    [(3, 1), (1, 1)],
    [(1, 1), (3, 0)],
];

fn random_board(seed: u64) -> Terrain {
    BoardText::random(seed).terrain().expect("a whole board")
}

fn camps(count: usize) -> Camps {
    let mut camps = Camps::default();
    Side::ALL.iter().take(count).for_each(|&side| camps.fill(side));
    camps
}

/// A random position of a class in which the game goes on.
fn random_position(
    random: &mut SplitMix64,
    terrain: Terrain,
    class: [(usize, usize); 2],
) -> Katarenga {
    loop {
        let mut free = Bitboard::ALL;
        let mut draw = |count: usize| {
            let mut pawns = Bitboard::EMPTY;
            while pawns.len() < count {
                let square = Square::from_index(random.below(64) as u8);
                if free.has(square) {
                    free ^= square;
                    pawns |= square;
                }
            }
            pawns
        };
        let pawns = BySeat { first: draw(class[0].0), second: draw(class[1].0) };
        let turn = if random.below(2) == 0 { Seat::First } else { Seat::Second };
        let camps = BySeat { first: camps(class[0].1), second: camps(class[1].1) };
        let position = Katarenga { pawns, camps, terrain, turn, rules: Rules::Classic };
        if position.outcome().is_none() {
            return position;
        }
    }
}

fn complete_tables(position: &Katarenga) -> EndgameTables {
    let mut tables = EndgameTables::new(position).expect("few pawns");
    while tables.advance() {}
    assert!(tables.is_complete, "{position}");
    tables
}

fn value(tables: &EndgameTables, position: &Katarenga) -> Value {
    tables.value(position).expect("complete tables")
}

/// The law of exact values: that of a position is the best of its moves. A win or loss that obeys it is right by induction
/// over the distance, and a draw then is one because neither side has a way out.
#[test]
fn values_are_those_of_the_best_moves() {
    let mut random = SplitMix64::new(1);
    let one_colour = |colour| Terrain::from_fn(|_| colour);
    let boards =
        [random_board(1), random_board(2), one_colour(Colour::Blue), one_colour(Colour::Red)];
    let mut results = [0; 3];
    for (number, terrain) in boards.into_iter().enumerate() {
        for (at, class) in CLASSES.into_iter().enumerate() {
            // Every class on one board at least; those with few states on all.
            if class[0].0 + class[1].0 == MAX_PAWNS && at % boards.len() != number && number > 0 {
                continue;
            }
            let tables = complete_tables(&random_position(&mut random, terrain, class));
            for _ in 0..3_000 {
                let position = random_position(&mut random, terrain, class);
                let value_of =
                    |m| value_of_move(&tables, &position.play(m)).expect("complete tables");
                let best = position.legal_moves().into_iter().map(value_of).max();
                let value = value(&tables, &position);
                assert_eq!(Some(value), best, "{position}");
                results[(value.cmp(&Value::ZERO) as i8 + 1) as usize] += 1;
            }
        }
    }
    assert!(results.iter().all(|&count| count > 0), "{results:?}");
}

/// The obvious: every state of a class again and again, until nothing changes.
fn plain_values(terrain: Terrain) -> HashMap<(u64, u64, Seat), Value> {
    let key = |it: &Katarenga| (it.pawns.first.0, it.pawns.second.0, it.turn);
    let mut positions = Vec::new();
    for (first, second) in Square::all().flat_map(|a| Square::all().map(move |b| (a, b))) {
        for turn in Seat::ALL.into_iter().filter(|_| first != second) {
            let pawns = BySeat { first: Bitboard::of(first), second: Bitboard::of(second) };
            let camps = BySeat { first: camps(1), second: camps(1) };
            positions.push(Katarenga { pawns, camps, terrain, turn, rules: Rules::Classic });
        }
    }
    let mut values: HashMap<_, _> = positions.iter().map(|it| (key(it), Value::ZERO)).collect();
    for plies in 1.. {
        let value_of = |position: &Katarenga, m| {
            let after = position.play(m);
            if after.outcome().is_some() { Value::loss_in(0) } else { values[&key(&after)] }
        };
        let decided = |position: &Katarenga| {
            let moves = position.legal_moves();
            let after: Vec<_> = moves.into_iter().map(|m| value_of(position, m)).collect();
            if after.iter().any(|value| value.is_decided() && *value < Value::ZERO) {
                Some(Value::win_in(plies))
            } else {
                let all_lose = after.iter().all(|value| value.is_decided());
                all_lose.then_some(Value::loss_in(plies))
            }
        };
        let open = positions.iter().filter(|position| values[&key(position)] == Value::ZERO);
        let found: Vec<_> = open.filter_map(|it| Some((key(it), decided(it)?))).collect();
        if found.is_empty() {
            break;
        }
        values.extend(found);
    }
    values
}

#[test]
fn tables_agree_with_plain_iteration() {
    for terrain in [random_board(3), random_board(4), Terrain::from_fn(|_| Colour::Green)] {
        let values = plain_values(terrain);
        let position = |&(first, second, turn): &(u64, u64, Seat)| Katarenga {
            pawns: BySeat { first: Bitboard(first), second: Bitboard(second) },
            camps: BySeat { first: camps(1), second: camps(1) },
            terrain,
            turn,
            rules: Rules::Classic,
        };
        let any = values.keys().next().map(position).expect("states");
        let tables = complete_tables(&any);
        for (key, &expected) in &values {
            assert_eq!(value(&tables, &position(key)), expected, "{}", position(key));
        }
    }
}

#[test]
fn mirrored_boards_have_the_same_values() {
    let mut random = SplitMix64::new(5);
    let mirror = Symmetry::MIRROR;
    for class in [CLASSES[1], CLASSES[3], CLASSES[6]] {
        let position = random_position(&mut random, random_board(5), class);
        let image = |it: &Katarenga| Katarenga {
            pawns: BySeat::from_fn(|seat| mirror.set(it.pawns[seat])),
            terrain: it.terrain.image(mirror),
            ..*it
        };
        let (tables, mirrored) = (complete_tables(&position), complete_tables(&image(&position)));
        for _ in 0..2_000 {
            let position = random_position(&mut random, position.terrain, class);
            assert_eq!(
                value(&tables, &position),
                value(&mirrored, &image(&position)),
                "{position}"
            );
        }
    }
}

#[test]
fn alpha_beta_proves_the_same() {
    let mut random = SplitMix64::new(6);
    let resources = Resources { threads: 1, table: 1 };
    let mut proved = 0;
    for (seed, class) in (10..).zip([CLASSES[2], CLASSES[4], CLASSES[5], CLASSES[7], CLASSES[8]]) {
        let terrain = random_board(seed);
        let tables = complete_tables(&random_position(&mut random, terrain, class));
        let mut alpha_beta = AlphaBeta::new(KatarengaEvaluator::default(), resources);
        for _ in 0..40 {
            let position = random_position(&mut random, terrain, class);
            let (limits, stop) = (Limits::nodes(3_000), AtomicBool::new(false));
            let report = alpha_beta.search(&Line::new(position), &limits, &stop, &mut |_| ());
            let exact = value(&tables, &position);
            match report.lines[0].proof {
                Proof::None => continue,
                Proof::Winner => {
                    assert_eq!(
                        exact.cmp(&Value::ZERO),
                        report.lines[0].value.cmp(&Value::ZERO),
                        "{position}"
                    );
                }
                Proof::Exact => assert_eq!(exact, report.lines[0].value, "{position}"),
            }
            proved += 1;
        }
    }
    assert!(proved > 100, "{proved}");
}
