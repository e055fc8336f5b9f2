//! Isolation for screens.

use rules::{
    Bitboard, Board, BoardLook, BySeat, Game, Info, Marks, RuleSet, Setup, SetupError, Spot,
    Square, Text, TileCheck,
};

use super::introduction;
use super::position::{Isolation, Place, Rules};
use crate::board_8x8;
use crate::terrain::{self, BLUE_PAWN, GROUNDS, RED_PAWN, SETS, pawn_tally};

static INFO: Info = Info {
    id: "isolation",
    title: Text::new("Isolation", "Isolation"),
    goal: Text::new(
        "Place pawns where none attacks. Who has no square left loses.",
        "Posez vos pions hors d'atteinte des autres. Qui n'a plus de case perd.",
    ),
    first_turn: Text::new(
        "Choose any square for your first pawn. The squares that it attacks are then crossed out, for both of you.",
        "Choisissez une case pour votre premier pion. Celles qu'il attaque sont ensuite barrées, pour vous deux.",
    ),
    seats: [Text::new("Red", "Rouge"), Text::new("Blue", "Bleu")],
    grounds: &GROUNDS,
    pieces: &[RED_PAWN, BLUE_PAWN],
    look: BoardLook::TILES,
    files: Info::FILES,
    ranks: board_8x8::RANKS,
    move_width: 2,
    rule_sets: &[
        RuleSet {
            id: "classic",
            title: Text::new("Classic", "Classique"),
            about: Text::new(
                "The new pawn must not be attacked.",
                "Le nouveau pion ne doit pas être attaqué.",
            ),
        },
        RuleSet {
            id: "mutual",
            title: Text::new("Mutual", "Mutuelle"),
            about: Text::new(
                "The new pawn must not be attacked and must attack no pawn.",
                "Le nouveau pion ne doit ni être attaqué, ni attaquer un pion.",
            ),
        },
    ],
    tiles: SETS,
    swap: true,
    rules: rules_pages!("rules.en.md", "rules.fr.md"),
    introduction: introduction::STEPS,
};

impl Game for Isolation {
    const INFO: &'static Info = &INFO;

    fn start(setup: &Setup) -> Result<Self, SetupError> {
        let rules = Rules::named(Self::rule_set(setup)?.id);
        Ok(Self::new(terrain::start(setup)?, rules))
    }

    fn preview(setup: &Setup) -> Result<Board, SetupError> {
        Self::rule_set(setup)?;
        Ok(picture(&BySeat::default(), terrain::preview(setup)?))
    }

    fn half_turn(setup: &Setup) -> Result<Option<Setup>, SetupError> {
        terrain::half_turn(setup).map(Some)
    }

    fn check_tile(rows: &str) -> TileCheck {
        terrain::check_tile(rows)
    }

    fn board(&self) -> Board {
        picture(&self.pawns, |square| Some(self.terrain.colour(square).index()))
    }

    fn steps(&self, Place(square): Place) -> Vec<Spot> {
        vec![Spot(square.index())]
    }

    fn move_of(&self, steps: &[Spot]) -> Option<Place> {
        match *steps {
            [spot] => board_8x8::square_of(spot).map(Place),
            _ => None,
        }
    }

    fn marks(&self) -> Marks {
        let forbidden = self.forbidden.squares().map(board_8x8::cell_of).collect();
        Marks { winning: Vec::new(), forbidden }
    }

    fn why_illegal(&self, Place(square): Place) -> Text {
        if self.occupied().has(square) {
            Text::composed(
                format!("a pawn stands on {square} already"),
                format!("il y a déjà un pion en {square}"),
            )
        } else if let Some(pawn) = self.attacker(square) {
            Text::composed(
                format!("{square} is attacked by the pawn on {pawn}"),
                format!("{square} est attaquée par le pion en {pawn}"),
            )
        } else {
            Text::composed(
                format!("from {square} the new pawn would attack a pawn"),
                format!("depuis {square}, le nouveau pion attaquerait un pion"),
            )
        }
    }
}

impl Isolation {
    /// A pawn that attacks `square`.
    fn attacker(&self, square: Square) -> Option<Square> {
        let pawns = self.occupied();
        pawns.squares().find(|&pawn| self.terrain.reach(pawn, pawns).has(square))
    }
}

fn picture(pawns: &BySeat<Bitboard>, ground: impl Fn(Square) -> Option<u8>) -> Board {
    let cells = board_8x8::cells(pawns, ground);
    Board { columns: board_8x8::COLUMNS, cells, tallies: vec![pawn_tally(pawns)] }
}
