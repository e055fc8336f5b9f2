//! What an estimate of Congress is made of: terms that are counted for both sides, each with a weight.

use std::sync::Arc;

use engine::Weight;
use rules::{Bitboard, BySeat, Seat, Square};

use super::position::{Congress, PAWNS, group, split};
use super::weights::WEIGHTS;
use crate::terrain::Terrain;

/// A pawn by its moves to the best meeting place, the last one for more.
const AWAY: usize = 0;
const AWAYS: usize = 6;
/// A step that a pawn is away from it.
const STEP: usize = AWAY + AWAYS;
/// How many groups each side has.
const GROUPS: usize = STEP + 1;
/// How large the largest group is.
const LARGEST: usize = GROUPS + 2 * PAWNS;
/// A pawn outside the largest group by its moves to it, the last one for more.
const OUTSIDE: usize = LARGEST + PAWNS;
const OUTSIDES: usize = 4;
/// Two pawns beside each other, and two that touch at a corner.
const LINK: usize = OUTSIDE + 2 * OUTSIDES;
const CORNER: usize = LINK + 1;
/// A pawn by the colour of its square, and by how near it is to the edge.
const COLOUR: usize = CORNER + 1;
const EDGE: usize = COLOUR + 4;
/// A row or column between the outermost pawns.
const EXTENT: usize = EDGE + 4;
/// A move, and a pawn without one.
const MOVE: usize = EXTENT + 1;
const STUCK: usize = MOVE + 1;
/// How many groups there would be if gaps of one square, or of two, did not count, and if corners did.
const GAP: usize = STUCK + 1;
const WIDE_GAP: usize = GAP + PAWNS;
const TOUCHING: usize = WIDE_GAP + PAWNS;
/// A square beside the largest group with an enemy, and an empty one.
const BLOCKED: usize = TOUCHING + PAWNS;
const ROOM: usize = BLOCKED + 1;
/// The move itself.
const TEMPO: usize = ROOM + 1;
/// How many terms there are.
pub(super) const TERMS: usize = TEMPO + 1;

/// What a move and a step weigh where the best meeting place is looked for.
const MOVE_COST: i16 = 3;
const STEP_COST: i16 = 1;
/// Limit to which the moves of a pawn are clamped.
const PAWN_MAX_MOVES: u8 = 6;

/// What is known of the pawns of a side by themselves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gathering {
    pub(super) pawns: Bitboard,
    /// The pawns that could make one group of all, if they reached the right square in one move.
    pub(super) joiners: Bitboard,
    /// The largest group, and the squares beside it.
    largest: Bitboard,
    around: Bitboard,
    /// How many groups there are.
    count: u8,
    /// What the terms of these pawns alone are worth, for the side to move and for the other.
    worth: [Weight; 2],
}

impl Gathering {
    pub(super) const NONE: Self = Self {
        pawns: Bitboard::EMPTY,
        joiners: Bitboard::EMPTY,
        largest: Bitboard::EMPTY,
        around: Bitboard::EMPTY,
        count: 0,
        worth: [Weight::new(0, 0); 2],
    };
}

/// The squares where a pawn would make one group of all pawns of its side.
#[inline]
pub(super) fn joining_places(pawns: Bitboard, from: Square) -> Bitboard {
    let mut rest = pawns & !Bitboard::of(from);
    let mut places = Bitboard::ALL;
    while !rest.is_empty() && !places.is_empty() {
        let next = group(rest);
        rest &= !next;
        places &= next.beside();
    }
    places
}

/// Receiver of counted terms.
trait TermSink {
    fn add(&mut self, term: usize, count: i32);
    /// The terms of a pawn that depend on its square and the meeting place alone.
    fn add_square_terms(
        &mut self,
        evaluator: &BoardEvaluator,
        square: Square,
        place: Square,
        sign: i32,
    );
}

/// Evaluator of one board: the weights, and what can be precomputed for its colours.
#[derive(Clone, Debug)]
pub(super) struct BoardEvaluator {
    terrain: Terrain,
    weights: Arc<[Weight]>,
    /// What it costs to bring a pawn from a square (first) to a meeting place (second), times 64, so
    /// that the number of the place fits below it.
    costs: [[i16; 64]; 64],
    /// The moves of a pawn from a square (first) to a meeting place (second).
    moves: [[u8; 64]; 64],
    /// What a pawn on a square (second) is worth if the meeting place is the first.
    squares: Vec<[Weight; 64]>,
    /// Where a pawn may be after at most two and three moves, on an empty board.
    within: [[Bitboard; 2]; 64],
}

impl BoardEvaluator {
    /// The evaluator of a board with those weights, or the built-in ones.
    pub(super) fn new(terrain: Terrain, weights: Option<Arc<[Weight]>>) -> Self {
        let mut evaluator = Self {
            terrain,
            weights: weights.unwrap_or_else(|| Arc::new(WEIGHTS)),
            costs: [[0; 64]; 64],
            moves: [[0; 64]; 64],
            squares: Vec::new(),
            within: [[Bitboard::EMPTY; 2]; 64],
        };
        for place in Square::all() {
            let to = usize::from(place.index());
            let moves = terrain.moves_to(Bitboard::of(place).beside());
            for square in Square::all() {
                let from = usize::from(square.index());
                let moves = if from == to { 0 } else { moves[from].min(PAWN_MAX_MOVES) };
                let cost = MOVE_COST * i16::from(moves) + STEP_COST * steps(square, place);
                evaluator.costs[from][to] = 64 * cost;
                evaluator.moves[from][to] = moves;
            }
        }
        let worth = |place: Square, square: Square| {
            let mut sum = WeightedSum { weights: &evaluator.weights, sum: Weight::default() };
            evaluator.add_square_terms(square, place, |term, count| sum.add(term, count));
            sum.sum
        };
        let row = |place| std::array::from_fn(|at| worth(place, Square::from_index(at as u8)));
        evaluator.squares = Square::all().map(row).collect();
        let reach = |from: Square| terrain.reach(from, Bitboard::EMPTY);
        let further = |set: Bitboard| set.squares().fold(set, |all, from| all | reach(from));
        for from in Square::all() {
            let two = further(reach(from));
            evaluator.within[usize::from(from.index())] = [two, further(two)];
        }
        evaluator
    }

    /// Whether it is the evaluator of that board.
    pub(super) fn is_of(&self, terrain: &Terrain) -> bool {
        self.terrain == *terrain
    }

    /// What is known of the pawns of a side by themselves.
    pub(super) fn gathering(&self, pawns: Bitboard) -> Gathering {
        let groups = split(pawns);
        // The first of several largest ones.
        let largest = groups.iter().copied().reduce(|a, b| if b.len() > a.len() { b } else { a });
        let largest = largest.unwrap_or(Bitboard::EMPTY);
        let mut sum = WeightedSum { weights: &self.weights, sum: Weight::default() };
        self.gathering_terms(pawns, largest, 1, &mut sum);
        let worth = [0, 1].map(|index| {
            let mut side = WeightedSum { weights: &self.weights, sum: sum.sum };
            side.add(groups_term(index, groups.len()), 1);
            side.sum
        });
        Gathering {
            pawns,
            joiners: joiners(&groups),
            largest,
            around: largest.beside(),
            count: groups.len() as u8,
            worth,
        }
    }

    /// The terms of a pawn that depend on its square and the meeting place alone.
    fn add_square_terms(&self, square: Square, place: Square, mut add: impl FnMut(usize, i32)) {
        let moves = self.moves[usize::from(square.index())][usize::from(place.index())];
        add(AWAY + usize::from(moves).min(AWAYS - 1), 1);
        add(STEP, i32::from(steps(square, place)));
        add(COLOUR + usize::from(self.terrain.colour(square).index()), 1);
        let inwards = |coordinate: u8| coordinate.min(7 - coordinate);
        add(EDGE + usize::from(inwards(square.file()).min(inwards(square.rank()))), 1);
    }

    /// The estimate for the side to move, in points.
    #[inline]
    pub(super) fn points(&self, position: &Congress, gathering: &BySeat<Gathering>) -> i32 {
        let mut sum = WeightedSum { weights: &self.weights, sum: Weight::default() };
        sum.add(TEMPO, 1);
        for (index, seat, sign) in sides(position) {
            sum.sum.add(gathering[seat].worth[index], sign);
            self.walk_terms(position, &gathering[seat], (index, sign), &mut sum);
        }
        sum.sum.blend(phase(gathering))
    }

    /// Tells every term with what the side to move has more of it, and returns the phase.
    pub(super) fn terms(&self, position: &Congress, add: &mut dyn FnMut(usize, i32)) -> i32 {
        let gathering = position.pawns.map(|pawns| self.gathering(pawns));
        let mut visitor = TermVisitor(add);
        visitor.add(TEMPO, 1);
        for (index, seat, sign) in sides(position) {
            let side = &gathering[seat];
            visitor.add(groups_term(index, usize::from(side.count)), sign);
            self.gathering_terms(side.pawns, side.largest, sign, &mut visitor);
            self.walk_terms(position, side, (index, sign), &mut visitor);
        }
        phase(&gathering)
    }

    /// The terms of the pawns of a side that depend on no others, but for the number of groups.
    fn gathering_terms(
        &self,
        pawns: Bitboard,
        largest: Bitboard,
        sign: i32,
        sink: &mut impl TermSink,
    ) {
        let place = self.meeting_place(pawns);
        for from in pawns {
            sink.add_square_terms(self, from, place, sign);
        }
        sink.add(LARGEST + largest.len() - 1, sign);
        let links = (pawns & pawns.up()).len() + (pawns & pawns.right()).len();
        sink.add(LINK, sign * links as i32);
        let corners = (pawns & pawns.up().right()).len() + (pawns & pawns.up().left()).len();
        sink.add(CORNER, sign * corners as i32);
        sink.add(EXTENT, sign * extent(pawns));
        let wide = pawns | pawns.beside();
        let wider = wide | wide.beside();
        sink.add(GAP + count_parts(wide, Bitboard::beside) - 1, sign);
        sink.add(WIDE_GAP + count_parts(wider, Bitboard::beside) - 1, sign);
        sink.add(TOUCHING + count_parts(pawns, Bitboard::around) - 1, sign);
    }

    /// The terms of the pawns of a side that depend on those of the other, with the side's index and sign.
    #[inline]
    fn walk_terms(
        &self,
        position: &Congress,
        gathering: &Gathering,
        (index, sign): (usize, i32),
        sink: &mut impl TermSink,
    ) {
        let &Gathering { pawns, largest, around, .. } = gathering;
        let (mut moves, mut stuck) = (0, 0);
        for from in pawns {
            let walks = position.walks(from);
            moves += walks.len() as i32;
            stuck += i32::from(walks.is_empty());
            if !largest.has(from) {
                let [two, three] = self.within[usize::from(from.index())];
                let outside = match () {
                    () if walks.meets(around) => 0,
                    () if two.meets(around) => 1,
                    () if three.meets(around) => 2,
                    () => 3,
                };
                sink.add(OUTSIDE + OUTSIDES * index + outside, sign);
            }
        }
        sink.add(MOVE, sign * moves);
        sink.add(STUCK, sign * stuck);
        let all = position.pawns.first | position.pawns.second;
        sink.add(BLOCKED, sign * (around & all & !pawns).len() as i32);
        sink.add(ROOM, sign * (around & !all).len() as i32);
    }

    /// Where the pawns come together most cheaply.
    #[inline]
    fn meeting_place(&self, pawns: Bitboard) -> Square {
        let mut sums: [i16; 64] = std::array::from_fn(|place| place as i16);
        for from in pawns {
            let costs = &self.costs[usize::from(from.index())];
            for place in 0..64 {
                sums[place] += costs[place];
            }
        }
        let mut best = [i16::MAX; 8];
        for eight in sums.chunks_exact(8) {
            for (best, &sum) in best.iter_mut().zip(eight) {
                *best = (*best).min(sum);
            }
        }
        let best = best.into_iter().fold(i16::MAX, i16::min);
        Square::from_index((best & 63) as u8)
    }
}

/// Weighted sum of terms: the evaluation.
struct WeightedSum<'a> {
    weights: &'a [Weight],
    sum: Weight,
}

impl TermSink for WeightedSum<'_> {
    #[inline]
    fn add(&mut self, term: usize, count: i32) {
        self.sum.add(self.weights[term], count);
    }

    #[inline]
    fn add_square_terms(
        &mut self,
        evaluator: &BoardEvaluator,
        square: Square,
        place: Square,
        sign: i32,
    ) {
        let row = &evaluator.squares[usize::from(place.index())];
        self.sum.add(row[usize::from(square.index())], sign);
    }
}

/// Calls a function for each term, for training.
struct TermVisitor<'a>(&'a mut dyn FnMut(usize, i32));

impl TermSink for TermVisitor<'_> {
    fn add(&mut self, term: usize, count: i32) {
        (self.0)(term, count);
    }

    fn add_square_terms(
        &mut self,
        evaluator: &BoardEvaluator,
        square: Square,
        place: Square,
        sign: i32,
    ) {
        evaluator.add_square_terms(square, place, |term, count| (self.0)(term, sign * count));
    }
}

/// The term of so many groups of the side with that index.
fn groups_term(index: usize, groups: usize) -> usize {
    GROUPS + PAWNS * index + groups - 1
}

/// The pawns that could make one group of all, if they reached the right square in one move.
fn joiners(groups: &[Bitboard]) -> Bitboard {
    let mut found = Bitboard::EMPTY;
    for (index, &group) in groups.iter().enumerate() {
        // The pawn that moves comes from this group, and must stand beside all others.
        let others = groups.iter().enumerate().filter(|(other, _)| *other != index);
        let meeting = others.fold(Bitboard::ALL, |set, (_, group)| set & group.beside());
        if !meeting.is_empty() {
            let joins = |at: &Square| meeting.meets(joining_places(group, *at));
            found |= group.squares().filter(joins).collect::<Bitboard>();
        }
    }
    found
}

/// The sides with their indices and signs in the evaluation.
fn sides(position: &Congress) -> [(usize, Seat, i32); 2] {
    [(0, position.turn, 1), (1, !position.turn, -1)]
}

/// How much of the game is still ahead, by the number of groups.
fn phase(gathering: &BySeat<Gathering>) -> i32 {
    let groups = i32::from(gathering.first.count + gathering.second.count);
    Weight::PHASE_MAX * (groups - 2) / (2 * PAWNS as i32 - 2)
}

/// How many parts a set has, with those steps from square to square.
#[inline]
fn count_parts(mut set: Bitboard, next: impl Fn(Bitboard) -> Bitboard + Copy) -> usize {
    let mut count = 0;
    while !set.is_empty() {
        let first = Bitboard(set.0 & set.0.wrapping_neg());
        set &= !set.reached_from(first, next);
        count += 1;
    }
    count
}

/// Steps from a square to one beside the place.
#[inline]
fn steps(from: Square, place: Square) -> i16 {
    let away = from.file().abs_diff(place.file()) + from.rank().abs_diff(place.rank());
    i16::from(away.saturating_sub(1))
}

/// Rows and columns between the outermost pawns.
#[inline]
fn extent(pawns: Bitboard) -> i32 {
    let ranks = (63 - pawns.0.leading_zeros() as i32) / 8 - pawns.0.trailing_zeros() as i32 / 8;
    let mut files = pawns.0 | pawns.0 >> 32;
    files |= files >> 16;
    files = (files | files >> 8) & 0xff;
    ranks + (63 - files.leading_zeros() as i32) - files.trailing_zeros() as i32
}

/// The name of a term, for the file of weights.
pub(super) fn name(term: usize) -> String {
    const NAMES: [(usize, &str); 18] = [
        (AWAY, "away"),
        (STEP, "step"),
        (GROUPS, "groups"),
        (LARGEST, "largest"),
        (OUTSIDE, "outside"),
        (LINK, "link"),
        (CORNER, "corner"),
        (COLOUR, "colour"),
        (EDGE, "edge"),
        (EXTENT, "extent"),
        (MOVE, "move"),
        (STUCK, "stuck"),
        (GAP, "gap"),
        (WIDE_GAP, "wide gap"),
        (TOUCHING, "touching"),
        (BLOCKED, "blocked"),
        (ROOM, "room"),
        (TEMPO, "tempo"),
    ];
    engine::term_name(&NAMES, term)
}
