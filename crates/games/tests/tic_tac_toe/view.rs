//! Tic-tac-toe for screens.

use std::borrow::Cow;

use rules::{
    Board, BoardLook, Cell, CellIndex, Game, Info, Marks, RuleSet, Seat, Setup, SetupError, Spot,
    Style, Text,
};

use super::introduction;
use super::notation::reading_order;
use super::position::{Place, TicTacToe};

static INFO: Info = Info {
    id: "tic-tac-toe",
    title: Text::new("Tic-tac-toe", "Morpion"),
    goal: Text::new("Put three of your signs in line.", "Alignez trois de vos signes."),
    first_turn: Text::new(
        "Choose a square. The middle is part of the most lines.",
        "Choisissez une case. Celle du milieu fait partie du plus de lignes.",
    ),
    seats: [Text::new("Crosses", "Croix"), Text::new("Noughts", "Ronds")],
    grounds: &[Style {
        label: Text::new("square", "case"),
        glyph: '□',
        letter: '.',
        rgb: 0xf4_f1_ea,
    }],
    pieces: &[
        Style { label: Text::new("cross", "croix"), glyph: '✕', letter: 'X', rgb: 0xd6_2f_2f },
        Style { label: Text::new("nought", "rond"), glyph: '○', letter: 'O', rgb: 0x1f_4e_a8 },
    ],
    look: BoardLook::CLOTH,
    files: &["a", "b", "c"],
    ranks: &["3", "2", "1"],
    move_width: 2,
    rule_sets: &[RuleSet {
        id: "classic",
        title: Text::new("Classic", "Classique"),
        about: Text::new("Three in line on nine squares.", "Trois alignés sur neuf cases."),
    }],
    tiles: &[],
    swap: false,
    rules: Text::new(include_str!("rules.en.md"), include_str!("rules.fr.md")),
    introduction: introduction::STEPS,
};

impl Game for TicTacToe {
    const INFO: &'static Info = &INFO;

    fn start(setup: &Setup) -> Result<Self, SetupError> {
        Self::rule_set(setup)?;
        Self::only_board(setup)?;
        Ok(Self::default())
    }

    fn board(&self) -> Board {
        let cells = reading_order()
            .map(|place| Cell {
                spot: Some(Spot(place.0)),
                ground: Some(0),
                piece: self.sign(place).map(Seat::index),
                label: Cow::Borrowed(place.name()),
            })
            .collect();
        Board { columns: 3, cells, tallies: Vec::new() }
    }

    fn steps(&self, place: Place) -> Vec<Spot> {
        vec![Spot(place.0)]
    }

    fn move_of(&self, steps: &[Spot]) -> Option<Place> {
        match *steps {
            [Spot(place)] => (place < 9).then_some(Place(place)),
            _ => None,
        }
    }

    fn marks(&self) -> Marks {
        let aligned = self.aligned(Seat::First) | self.aligned(Seat::Second);
        let winning = (0..)
            .map(CellIndex)
            .zip(reading_order())
            .filter(|(_, place)| aligned & place.bit() != 0)
            .map(|(index, _)| index)
            .collect();
        Marks { winning, forbidden: Vec::new() }
    }

    fn why_illegal(&self, _: Place) -> Text {
        Text::new("that square is taken", "cette case est prise")
    }
}
