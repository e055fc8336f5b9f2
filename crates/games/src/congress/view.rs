//! Congress for screens.

use rules::{
    Bitboard, Board, BoardLook, BySeat, Game, Info, Marks, RuleSet, Seat, Setup, SetupError, Spot,
    Square, Tally, Text, TileCheck,
};

use super::introduction;
use super::position::{Congress, groups, start_pawns};
use crate::board_8x8;
use crate::terrain::{self, BLUE_PAWN, GROUNDS, RED_PAWN, SETS, Step};

static INFO: Info = Info {
    id: "congress",
    title: Text::new("Congress", "Congress"),
    goal: Text::new(
        "Bring your eight pawns together in one group. Nothing is captured.",
        "Réunissez vos huit pions en un seul groupe. Rien ne se prend.",
    ),
    first_turn: Text::new(
        "Choose one of your pawns: the colour under it says how it moves. Let them meet near the middle.",
        "Choisissez un de vos pions : la couleur sous lui dit comment il se déplace. Faites-les se rejoindre vers le centre.",
    ),
    seats: [Text::new("Red", "Rouge"), Text::new("Blue", "Bleu")],
    grounds: &GROUNDS,
    pieces: &[RED_PAWN, BLUE_PAWN],
    look: BoardLook::TILES,
    files: Info::FILES,
    ranks: board_8x8::RANKS,
    move_width: 4,
    rule_sets: &[RuleSet {
        id: "classic",
        title: Text::new("Classic", "Classique"),
        about: Text::new("Connect all eight pawns.", "Reliez vos huit pions."),
    }],
    tiles: SETS,
    swap: true,
    rules: rules_pages!("rules.en.md", "rules.fr.md"),
    introduction: introduction::STEPS,
};

impl Game for Congress {
    const INFO: &'static Info = &INFO;

    fn start(setup: &Setup) -> Result<Self, SetupError> {
        Self::rule_set(setup)?;
        Ok(Self::new(terrain::start(setup)?))
    }

    fn preview(setup: &Setup) -> Result<Board, SetupError> {
        Self::rule_set(setup)?;
        Ok(picture(&start_pawns(), terrain::preview(setup)?))
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

    fn steps(&self, Step { from, to }: Step) -> Vec<Spot> {
        vec![Spot(from.index()), Spot(to.index())]
    }

    fn move_of(&self, steps: &[Spot]) -> Option<Step> {
        terrain::step_of(steps)
    }

    fn marks(&self) -> Marks {
        let connected = Seat::ALL.into_iter().filter(|seat| self.is_connected(*seat));
        let winning = connected.flat_map(|seat| self.pawns[seat]).map(board_8x8::cell_of).collect();
        Marks { winning, forbidden: Vec::new() }
    }

    fn why_illegal(&self, Step { from, to }: Step) -> Text {
        let pawns = self.pawns.first | self.pawns.second;
        if !self.pawns[self.turn].has(from) {
            Text::composed(
                format!("none of your pawns stands on {from}"),
                format!("aucun de vos pions n'est en {from}"),
            )
        } else if pawns.has(to) {
            Text::composed(
                format!("a pawn stands on {to} already, and nothing is captured here"),
                format!("il y a déjà un pion en {to}, et on ne prend pas dans ce jeu"),
            )
        } else {
            self.terrain.why_out_of_reach(Step { from, to }, pawns)
        }
    }
}

fn picture(pawns: &BySeat<Bitboard>, ground: impl Fn(Square) -> Option<u8>) -> Board {
    let groups = Tally { label: Text::new("groups", "groupes"), count: pawns.map(groups) };
    let cells = board_8x8::cells(pawns, ground);
    Board { columns: board_8x8::COLUMNS, cells, tallies: vec![groups] }
}
