//! Othello for screens.

use std::borrow::Cow;

use rules::{
    Board, BoardLook, BySeat, Cell, Format, Game, Info, Marks, Position, RuleSet, Seat, Setup,
    SetupError, Spot, Square, Style, Tally, Text,
};

use super::formats::FORMATS;
use super::introduction;
use super::position::{Move, Othello};
use crate::board_8x8::square_of;

static INFO: Info = Info {
    id: "othello",
    title: Text::new("Othello", "Othello"),
    goal: Text::new(
        "Catch discs between your own to turn them over. Most discs win.",
        "Retournez les pions adverses en les encadrant. Le plus de pions gagne.",
    ),
    first_turn: Text::new(
        "Choose a square with a dot. Corners are worth more than many discs early on.",
        "Choisissez une case marquée d'un point. Les coins valent mieux que beaucoup de pions au début.",
    ),
    seats: [Text::new("Black", "Noir"), Text::new("White", "Blanc")],
    grounds: &[Style {
        label: Text::new("square", "case"),
        glyph: '□',
        letter: '.',
        rgb: 0x001f_7a4d,
    }],
    pieces: &[
        Style {
            label: Text::new("black disc", "pion noir"),
            glyph: '●',
            letter: 'X',
            rgb: 0x001b_1b1b,
        },
        Style {
            label: Text::new("white disc", "pion blanc"),
            glyph: '○',
            letter: 'O',
            rgb: 0x00f4_f1e8,
        },
    ],
    look: BoardLook::CLOTH,
    files: Info::FILES,
    ranks: &["1", "2", "3", "4", "5", "6", "7", "8"],
    move_width: 2,
    rule_sets: &[RuleSet {
        id: "classic",
        title: Text::new("Classic", "Classique"),
        about: Text::new(
            "Black starts, and who can turn nothing over passes.",
            "Noir commence, et qui ne peut rien retourner passe.",
        ),
    }],
    tiles: &[],
    swap: false,
    rules: rules_pages!("rules.en.md", "rules.fr.md"),
    introduction: introduction::STEPS,
};

impl Game for Othello {
    const INFO: &'static Info = &INFO;
    const FORMATS: &'static [Format] = FORMATS;

    fn start(setup: &Setup) -> Result<Self, SetupError> {
        Self::rule_set(setup)?;
        Self::only_board(setup)?;
        Ok(Self::START)
    }

    fn board(&self) -> Board {
        let cells = Square::all()
            .map(|square| Cell {
                spot: Some(Spot(square.index())),
                ground: Some(0),
                piece: self.disc(square).map(Seat::index),
                label: Cow::Borrowed(square.name()),
            })
            .collect();
        let discs = Tally {
            label: Text::new("discs", "pions"),
            count: BySeat::from_fn(|seat| self.discs(seat).len() as u8),
        };
        Board { columns: 8, cells, tallies: vec![discs] }
    }

    fn steps(&self, m: Move) -> Vec<Spot> {
        match m {
            Move::Disc(square) => vec![Spot(square.index())],
            Move::Pass => Vec::new(),
        }
    }

    fn move_of(&self, steps: &[Spot]) -> Option<Move> {
        match *steps {
            [spot] => square_of(spot).map(Move::Disc),
            _ => None,
        }
    }

    fn marks(&self) -> Marks {
        Marks::default()
    }

    fn why_illegal(&self, m: Move) -> Text {
        match m {
            Move::Pass => Text::new(
                "you have a move, so you may not pass",
                "vous avez un coup à jouer : on ne passe que si l'on n'en a aucun",
            ),
            Move::Disc(_) if self.is_legal(Move::Pass) => Text::new(
                "you have no move and must pass, with --",
                "vous n'avez aucun coup : il faut passer, avec --",
            ),
            Move::Disc(square) if self.disc(square).is_some() => Text::composed(
                format!("{square} is taken"),
                format!("la case {square} est occupée"),
            ),
            Move::Disc(square) => Text::composed(
                format!("a disc on {square} turns nothing over"),
                format!("un pion en {square} ne retourne rien"),
            ),
        }
    }
}
