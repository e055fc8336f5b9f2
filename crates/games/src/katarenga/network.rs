//! What the network of Katarenga sees: the pawns, in the view of each side, and filled camps.

use std::sync::OnceLock;

use engine::{SelfPlayGame, TrainingConfig};
use rules::{Bitboard, BySeat, Position, Seat, Square};

use super::engine::{KatarengaEvaluator, UNIT};
use super::position::{Katarenga, Move, home_row};
use crate::network::{
    self, Accumulator, BoardNetwork, NetworkReport, NetworkWeights, OFF_BOARD, PawnFeatures,
    PawnPlace, PawnPlaces, TrainedNetwork,
};
use crate::terrain::{Step, Terrain};

/// Features of a pawn: its square with its colour, its moves to its goal row by the colour, the squares
/// it reaches, and those it is reached from, both on an empty board.
const PLACE: usize = 0;
const DISTANCE: usize = PLACE + 4 * 64;
const DISTANCES: usize = 7;
const REACH: usize = DISTANCE + 4 * DISTANCES;
const REACHED: usize = REACH + 64;
/// Features of the pawns of one owner.
const OWNER_FEATURES: usize = REACHED + 64;
/// A filled camp, for each owner.
const CAMP: usize = 2 * OWNER_FEATURES;
/// Number of input features.
const FEATURES: usize = CAMP + 2;

/// Hidden neurons for each of the two views.
pub(super) const HIDDEN: usize = 32;

static WEIGHTS: &[u8; network::bytes(FEATURES, HIDDEN)] = include_bytes!("data/network.bin");

/// The features of pawns on one board.
pub struct KatarengaFeatures {
    colours: [usize; 64],
    reach: [Bitboard; 64],
    reached: [Bitboard; 64],
    distances: BySeat<[u8; 64]>,
}

impl PawnFeatures for KatarengaFeatures {
    const FEATURES: usize = FEATURES;

    fn new(terrain: &Terrain) -> Self {
        let squares: [Square; 64] = std::array::from_fn(|index| Square::from_index(index as u8));
        Self {
            colours: squares.map(|square| usize::from(terrain.colour(square).index())),
            reach: squares.map(|square| terrain.reach(square, Bitboard::EMPTY)),
            reached: squares.map(|square| terrain.reaching(square, Bitboard::EMPTY)),
            distances: BySeat::from_fn(|seat| terrain.moves_to(home_row(!seat))),
        }
    }

    fn of_pawn(&self, view: Seat, owner: Seat, place: PawnPlace, add: &mut dyn FnMut(usize)) {
        if place == OFF_BOARD {
            add(CAMP + usize::from(owner != view));
            return;
        }
        let base = if owner == view { 0 } else { OWNER_FEATURES };
        let colour = self.colours[place];
        let distance = usize::from(self.distances[owner][place]).min(DISTANCES - 1);
        add(base + PLACE + 64 * colour + seen(view, Square::from_index(place as u8)));
        add(base + DISTANCE + DISTANCES * colour + distance);
        self.reach[place].squares().for_each(|to| add(base + REACH + seen(view, to)));
        self.reached[place].squares().for_each(|from| add(base + REACHED + seen(view, from)));
    }
}

/// The number of a square in the view of a seat, whose own row is the first.
fn seen(view: Seat, square: Square) -> usize {
    let number = usize::from(square.index());
    if view == Seat::First { number ^ 0x38 } else { number }
}

/// The network for a board.
pub(super) fn of_board(terrain: &Terrain) -> BoardNetwork<HIDDEN> {
    static READ: OnceLock<NetworkWeights<HIDDEN>> = OnceLock::new();
    let weights = READ.get_or_init(|| NetworkWeights::read(WEIGHTS));
    BoardNetwork::new::<KatarengaFeatures>(weights, terrain)
}

/// Where the pawns are, those in camps included.
pub(super) fn places(position: &Katarenga) -> BySeat<PawnPlaces> {
    BySeat::from_fn(|seat| {
        let in_camps = std::iter::repeat_n(OFF_BOARD, position.camps[seat].count());
        position.pawns[seat].squares().map(network::on).chain(in_camps).collect()
    })
}

/// The hidden layer after a move.
#[inline]
pub(super) fn update(
    network: &BoardNetwork<HIDDEN>,
    accumulator: &Accumulator<HIDDEN>,
    before: &Katarenga,
    m: Move,
) -> Accumulator<HIDDEN> {
    let turn = before.turn();
    match m {
        Move::Walk(Step { from, to }) => {
            let (from, to) = (network::on(from), network::on(to));
            let mut moved = network.with_moved_pawn(accumulator, turn, from, to);
            if before.resets(m) {
                network.remove_pawn(&mut moved, !turn, to);
            }
            moved
        }
        Move::Enter(from, _) => {
            network.with_moved_pawn(accumulator, turn, network::on(from), OFF_BOARD)
        }
    }
}

impl TrainedNetwork for KatarengaEvaluator {
    type Features = KatarengaFeatures;

    /// As it is, and with left and right exchanged.
    const IMAGES: &'static [fn(Square) -> Square] =
        &[|square| square, |square| Square::from_index(square.index() ^ 7)];
    const UNIT: i32 = UNIT;

    fn terrain(position: &Katarenga) -> Terrain {
        position.terrain
    }

    fn places(position: &Katarenga) -> BySeat<PawnPlaces> {
        places(position)
    }

    fn term_points(&self, position: &Katarenga) -> i32 {
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
    use rules::{Game, Line, Setup, SplitMix64};

    use super::*;

    /// Lines of random moves on random boards, with the network of each.
    fn for_each_position(
        mut check: impl FnMut(&BoardNetwork<HIDDEN>, &Katarenga, &Accumulator<HIDDEN>),
    ) {
        for seed in 0..20 {
            let mut random = SplitMix64::new(seed);
            let setup = Setup { rules: None, board: None, seed: random.draw() };
            let mut line = Line::new(Katarenga::start(&setup).expect("a random board"));
            let network = of_board(&line.position().terrain);
            let mut accumulator = network.accumulator(&places(line.position()));
            while line.outcome().is_none() {
                check(&network, line.position(), &accumulator);
                let moves = line.position().legal_moves();
                // Camps are entered rarely by chance.
                let enters = moves.iter().find(|m| matches!(m, Move::Enter(..)));
                let m = *enters.unwrap_or(&moves[random.below(moves.len() as u64) as usize]);
                accumulator = update(&network, &accumulator, line.position(), m);
                line.play(m);
            }
        }
    }

    #[test]
    fn updates_lead_to_the_same_hidden_layer_as_a_start_from_scratch() {
        let mut camps = 0;
        for_each_position(|network, position, accumulator| {
            camps += Seat::ALL.iter().map(|&seat| position.camps[seat].count()).sum::<usize>();
            assert_eq!(*accumulator, network.accumulator(&places(position)), "{position}");
        });
        assert!(camps > 0);
    }

    #[test]
    fn a_position_seen_from_the_other_end_has_the_same_value() {
        for_each_position(|network, position, accumulator| {
            let image = |square: Square| Square::from_index(square.index() ^ 0x38);
            let terrain = Terrain::from_fn(|square| position.terrain.colour(image(square)));
            let other = Katarenga {
                pawns: BySeat::from_fn(|seat| position.pawns[!seat].squares().map(image).collect()),
                camps: BySeat::from_fn(|seat| position.camps[!seat]),
                turn: !position.turn,
                terrain,
                ..*position
            };
            let other_network = of_board(&terrain);
            assert_eq!(
                network.points(accumulator, position.turn),
                other_network.points(&other_network.accumulator(&places(&other)), other.turn),
                "{position}"
            );
        });
    }
}
