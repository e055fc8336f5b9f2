//! What the network of Congress sees: the own pawns and the other side's.

use std::sync::OnceLock;

use engine::{SelfPlayGame, TrainingConfig};
use rules::{Bitboard, BySeat, Seat, Square};

use super::engine::{CongressEvaluator, UNIT};
use super::position::Congress;
use crate::network::{
    self, BoardNetwork, NetworkReport, NetworkWeights, PawnFeatures, PawnPlace, PawnPlaces,
    TrainedNetwork,
};
use crate::terrain::Terrain;

/// Features of a pawn: its square with its colour, the squares that it reaches, and those it is reached from,
/// both on an empty board.
const PLACE: usize = 0;
const REACH: usize = PLACE + 4 * 64;
const REACHED: usize = REACH + 64;
/// Features of the pawns of one owner.
const OWNER_FEATURES: usize = REACHED + 64;
/// Number of input features.
const FEATURES: usize = 2 * OWNER_FEATURES;

/// Hidden neurons for each of the two views.
pub(super) const HIDDEN: usize = 32;

static WEIGHTS: &[u8; network::bytes(FEATURES, HIDDEN)] = include_bytes!("data/network.bin");

/// The features of pawns on one board: those of an own pawn, by square.
pub struct CongressFeatures {
    squares: Vec<Vec<usize>>,
}

impl PawnFeatures for CongressFeatures {
    const FEATURES: usize = FEATURES;

    fn new(terrain: &Terrain) -> Self {
        let number = |square: Square| usize::from(square.index());
        let of_square = |square: Square| {
            let colour = usize::from(terrain.colour(square).index());
            let reach = terrain.reach(square, Bitboard::EMPTY).squares();
            let reached = terrain.reaching(square, Bitboard::EMPTY).squares();
            std::iter::once(PLACE + 64 * colour + number(square))
                .chain(reach.map(|to| REACH + number(to)))
                .chain(reached.map(|from| REACHED + number(from)))
                .collect()
        };
        Self { squares: Square::all().map(of_square).collect() }
    }

    fn of_pawn(&self, view: Seat, owner: Seat, place: PawnPlace, add: &mut dyn FnMut(usize)) {
        let base = if owner == view { 0 } else { OWNER_FEATURES };
        for feature in self.squares.get(place).into_iter().flatten() {
            add(base + feature);
        }
    }
}

/// The network for a board.
pub(super) fn of_board(terrain: &Terrain) -> BoardNetwork<HIDDEN> {
    static READ: OnceLock<NetworkWeights<HIDDEN>> = OnceLock::new();
    let weights = READ.get_or_init(|| NetworkWeights::read(WEIGHTS));
    BoardNetwork::new::<CongressFeatures>(weights, terrain)
}

/// Where the pawns are.
pub(super) fn places(position: &Congress) -> BySeat<PawnPlaces> {
    position.pawns.map(|pawns| pawns.squares().map(network::on).collect())
}

/// The square where one of the eight symmetries of the board puts another.
const fn image<const SYMMETRY: u8>(square: Square) -> Square {
    let (file, rank) = (square.file(), square.rank());
    let file = if SYMMETRY & 1 == 0 { file } else { 7 - file };
    let rank = if SYMMETRY & 2 == 0 { rank } else { 7 - rank };
    if SYMMETRY & 4 == 0 { Square::new(file, rank) } else { Square::new(rank, file) }
}

impl TrainedNetwork for CongressEvaluator {
    type Features = CongressFeatures;

    const IMAGES: &'static [fn(Square) -> Square] = &[
        image::<0>, image::<1>, image::<2>, image::<3>, image::<4>, image::<5>, image::<6>,
        image::<7>,
    ];
    const UNIT: i32 = UNIT;

    fn terrain(position: &Congress) -> Terrain {
        position.terrain
    }

    fn places(position: &Congress) -> BySeat<PawnPlaces> {
        places(position)
    }

    fn term_points(&self, position: &Congress) -> i32 {
        self.term_points(position)
    }

    fn fit_network(
        games: &[SelfPlayGame],
        config: &TrainingConfig,
        watch: &mut dyn FnMut(&NetworkReport),
    ) {
        network::fit_network::<Self, HIDDEN>(games, config, watch);
    }
}

#[cfg(test)]
mod tests {
    use engine::Evaluator as _;
    use rules::{Game as _, Line, Position as _, Setup, SplitMix64};

    use super::*;

    #[test]
    fn updates_lead_to_the_same_estimate_as_a_start_from_scratch() {
        for seed in 0..20 {
            let mut random = SplitMix64::new(seed);
            let setup = Setup { rules: None, board: None, seed: random.draw() };
            let mut line = Line::new(Congress::start(&setup).expect("a random board"));
            let mut evaluator = CongressEvaluator::default();
            evaluator.prepare(line.position());
            let mut updated = evaluator.accumulator(line.position());
            while line.outcome().is_none() {
                let position = *line.position();
                let scratch = evaluator.accumulator(&position);
                assert_eq!(
                    evaluator.evaluate(&position, &updated),
                    evaluator.evaluate(&position, &scratch),
                    "{position}"
                );
                let moves = position.legal_moves();
                let m = moves[random.below(moves.len() as u64) as usize];
                line.play(m);
                updated = evaluator.update(&updated, &position, m, line.position());
            }
        }
    }

    #[test]
    fn the_network_speaks_for_the_side_to_move() {
        let setup = Setup { rules: None, board: None, seed: 7 };
        let position = Congress::start(&setup).expect("a random board");
        let exchanged = Congress {
            pawns: BySeat { first: position.pawns.second, second: position.pawns.first },
            turn: !position.turn,
            ..position
        };
        let network = of_board(&position.terrain);
        let points = |position: &Congress| {
            network.points(&network.accumulator(&places(position)), position.turn)
        };
        assert_eq!(points(&position), points(&exchanged));
    }
}
