//! Connect Four for screens.

use std::borrow::Cow;

use rules::{
    Board, BoardLook, Cell, CellIndex, Game, Info, Marks, RuleSet, Seat, Setup, SetupError, Spot,
    Style, Surface, Text,
};

use super::introduction;
use super::notation::{cell_name, reading_order};
use super::position::{COLUMNS, Column, ConnectFour};

static INFO: Info = Info {
    id: "connect-four",
    title: Text::new("Connect Four", "Puissance 4"),
    goal: Text::new(
        "Drop discs, and be the first to have four in a line.",
        "Faites tomber vos jetons et alignez-en quatre avant l'autre.",
    ),
    first_turn: Text::new(
        "Choose a column. The middle one is part of the most lines.",
        "Choisissez une colonne. Celle du milieu fait partie du plus grand nombre de lignes.",
    ),
    seats: [Text::new("Red", "Rouge"), Text::new("Yellow", "Jaune")],
    grounds: &[Style {
        label: Text::new("cell", "case"),
        glyph: '□',
        letter: '.',
        rgb: 0x001f_4ea8,
    }],
    pieces: &[
        Style {
            label: Text::new("red disc", "jeton rouge"),
            glyph: '●',
            letter: 'X',
            rgb: 0x00d6_2f2f,
        },
        Style {
            label: Text::new("yellow disc", "jeton jaune"),
            glyph: '○',
            letter: 'O',
            rgb: 0x00f2_c22e,
        },
    ],
    look: BoardLook { surface: Surface::Rack, falling: true, lower: None },
    files: &["1", "2", "3", "4", "5", "6", "7"],
    ranks: &["", "", "", "", "", ""],
    move_width: 1,
    rule_sets: &[RuleSet {
        id: "classic",
        title: Text::new("Classic", "Classique"),
        about: Text::new("Four in line on seven columns.", "Quatre alignés sur sept colonnes."),
    }],
    tiles: &[],
    swap: false,
    rules: rules_pages!("rules.en.md", "rules.fr.md"),
    introduction: introduction::STEPS,
};

impl Game for ConnectFour {
    const INFO: &'static Info = &INFO;

    fn start(setup: &Setup) -> Result<Self, SetupError> {
        Self::rule_set(setup)?;
        Self::only_board(setup)?;
        Ok(Self::EMPTY)
    }

    fn board(&self) -> Board {
        let cells = reading_order()
            .map(|(column, row)| Cell {
                spot: Some(Spot(column as u8)),
                ground: Some(0),
                piece: self.disc(column, row).map(Seat::index),
                label: Cow::Borrowed(cell_name(column, row)),
            })
            .collect();
        Board { columns: COLUMNS as u8, cells, tallies: Vec::new() }
    }

    fn steps(&self, column: Column) -> Vec<Spot> {
        vec![Spot(column.index())]
    }

    fn move_of(&self, steps: &[Spot]) -> Option<Column> {
        match *steps {
            [Spot(column)] => (usize::from(column) < COLUMNS).then(|| Column::new(column)),
            _ => None,
        }
    }

    fn marks(&self) -> Marks {
        let aligned = self.aligned(Seat::First) | self.aligned(Seat::Second);
        let winning = (0..)
            .map(CellIndex)
            .zip(reading_order())
            .filter(|&(_, (column, row))| aligned & Self::cell(column, row) != 0)
            .map(|(index, _)| index)
            .collect();
        Marks { winning, forbidden: Vec::new() }
    }

    fn why_illegal(&self, _: Column) -> Text {
        Text::new("column full, try again", "colonne pleine, recommencez")
    }
}
