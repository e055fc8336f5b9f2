//! The network that adds to the terms of an estimate (Katarenga and Congress): the pawns as both sides see
//! them, a hidden layer that moves update incrementally, and one output.
//!
//! An input feature tells something of one pawn that depends on the board's colours but on no other pawn.
//! So the sum of all features of a pawn on a square is computed once for a board, and a move adds and
//! subtracts such rows. All sums are of integers: they are the same on every machine.
//! `H` is the number of hidden neurons for each of the two views.

mod training;

use arrayvec::ArrayVec;
use rules::{BySeat, Seat, Square};

use crate::terrain::Terrain;
pub(crate) use training::fit_network;
pub use training::{NetworkReport, TrainedNetwork};

/// The number that stands for an activation of one.
const ACTIVATION_ONE: i16 = 128;
/// The number that stands for an output of one point.
const OUTPUT_ONE: i32 = 64;
/// Limit of a row's numbers: the sum of all pawns' rows cannot overflow.
const ROW_MAX: i16 = 1800;

/// Where a pawn is: the number of its square, or [`OFF_BOARD`].
pub type PawnPlace = usize;
/// The place of pawns that have left the board and still count: those in camps.
pub const OFF_BOARD: PawnPlace = 64;
const PLACES: usize = OFF_BOARD + 1;

/// The places of a seat's pawns.
pub type PawnPlaces = ArrayVec<PawnPlace, 8>;

/// Bytes of the weights: features, then biases, outputs of both views and the output's bias.
pub(crate) const fn bytes(features: usize, hidden: usize) -> usize {
    features * hidden + 2 * hidden + 2 * 2 * hidden + 4
}

/// Numbers of the hidden layer for one view.
pub(crate) type Hidden<const H: usize> = [i16; H];

/// The hidden layer of a position, for the view of each seat.
pub type Accumulator<const H: usize> = BySeat<Hidden<H>>;

/// The input features of pawns on one board.
pub trait PawnFeatures {
    /// Number of input features.
    const FEATURES: usize;

    /// The features on that board.
    fn new(terrain: &Terrain) -> Self;

    /// Calls `add` with each feature of a pawn, in the view of a seat.
    fn of_pawn(&self, view: Seat, owner: Seat, place: PawnPlace, add: &mut dyn FnMut(usize));
}

/// The weights of a network.
pub(crate) struct NetworkWeights<const H: usize> {
    features: Vec<[i8; H]>,
    bias: Hidden<H>,
    /// For the side to move, and for the other.
    outputs: [Hidden<H>; 2],
    output_bias: i32,
}

impl<const H: usize> NetworkWeights<H> {
    /// Reads as many bytes as [`bytes`] says of the number of features.
    pub(crate) fn read(bytes: &[u8]) -> Self {
        let (features, rest) = bytes.split_at(bytes.len() - self::bytes(0, H));
        let feature = |row: &[u8]| std::array::from_fn(|unit| row[unit].cast_signed());
        let number = |at: usize| i16::from_le_bytes([rest[2 * at], rest[2 * at + 1]]);
        let numbers = |first: usize| std::array::from_fn(|unit| number(first + unit));
        let last = 6 * H;
        Self {
            features: features.chunks_exact(H).map(feature).collect(),
            bias: numbers(0),
            outputs: [numbers(H), numbers(2 * H)],
            output_bias: i32::from_le_bytes(std::array::from_fn(|byte| rest[last + byte])),
        }
    }
}

/// A network for one board.
#[derive(Debug)]
pub(crate) struct BoardNetwork<const H: usize> {
    /// The rows of pawns: by view, by owner (that of the view, then the other), by place.
    rows: BySeat<[Box<[Hidden<H>; PLACES]>; 2]>,
    bias: Hidden<H>,
    outputs: [Hidden<H>; 2],
    output_bias: i32,
}

impl<const H: usize> BoardNetwork<H> {
    pub(crate) fn new<F: PawnFeatures>(weights: &NetworkWeights<H>, terrain: &Terrain) -> Self {
        let board = F::new(terrain);
        let row = |view: Seat, owner: Seat, place: PawnPlace| {
            let mut row: Hidden<H> = [0; H];
            board.of_pawn(view, owner, place, &mut |feature| {
                for (sum, weight) in row.iter_mut().zip(&weights.features[feature]) {
                    *sum += i16::from(*weight);
                }
            });
            row.map(|sum| sum.clamp(-ROW_MAX, ROW_MAX))
        };
        let rows = |view: Seat, owner: Seat| {
            Box::new(std::array::from_fn(|place| row(view, owner, place)))
        };
        Self {
            rows: BySeat::from_fn(|view| [rows(view, view), rows(view, !view)]),
            bias: weights.bias,
            outputs: weights.outputs,
            output_bias: weights.output_bias,
        }
    }

    /// The hidden layer of a position, from scratch.
    pub(crate) fn accumulator(&self, pawns: &BySeat<PawnPlaces>) -> Accumulator<H> {
        let mut accumulator = BySeat::from_fn(|_| self.bias);
        for owner in Seat::ALL {
            for &place in &pawns[owner] {
                self.add_pawn(&mut accumulator, owner, place);
            }
        }
        accumulator
    }

    /// Puts a pawn on a place.
    #[inline]
    pub(crate) fn add_pawn(&self, accumulator: &mut Accumulator<H>, owner: Seat, place: PawnPlace) {
        for view in Seat::ALL {
            for (sum, number) in accumulator[view].iter_mut().zip(self.row(view, owner, place)) {
                *sum += number;
            }
        }
    }

    /// Takes a pawn from a place.
    #[inline]
    pub(crate) fn remove_pawn(
        &self,
        accumulator: &mut Accumulator<H>,
        owner: Seat,
        place: PawnPlace,
    ) {
        for view in Seat::ALL {
            for (sum, number) in accumulator[view].iter_mut().zip(self.row(view, owner, place)) {
                *sum -= number;
            }
        }
    }

    /// The hidden layer after a pawn has gone to another place.
    #[inline]
    pub(crate) fn with_moved_pawn(
        &self,
        accumulator: &Accumulator<H>,
        owner: Seat,
        from: PawnPlace,
        to: PawnPlace,
    ) -> Accumulator<H> {
        let mut moved = *accumulator;
        for view in Seat::ALL {
            let rows = self.row(view, owner, from).iter().zip(self.row(view, owner, to));
            for (sum, (before, after)) in moved[view].iter_mut().zip(rows) {
                *sum += after - before;
            }
        }
        moved
    }

    /// The estimate for the side to move, in points.
    #[inline]
    pub(crate) fn points(&self, accumulator: &Accumulator<H>, turn: Seat) -> i32 {
        let views = [&accumulator[turn], &accumulator[!turn]];
        let sums = [0, 1].map(|view| output(views[view], &self.outputs[view]));
        (sums[0] + sums[1] + self.output_bias) / OUTPUT_ONE
    }

    #[inline]
    fn row(&self, view: Seat, owner: Seat, place: PawnPlace) -> &Hidden<H> {
        &self.rows[view][usize::from(owner != view)][place]
    }
}

/// The place of a pawn on a square.
#[inline]
pub(crate) fn on(square: Square) -> PawnPlace {
    usize::from(square.index())
}

/// The weighted sum of the activations of a view (clipped rectified linear units).
#[inline]
fn output<const H: usize>(hidden: &Hidden<H>, weights: &Hidden<H>) -> i32 {
    let products = hidden.iter().zip(weights);
    products.map(|(sum, w)| i32::from((*sum).clamp(0, ACTIVATION_ONE)) * i32::from(*w)).sum()
}
