//! The classic computer players of Connect Four: `basic`, which looks at its own move only, and
//! minimax. Both count discs in the centre column and windows, the 69 ways to put four cells in line.

use engine::{ClassicEvaluator, Opponent, Term, Terms};
use rules::{Position, Seat, Text};

use super::position::{BOARD, Column, ConnectFour, DIRECTIONS};
use crate::classic::{minimax, minimax_player, random};

/// The classic players, weakest first.
pub(crate) static CLASSICS: &[Opponent] = &[
    random::<ConnectFour>(),
    Opponent::new("basic", Text::new("Basic", "Basique"), minimax_player::<BasicEvaluator, 1>),
    minimax::<MinimaxEvaluator, 1>(),
    minimax::<MinimaxEvaluator, 2>(),
    minimax::<MinimaxEvaluator, 3>(),
    minimax::<MinimaxEvaluator, 4>(),
    minimax::<MinimaxEvaluator, 5>(),
    minimax::<MinimaxEvaluator, 6>(),
    minimax::<MinimaxEvaluator, 7>(),
    minimax::<MinimaxEvaluator, 8>(),
];

/// What a classic player counts, with the points that each thing is worth to it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct ClassicWeights {
    /// An own disc in the centre column.
    centre: i32,
    /// A window of own discs.
    four: i32,
    /// A window of three own discs and an empty cell.
    three: i32,
    /// A window of two own discs and two empty cells.
    two: i32,
    /// A window of three enemy discs and an empty cell.
    enemy_three: i32,
}

/// What [`ClassicWeights`] count, in the same order.
static LABELS: [Text; 5] = [
    Text::new("discs in the centre", "jetons au centre"),
    Text::new("fours", "4 alignés"),
    Text::new("threes with a gap", "3 alignés et 1 vide"),
    Text::new("twos with two gaps", "2 alignés et 2 vides"),
    Text::new("enemy threes with a gap", "3 adverses et 1 vide"),
];

const CENTRE: u64 = Column::new(3).cells();

impl ClassicWeights {
    /// The weights of `basic`.
    const BASIC: Self = Self { centre: 6, four: 100, three: 10, two: 10, enemy_three: -80 };
    /// The weights of `minimax`, which knows that four end the game.
    const MINIMAX: Self = Self { centre: 3, four: 0, three: 5, two: 2, enemy_three: -4 };

    /// What a position is worth to `seat`, term by term: the sum is its score.
    fn terms(&self, position: &ConnectFour, seat: Seat) -> [Term; 5] {
        let (own, enemy) = (position.discs(seat), position.discs(!seat));
        let [two, three, four] = windows(own, enemy);
        let [_, enemy_three, _] = windows(enemy, own);
        let centre = (own & CENTRE).count_ones() as i32;
        let counts = [centre, four, three, two, enemy_three];
        let weights = [self.centre, self.four, self.three, self.two, self.enemy_three];
        std::array::from_fn(|term| Term {
            label: &LABELS[term],
            count: counts[term],
            weight: weights[term],
        })
    }
}

/// How many windows have exactly two, three and four of `discs` and else only empty cells.
fn windows(discs: u64, others: u64) -> [i32; 3] {
    let room = BOARD & !others;
    let mut counts = [0; 3];
    for (step, _) in DIRECTIONS {
        // A window is known by its lowest bit and made of two pairs of cells, each with one disc,
        // with two or with none.
        let open = room & room >> step & room >> (2 * step) & room >> (3 * step);
        let (one, two) = (discs ^ discs >> step, discs & discs >> step);
        let (next_one, next_two) = (one >> (2 * step), two >> (2 * step));
        let twos = one & next_one | two & !(next_one | next_two) | next_two & !(one | two);
        let threes = one & next_two | two & next_one;
        let fours = two & next_two;
        for (count, found) in counts.iter_mut().zip([twos, threes, fours]) {
            *count += (open & found).count_ones() as i32;
        }
    }
    counts
}

/// Evaluator of the `basic` player, which scores finished games like any other position.
struct BasicEvaluator;

impl ClassicEvaluator for BasicEvaluator {
    type Game = ConnectFour;

    fn new(_: &ConnectFour) -> Self {
        Self
    }

    fn terms(&self, position: &ConnectFour, seat: Seat) -> Terms {
        ClassicWeights::BASIC.terms(position, seat).into_iter().collect()
    }
}

/// Evaluator of the minimax players, which scores a finished game by its result.
pub(crate) struct MinimaxEvaluator;

impl ClassicEvaluator for MinimaxEvaluator {
    type Game = ConnectFour;

    fn new(_: &ConnectFour) -> Self {
        Self
    }

    fn terms(&self, position: &ConnectFour, seat: Seat) -> Terms {
        if let Some(outcome) = position.outcome() {
            return Term::result(&outcome, seat);
        }
        let terms = ClassicWeights::MINIMAX.terms(position, seat);
        terms.into_iter().filter(|term| term.weight != 0).collect()
    }
}

#[cfg(test)]
mod tests {
    use engine::CLASSIC_WIN;

    use super::*;

    /// The points for both seats of the position in that text, by both weights.
    fn points(text: &str) -> [[[i32; 5]; 2]; 2] {
        let position = text.parse().unwrap();
        [ClassicWeights::BASIC, ClassicWeights::MINIMAX]
            .map(|weights| Seat::ALL.map(|seat| weights.terms(&position, seat).map(|t| t.points())))
    }

    #[test]
    fn an_open_window_is_every_four_cells_in_line() {
        let windows = DIRECTIONS.map(|(step, _)| {
            (BOARD & BOARD >> step & BOARD >> (2 * step) & BOARD >> (3 * step)).count_ones()
        });
        // Upright 7 columns of 3, along the rows 6 of 4, on each kind of diagonal 4 by 3.
        assert_eq!(windows, [21, 24, 12, 12]);
    }

    /// x: d1 in the centre; d1 and e1 are two in the windows b-e, c-f and d-g of the first row.
    /// o: d2 in the centre, nothing else.
    #[test]
    fn twos_are_counted() {
        let [basic, minimax] = points("7/7/7/7/3o3/3xx2 o");
        assert_eq!(basic, [[6, 0, 0, 3 * 10, 0], [6, 0, 0, 0, 0]]);
        assert_eq!(minimax, [[3, 0, 0, 3 * 2, 0], [3, 0, 0, 0, 0]]);
    }

    /// x: d1 in the centre; in the first row b-e and c-f are threes, a-d and d-g twos.
    /// o: d2 and d3 in the centre, a two in d2-d5 only (x is in d1-d4, and d3-d6 has one); the
    /// two threes of x count against it.
    #[test]
    fn threes_are_counted_for_and_against() {
        let [basic, minimax] = points("7/7/7/3o3/3o3/2xxx2 o");
        assert_eq!(basic, [[6, 0, 2 * 10, 2 * 10, 0], [2 * 6, 0, 0, 10, 2 * -80]]);
        assert_eq!(minimax, [[3, 0, 2 * 5, 2 * 2, 0], [2 * 3, 0, 0, 2, 2 * -4]]);
    }

    /// x: d1; first row: c-f a four, b-e and d-g threes, a-d a two. Second row, of o: b-e and c-f
    /// threes, a-d and d-g twos.
    #[test]
    fn a_won_position_is_counted_by_basic_and_won_for_minimax() {
        let text = "7/7/7/7/2ooo2/2xxxx1 o";
        let [basic, _] = points(text);
        assert_eq!(basic, [[6, 100, 20, 10, -160], [6, 0, 20, 20, -160]]);
        let position = text.parse().unwrap();
        // 6 + 100 + 20 + 10 - 160 = -24 and 6 + 20 + 20 - 160 = -114.
        assert_eq!(Seat::ALL.map(|seat| BasicEvaluator.score(&position, seat)), [-24, -114]);
        assert_eq!(
            Seat::ALL.map(|seat| MinimaxEvaluator.score(&position, seat)),
            [CLASSIC_WIN, -CLASSIC_WIN]
        );
    }

    #[test]
    fn a_full_board_is_worth_nothing_to_minimax() {
        let position = "ooxooxx/xxoxxoo/ooxooxx/xxoxxoo/ooxooxx/xxoxxoo x".parse().unwrap();
        assert_eq!(Seat::ALL.map(|seat| MinimaxEvaluator.score(&position, seat)), [0, 0]);
    }

    #[test]
    fn terms_add_up_to_the_score() {
        let position = "7/7/7/3o3/3o3/2xxx2 o".parse().unwrap();
        let terms = ClassicWeights::BASIC.terms(&position, Seat::Second);
        assert_eq!(
            terms.map(|term| format!("{} {}", term.label, term.points())),
            [
                "discs in the centre 12",
                "fours 0",
                "threes with a gap 0",
                "twos with two gaps 10",
                "enemy threes with a gap -160",
            ]
        );
        // 12 + 10 - 160
        assert_eq!(BasicEvaluator.score(&position, Seat::Second), -138);
    }
}
