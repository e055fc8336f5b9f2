//! The trait of games: what a game adds to [`Position`] so that screens can show it.

use crate::{
    Board, Format, Info, Marks, ParseError, Position, RuleSet, Setup, SetupError, Spot, Text,
    TileCheck,
};

/// A game that is in the catalogue. `docs/adding-a-game.md` leads through an implementation.
pub trait Game: Position {
    /// Static description of the game.
    const INFO: &'static Info;

    /// The file formats of other programs that contain this game.
    const FORMATS: &'static [Format] = &[];

    /// The position from which a game with these choices starts.
    fn start(setup: &Setup) -> Result<Self, SetupError>;

    /// The board as plain data for screens.
    fn board(&self) -> Board;

    /// The spots to point at, in turn, to make the move; none if it is a button. Within a position
    /// no move's steps begin with the steps of another.
    fn steps(&self, m: Self::Move) -> Vec<Spot>;

    /// The move, legal or not, that pointing at these spots in turn means: the inverse of
    /// [`steps`](Self::steps). `None` if no move is made so.
    fn move_of(&self, steps: &[Spot]) -> Option<Self::Move>;

    /// The cells to highlight.
    fn marks(&self) -> Marks;

    /// Why `m`, which is not legal here, is not.
    fn why_illegal(&self, m: Self::Move) -> Text {
        let _ = m;
        Text::new("that move is not possible here", "ce coup n'est pas possible ici")
    }

    /// The board of a set-up in progress, which may still lack parts that a start needs.
    fn preview(setup: &Setup) -> Result<Board, SetupError> {
        Self::start(setup).map(|start| start.board())
    }

    /// The same choices on the board turned half round; `None` in a game where every board is the same.
    fn half_turn(setup: &Setup) -> Result<Option<Setup>, SetupError> {
        let _ = setup;
        Ok(None)
    }

    /// Judges a tile that a player has drawn, or is drawing.
    fn check_tile(rows: &str) -> TileCheck {
        let none = Text::new("this game has no tiles", "ce jeu n'a pas de tuiles");
        TileCheck { rows: Err(ParseError::whole(rows, none)), warnings: Vec::new() }
    }

    /// The rule set that `setup` asks for.
    fn rule_set(setup: &Setup) -> Result<&'static RuleSet, SetupError> {
        Self::INFO.rule_set(setup.rules.as_deref()).ok_or_else(|| {
            let asked = setup.rules.as_deref().unwrap_or_default();
            let known: Vec<_> = Self::INFO.rule_sets.iter().map(|set| set.id).collect();
            let known = known.join(", ");
            SetupError {
                setting: "rules",
                error: ParseError::whole(
                    asked,
                    Text::composed(
                        format!("there is no rule set '{asked}' here, only: {known}"),
                        format!("pas de règles « {asked} » ici, seulement : {known}"),
                    ),
                ),
            }
        })
    }

    /// Makes sure that `setup` chooses no board, in a game where every board is the same.
    fn only_board(setup: &Setup) -> Result<(), SetupError> {
        match &setup.board {
            None => Ok(()),
            Some(board) => Err(SetupError {
                setting: "board",
                error: ParseError::whole(
                    board,
                    Text::new(
                        "this game is always played on the same board",
                        "ce jeu se joue toujours sur le même plateau",
                    ),
                ),
            }),
        }
    }
}
