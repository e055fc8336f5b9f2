//! Reasons and themes on a blue board, on which pawns go one square in any direction.

use engine::{EvaluatedLine, MistakeContext, Proof, Theme, Value};
use rules::{Bitboard, BySeat, Position, Seat, Square};

use super::{explain, themes};
use crate::katarenga::position::{Katarenga, Move};

/// A mistake of First: its pawns, those of the other, the line played and the better one. Each has two more pawns, which
/// have no part in it, so that the game goes on.
struct Case {
    pawns: [&'static str; 2],
    played: &'static str,
    better: &'static str,
}

const BLUE: &str = "xxxxxxxx/8/8/8/8/8/8/oooooooo x \
    BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB/BBBBBBBB";

/// Squares and moves as `seat` has them: Second goes the other way.
fn seen_by(seat: Seat, text: &str) -> String {
    let mirrored = |letter: char| match letter.to_digit(10) {
        Some(rank @ 1..=8) => char::from_digit(9 - rank, 10).expect("a rank"),
        _ => letter,
    };
    if seat == Seat::First { text.to_owned() } else { text.chars().map(mirrored).collect() }
}

fn line(before: &Katarenga, moves: &str) -> EvaluatedLine<Katarenga> {
    let mut line = EvaluatedLine {
        moves: Vec::new(),
        positions: Vec::new(),
        value: Value::ZERO,
        proof: Proof::None,
        outcome: None,
    };
    let mut position = *before;
    for notation in moves.split_whitespace() {
        let m: Move = notation.parse().expect("a move");
        assert!(position.is_legal(m), "{notation} in {position}");
        position = position.play(m);
        line.moves.push(m);
        line.positions.push(position);
    }
    line
}

impl Case {
    fn context(&self, seat: Seat) -> MistakeContext<Katarenga> {
        let squares = |text: &str| {
            let text = seen_by(seat, text);
            let squares = text.split_whitespace().map(str::parse::<Square>);
            squares
                .fold(Bitboard::EMPTY, |all, square| all | Bitboard::of(square.expect("a square")))
        };
        let [own, other] = [[self.pawns[0], "a8 b8"], [self.pawns[1], "g1 h1"]]
            .map(|pawns| squares(&pawns.join(" ")));
        let pawns = match seat {
            Seat::First => BySeat { first: own, second: other },
            Seat::Second => BySeat { first: other, second: own },
        };
        let start: Katarenga = BLUE.parse().expect("a position");
        let before = Katarenga { pawns, turn: seat, ..start };
        let [played, better] =
            [self.played, self.better].map(|moves| line(&before, &seen_by(seat, moves)));
        MistakeContext { before, played, better }
    }

    /// The reasons, for a mistake of either seat.
    fn expect(&self, reasons: &[&str]) {
        for seat in Seat::ALL {
            let expected: Vec<_> = reasons.iter().map(|reason| seen_by(seat, reason)).collect();
            let found = explain(&self.context(seat));
            let found: Vec<_> =
                found.iter().map(|it| format!("{}: {}", it.id, it.text.en)).collect();
            assert_eq!(found, expected, "{seat}: {} / {}", self.played, self.better);
        }
    }
}

const MISSED_D7: &str = "missed-pawn: Misses the pawn on d7: c6d7 takes it.";

#[test]
fn a_pawn_that_arrives_where_nothing_can_take_it_is_the_reason() {
    let pawns = ["c6 h5", "d7 a1"];
    let better = "c6d7 a1a2";
    Case { pawns, played: "h5h4 d7d8 h4h3 d8>l", better }.expect(&[
        "allowed-home-row: Lets a pawn reach d8 (d7d8): nothing can take it there, and it enters a camp.",
        MISSED_D7,
    ]);
    let pawns = ["c5 h5", "d6 a1"];
    Case { pawns, played: "h5h4 d6d7 h4h3 d7d8 h3h2 d8>l", better: "c5d6 a1a2" }.expect(&[
        "allowed-home-row: Lets a pawn reach d8 after h5h4 d6d7 h4h3 d7d8: \
         nothing can take it there, and it enters a camp.",
        "missed-pawn: Misses the pawn on d6: c5d6 takes it.",
    ]);
}

#[test]
fn a_pawn_that_arrives_after_the_better_move_too_is_no_reason() {
    let pawns = ["c6 h5", "d7 a1"];
    let played = "h5h4 d7d8 h4h3 d8>l";
    Case { pawns, played, better: "h5g5 d7d8" }.expect(&[]);
    // The same number of camps: both sides fill one.
    let pawns = ["c6 h5 b1", "d7 a1"];
    let played = "h5h4 d7d8 b1>r d8>l";
    Case { pawns, played, better: "c6d7 a1a2" }.expect(&[MISSED_D7]);
}

#[test]
fn a_pawn_that_could_be_taken_before_it_enters_a_camp_is_the_reason() {
    let missed = "missed-pawn: Misses the pawn on d8: c7d8 takes it.";
    let allowed = "allowed-camp: Lets the pawn on d8 into a camp: c7d8 takes it.";
    let pawns = ["c7 h5", "d8 a2"];
    Case { pawns, played: "h5h4 d8>l", better: "c7d8 a2a3" }.expect(&[allowed, missed]);
    let pawns = ["c7 h5", "d7 a2"];
    let missed = "missed-pawn: Misses the pawn on d7: c7d7 takes it.";
    let allowed = "allowed-camp: Lets a pawn into a camp: h5h4 d7d8 h4h3 d8>l.";
    Case { pawns, played: "h5h4 d7d8 h4h3 d8>l", better: "c7d7 a2a3" }.expect(&[allowed, missed]);
    // It arrives, or enters, after the better move, too.
    Case { pawns, played: "h5h4 d7d8 h4h3 d8>l", better: "c7b6 d7d8" }.expect(&[]);
    let pawns = ["a1 h5", "d8 a3"];
    let missed = "missed-camp: Misses a camp: a1>l.";
    Case { pawns, played: "h5h4 d8>l", better: "a1>l d8>l" }.expect(&[missed]);
}

#[test]
fn a_camp_that_is_missed_is_the_reason() {
    let pawns = ["d2 h3", "h6 a7"];
    let better = "d2d1 h6h7 d1>r";
    Case { pawns, played: "h3h4 h6h7", better }.expect(&[
        "missed-home-row: With d2d1 a pawn reaches d1: nothing can take it there, and it enters a camp.",
    ]);
    // The pawn arrives in both lines, or enters a camp in both.
    let missed = "missed-camp: Misses a camp: d2d1 h6h7 d1>r.";
    Case { pawns, played: "d2c1 h6h7", better }.expect(&[missed]);
    Case { pawns, played: "d2c1 h6h7 c1>l", better }.expect(&[]);
    // It could be taken on its way.
    let pawns = ["d2 h3", "h6 c2"];
    Case { pawns, played: "h3h4 h6h7", better }.expect(&[missed]);
}

#[test]
fn a_pawn_that_is_lost_is_the_reason() {
    let pawns = ["c4 h5", "h6 a2"];
    Case { pawns, played: "c4c5 h6h5 c5c6", better: "h5g4 a2a3" }
        .expect(&["lost-pawn: Leaves the pawn on h5 to be taken by h6h5."]);
    let pawns = ["c4 h4 f4", "h6 g6 a2"];
    let better = "h4h3 a2a3";
    Case { pawns, played: "h4h5 h6h5 c4c5", better }
        .expect(&["lost-pawn: Loses the pawn on h5: h6h5 takes it."]);
    Case { pawns, played: "c4c5 a2a3 h4h5 h6h5 c5c6", better }
        .expect(&["lost-pawn: Loses a pawn: c4c5 a2a3 h4h5 h6h5."]);
    // An exchange, at the end of which a pawn is missing, and one in which none is.
    let pawns = ["c4 h4 g4", "h6 g6 a2"];
    Case { pawns, played: "h4h5 h6h5 g4h5 g6h5 c4c5", better }
        .expect(&["lost-pawn: Loses a pawn in the exchange on h5: h6h5 g4h5 g6h5."]);
    Case { pawns, played: "h4h5 h6h5 g4h5 a2a3", better }.expect(&[]);
    // The better line loses one, too.
    Case { pawns, played: "h4h5 h6h5 c4c5", better: "g4g5 g6g5 c4c5" }.expect(&[]);
}

#[test]
fn a_pawn_that_is_missed_is_the_reason() {
    let pawns = ["c4 h4", "h6 a2"];
    let better = "c4c5 h6h5 h4h5 a2a3";
    Case { pawns, played: "h4h3 a2a3", better }
        .expect(&["missed-pawn: Misses a pawn: c4c5 h6h5 h4h5."]);
    // Taken in both lines, or at once after another move.
    Case { pawns, played: "h4g4 h6h5 g4h5 a2a3", better }.expect(&[]);
    // What is seen beyond so many plies is none.
    let better = "c4c5 a2a3 c5c6 a3a4 c6c7 h6h5 h4h5 a4a5";
    Case { pawns, played: "h4h3 a2a3", better }.expect(&[]);
}

#[test]
fn themes_are_what_the_solution_turns_on() {
    let found = |pawns, better| {
        let played = "h4h3";
        Seat::ALL.map(|seat| themes(&Case { pawns, played, better }.context(seat)))
    };
    let pawns = ["c4 h4 d2", "h6 c5 a2"];
    assert_eq!(found(pawns, "c4c5"), [[Theme::Capture]; 2].map(Vec::from));
    assert_eq!(found(pawns, "c4c5 h6h5 h4h5"), [[Theme::Capture]; 2].map(Vec::from));
    let way = [Theme::Breakthrough, Theme::CampRace];
    assert_eq!(found(pawns, "d2d1 h6h7 d1>r"), [way; 2].map(Vec::from));
    assert_eq!(found(pawns, "h4g4 h6h7"), [[]; 2].map(Vec::from));
    // A pawn that is not won back on its square is given, any other is exchanged.
    let given = [Theme::Sacrifice];
    assert_eq!(found(pawns, "h4h5 h6h5"), [given; 2].map(Vec::from));
    assert_eq!(found(pawns, "h4h5 h6h5 c4c5"), [given; 2].map(Vec::from));
    let pawns = ["c4 h4 g4", "h6 a8"];
    assert_eq!(found(pawns, "h4h5 h6h5 g4h5"), [[]; 2].map(Vec::from));
    assert_eq!(found(pawns, "h4h5"), [[]; 2].map(Vec::from));
}
