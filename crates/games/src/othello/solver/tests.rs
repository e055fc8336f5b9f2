//! Instruction sets against each other, and the search against brute force.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use engine::Limits;
use rules::{Position, Seat, SplitMix64};

use super::cpu::{Cpu, Portable};
use super::midgame::evaluation_key;
use super::network::PatternNetwork;
use super::patterns::PatternFeatures;
use super::probcut::ErrorModel;
use super::shallow_endgame::final_score;
use super::stability::stable;
use super::training::{
    GenerationConfig, GradientDescent, GradientDescentConfig, ProbcutStatistics, SelfPlayGenerator,
    TrainingSet,
};
use super::{OthelloSolver, cpu};
use crate::othello::{Move, Othello};

/// Boards of any density.
fn boards(seed: u64, count: usize) -> impl Iterator<Item = (u64, u64)> {
    let mut random = SplitMix64::new(seed);
    (0..count).map(move |round| {
        let [mut taken, colour] = [(); 2].map(|()| random.draw());
        match round % 4 {
            0 => taken &= random.draw(),
            1 => taken |= random.draw(),
            2 => taken |= random.draw() | random.draw(),
            _ => {}
        }
        (taken & colour, taken & !colour)
    })
}

/// A position of a random game with so many empty squares, and its side to move, if it lasts so long.
fn random_position(random: &mut SplitMix64, empties: u32) -> Option<(u64, u64)> {
    let (mut own, mut enemy) = (0x0000_0008_1000_0000, 0x0000_0010_0800_0000);
    loop {
        let mut moves = Portable.moves(own, enemy);
        if moves == 0 {
            (own, enemy) = (enemy, own);
            moves = Portable.moves(own, enemy);
            if moves == 0 {
                return None;
            }
        }
        if (!(own | enemy)).count_ones() == empties {
            return Some((own, enemy));
        }
        for _ in 0..random.below(moves.count_ones().into()) {
            moves &= moves - 1;
        }
        let square = moves.trailing_zeros() as usize;
        let flips = Portable.flips(own, enemy, square);
        (own, enemy) = (enemy ^ flips, own ^ flips | 1 << square);
    }
}

fn same_as_portable<C: Cpu>(cpu: C) {
    for (own, enemy) in boards(9, 400_000) {
        assert_eq!(cpu.moves(own, enemy), Portable.moves(own, enemy), "{own:x} {enemy:x}");
        let mut empty = !(own | enemy);
        while empty != 0 {
            let square = empty.trailing_zeros() as usize;
            empty &= empty - 1;
            let flips = Portable.flips(own, enemy, square);
            assert_eq!(cpu.flips(own, enemy, square), flips, "{own:x} {enemy:x} {square}");
        }
        let square = own.wrapping_mul(31) as usize >> 3 & 63;
        let filled = (own | !enemy) & !(1 << square);
        assert_eq!(cpu.last_flips(filled, square), Portable.last_flips(filled, square));
    }
    assert_eq!(cpu.perft(0x0000_0008_1000_0000, 0x0000_0010_0800_0000, 9), 3_005_288);
}

#[test]
fn all_instruction_sets_generate_the_same_moves() {
    same_as_portable(Portable);
    #[cfg(target_arch = "x86_64")]
    {
        cpu::Avx2::detect().into_iter().for_each(same_as_portable);
        cpu::Avx512::detect().into_iter().for_each(same_as_portable);
    }
}

#[test]
fn features_after_a_move_are_those_of_the_position() {
    let mut random = SplitMix64::new(3);
    for empties in 5..60 {
        let Some((own, enemy)) = random_position(&mut random, empties) else { continue };
        let features = PatternFeatures::of(own, enemy);
        assert_eq!(features.passed(), PatternFeatures::of(enemy, own));
        let mut moves = Portable.moves(own, enemy);
        while moves != 0 {
            let square = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            let flips = Portable.flips(own, enemy, square);
            let after = PatternFeatures::of(enemy ^ flips, own ^ flips | 1 << square);
            assert_eq!(features.after(square, flips), after);
        }
    }
}

#[test]
fn evaluations_are_symmetric() {
    let network = PatternNetwork::get();
    let mut random = SplitMix64::new(11);
    for empties in 10..58 {
        let Some((own, enemy)) = random_position(&mut random, empties) else { continue };
        let evaluate =
            |own, enemy| network.evaluate(Portable, own, enemy, &PatternFeatures::of(own, enemy));
        let expected = evaluate(own, enemy);
        assert_eq!(evaluate(own.swap_bytes(), enemy.swap_bytes()), expected);
        assert_eq!(evaluate(own.reverse_bits(), enemy.reverse_bits()), expected);
    }
}

#[test]
fn evaluation_keys_tell_positions_apart_that_differ_on_two_squares() {
    for (own, enemy) in boards(17, 8) {
        let mut positions = HashSet::new();
        for (first, second) in (0..64).flat_map(|first| (0..first).map(move |it| (first, it))) {
            let others = !(1 << first | 1 << second);
            // Each square own, enemy or empty.
            for contents in 0..9 {
                let on = |square: u32, content| u64::from(content == 1) << square;
                let own = own & others | on(first, contents % 3) | on(second, contents / 3);
                let on = |square: u32, content| u64::from(content == 2) << square;
                let enemy = enemy & others | on(first, contents % 3) | on(second, contents / 3);
                positions.insert((own, enemy));
            }
        }
        let keys: HashSet<_> =
            positions.iter().map(|&(own, enemy)| evaluation_key(own, enemy)).collect();
        assert_eq!(keys.len(), positions.len(), "{own:x} {enemy:x}");
    }
}

/// Minimax by brute force.
fn brute_force(own: u64, enemy: u64, passed: bool) -> i32 {
    let mut moves = Portable.moves(own, enemy);
    if moves == 0 {
        return if passed { final_score(own, enemy) } else { -brute_force(enemy, own, true) };
    }
    let mut best = -64;
    while moves != 0 {
        let square = moves.trailing_zeros() as usize;
        moves &= moves - 1;
        let flips = Portable.flips(own, enemy, square);
        best = best.max(-brute_force(enemy ^ flips, own ^ flips | 1 << square, false));
    }
    best
}

#[test]
fn exact_scores_are_those_of_brute_force() {
    let mut random = SplitMix64::new(5);
    let stop = AtomicBool::new(false);
    for index in 0..OthelloSolver::instruction_sets().len() {
        let mut searcher = OthelloSolver::new(1, 1).with_instruction_set(index);
        for round in 0..250 {
            let Some((own, enemy)) = random_position(&mut random, 1 + round % 9) else { continue };
            let limits = Limits { lines: 64, ..Limits::default() };
            let found = searcher.root_search(own, enemy, &limits, &stop, &mut |_| ());
            assert!(found.exact);
            assert_eq!(found.moves[0].score, brute_force(own, enemy, false), "{own:x} {enemy:x}");
            for root_move in &found.moves {
                let Move::Disc(square) = root_move.pv[0] else { panic!("a pass") };
                let flips = Portable.flips(own, enemy, square.index().into());
                let next_enemy = own ^ flips | 1 << square.index();
                let after = -brute_force(enemy ^ flips, next_enemy, false);
                assert_eq!(root_move.score, after, "{own:x} {enemy:x} {square}");
            }
        }
    }
}

#[test]
fn stable_discs_stay() {
    let mut random = SplitMix64::new(8);
    for round in 0..3000 {
        let Some((mut own, mut enemy)) = random_position(&mut random, 4 + round % 30) else {
            continue;
        };
        let (mut keeps, mut loses) = (stable(own, enemy), stable(enemy, own));
        for _ in 0..40 {
            let mut moves = Portable.moves(own, enemy);
            if moves != 0 {
                for _ in 0..random.below(moves.count_ones().into()) {
                    moves &= moves - 1;
                }
                let square = moves.trailing_zeros() as usize;
                let flips = Portable.flips(own, enemy, square);
                (own, enemy) = (own ^ flips | 1 << square, enemy ^ flips);
            }
            (own, enemy, keeps, loses) = (enemy, own, loses, keeps);
            assert_eq!((keeps & !own, loses & !enemy), (0, 0), "{own:x} {enemy:x}");
        }
    }
}

#[test]
fn published_endings_have_their_scores() {
    let lines = [
        ("XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X;", 6),
        ("OOOOOOOOXOOXXX--XXOOXOO-XOXOOO--XOOOOX--XOOXOO--XOOOOO--XXXX---- O;", 0),
    ];
    for (text, score) in lines {
        let position: Othello = text.parse().expect("a board");
        for threads in [1, 2] {
            let mut searcher = OthelloSolver::new(4, threads);
            let stop = AtomicBool::new(false);
            let found = searcher.search(&position, &Limits::default(), &stop, &mut |_| ());
            assert!(found.exact && found.selectivity == 100);
            assert_eq!(found.lines[0].score, score, "{text}");
            assert!(position.is_legal(found.lines[0].moves[0]));
        }
    }
}

#[test]
fn a_search_keeps_to_its_limits() {
    let stop = AtomicBool::new(false);
    let mut searcher = OthelloSolver::new(4, 1);
    let found = searcher.search(&Othello::START, &Limits::depth(5), &stop, &mut |_| ());
    assert_eq!((found.depth, found.exact), (5, false));
    let limits = Limits { nodes: Some(20_000), lines: 4, ..Limits::default() };
    let found = searcher.search(&Othello::START, &limits, &stop, &mut |_| ());
    assert!(found.nodes < 40_000 && found.lines.len() == 4, "{found:?}");
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let found = searcher.search(&Othello::START, &Limits::default(), &stop, &mut |_| ());
    assert!(Othello::START.is_legal(found.lines[0].moves[0]));
    assert_eq!(Othello::START.turn(), Seat::First);
}

#[test]
fn all_instruction_sets_evaluate_the_same() {
    fn same<C: Cpu>(cpu: C) {
        let network = PatternNetwork::get();
        for (own, enemy) in boards(13, 20_000) {
            let features = PatternFeatures::of(own, enemy);
            let expected = network.evaluate(Portable, own, enemy, &features);
            assert_eq!(network.evaluate(cpu, own, enemy, &features), expected, "{own:x} {enemy:x}");
        }
    }
    #[cfg(target_arch = "x86_64")]
    {
        cpu::Avx2::detect().into_iter().for_each(same);
        cpu::Avx512::detect().into_iter().for_each(same);
    }
}

#[test]
fn weights_and_their_bytes_are_the_same() {
    let network = PatternNetwork::get();
    let bytes = network.to_bytes();
    assert!(PatternNetwork::from_bytes(&bytes).is_ok_and(|read| read == *network));
    for wrong in [&bytes[..bytes.len() / 2], &bytes[1..], b"", b"dmrOTHL\x02"] {
        assert!(PatternNetwork::from_bytes(wrong).is_err());
    }
}

#[test]
fn gradient_descent_reduces_the_error() {
    let config =
        GenerationConfig { seed: 1, depth: 1, exact_from_empties: 8, openings: Arc::default() };
    let mut generator = SelfPlayGenerator::new(config, OthelloSolver::new(1, 1));
    let stop = AtomicBool::new(false);
    let mut samples = TrainingSet::default();
    for number in 0..40 {
        samples.add(&generator.game(number, &stop).expect("not stopped"));
    }
    let config = GradientDescentConfig {
        epochs: 30,
        search_score_share: 0.0,
        ..GradientDescentConfig::default()
    };
    let trained = |samples: &mut TrainingSet| {
        let mut descent = GradientDescent::new(config);
        let epoch = |_| descent.epoch(samples, &stop, &mut |_| ()).expect("not stopped");
        let errors: Vec<f64> = (0..config.epochs).map(epoch).collect();
        (errors, descent.to_bytes())
    };
    let (errors, bytes) = trained(&mut samples.clone());
    assert!(errors[29] < errors[0] / 3.0, "{errors:?}");
    assert_eq!(trained(&mut samples.clone()).1, bytes, "the same seed gives the same weights");
    let searcher = OthelloSolver::new(1, 1).with_weights(&bytes).expect("weights");
    let rounded = searcher.evaluation_error(&samples, 20);
    assert!(rounded.count > 10 && rounded.root_mean_square < 2.0, "{rounded:?}");
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(generator.game(0, &stop), None);
    assert_eq!(GradientDescent::new(config).epoch(&mut samples, &stop, &mut |_| ()), None);
}

#[test]
fn the_coefficients_of_the_error_model_are_fitted() {
    let formula = [6.0, -0.3, 0.4, -0.02, 0.2];
    let mut statistics = ProbcutStatistics::default();
    for empties in [12, 20, 30, 40] {
        for shallow in 0..5 {
            for deep in (shallow + 2..=12).step_by(2) {
                let terms = ErrorModel::terms(empties, deep, shallow);
                let sum: f64 = terms.iter().zip(formula).map(|(term, times)| term * times).sum();
                statistics.add(empties, &[(shallow, 7), (deep, 7 - sum.exp().round() as i32)]);
            }
        }
    }
    for (found, expected) in statistics.fit_coefficients().into_iter().zip(formula) {
        assert!((found - expected).abs() < 0.01, "{:?}", statistics.fit_coefficients());
    }
    assert!(
        ProbcutStatistics::default()
            .fit_coefficients()
            .iter()
            .all(|number| number.abs() < f64::EPSILON)
    );
}
