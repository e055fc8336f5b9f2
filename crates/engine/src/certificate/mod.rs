//! Certificates: strategies as text that another program can check. `docs/certificates.md` has the format.
//!
//! A certificate claims a result of a position for a seat and has a strategy of that seat, the *prover*. A
//! depth-first [`walk`] from the position follows the prover's moves and all replies. The certificate is the list
//! of the prover's moves in the order in which the walk meets new positions, so that it is made and checked by the
//! same walk: once the moves come from an engine, once from the file.

mod claim;
mod error;
mod file;
mod walk;

use std::hash::Hash;
use std::io::{BufRead, Write};
use std::sync::atomic::AtomicBool;

use rules::{Game, Line, ParseError, Position, Seat};

use crate::{Entry, GameEngine, Limits, Resources, Searcher, Value};
pub use claim::{Goal, ResultClaim};
pub use error::CertificateError;
use file::{CertificateReader, CertificateWriter};
use walk::StrategyWalk;

/// Nodes that an engine may visit to solve a position, if it is not a solver.
const SOLUTION_MAX_NODES: u64 = 20_000_000;

/// An engine whose proved results can be written as certificates.
pub trait Provable: GameEngine {
    /// What two positions of a strategy must have in common to be the same, given the board, the rule set and that
    /// the prover is to move.
    type Identity: Eq + Hash;

    /// The identity of a position.
    fn identity(position: &Self::Game) -> Self::Identity;

    /// Solves a position in which the game goes on: its best move, with a value that must be proved. `None` if it was
    /// stopped, or if the result is out of reach.
    fn solve(
        searcher: &mut Self::Searcher,
        position: &Self::Game,
        stop: &AtomicBool,
    ) -> Option<(<Self::Game as Position>::Move, Value)> {
        let limits = Limits { nodes: Some(SOLUTION_MAX_NODES), ..Limits::default() };
        let report = searcher.search(&Line::new(*position), &limits, stop, &mut |_| {});
        let best = report.lines.first().filter(|line| line.proof.is_proved())?;
        Some((*best.moves.first()?, best.value))
    }
}

/// What a certificate says of a position, with the size of its strategy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProvedClaim {
    /// What is proved of the position.
    pub claim: ResultClaim,
    /// Length of the longest game that the strategy allows, in plies.
    pub plies: u16,
    /// Positions with the prover to move, and so moves in the certificate.
    pub moves: u64,
}

/// A strategy: the prover's moves in the order of the walk.
struct Strategy {
    proved: ProvedClaim,
    /// The moves with a space after each.
    moves: String,
}

/// A certificate that has been made.
pub struct Certificate {
    game: &'static str,
    position: String,
    strategies: Vec<Strategy>,
}

impl Certificate {
    /// What it claims.
    pub fn claims(&self) -> impl Iterator<Item = ProvedClaim> {
        self.strategies.iter().map(|strategy| strategy.proved)
    }

    /// Writes the file that others check.
    pub fn write(&self, output: &mut dyn Write) -> std::io::Result<()> {
        let mut writer = CertificateWriter::new(output);
        writer.header(self.game, &self.position)?;
        for strategy in &self.strategies {
            writer.strategy(&strategy.proved, &strategy.moves)?;
        }
        writer.finish()
    }
}

/// A certificate that has been checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckedCertificate {
    /// The game, by its name for programs.
    pub game: String,
    /// In which the claims hold, as the game writes it.
    pub position: String,
    /// What is true of it.
    pub claims: Vec<ProvedClaim>,
}

type ProveFn =
    fn(&str, Resources, &AtomicBool, &mut dyn FnMut(u64)) -> Result<Certificate, CertificateError>;
type CheckFn = fn(
    &mut CertificateReader<'_>,
    &str,
    &AtomicBool,
    &mut dyn FnMut(u64),
) -> Result<Vec<ProvedClaim>, CertificateError>;

/// Making and checking of certificates for a game.
#[derive(Clone, Copy)]
pub struct Prover {
    prove: ProveFn,
    check: CheckFn,
}

impl Prover {
    /// For the game of an engine.
    pub const fn of<E: Provable>() -> Self {
        Self { prove: prove::<E>, check: check::<E> }
    }

    /// Makes a certificate for the result of a position; `watch` is told how many moves the strategy has so far.
    pub fn prove(
        &self,
        position: &str,
        resources: Resources,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(u64),
    ) -> Result<Certificate, CertificateError> {
        (self.prove)(position, resources, stop, watch)
    }
}

/// Checks a certificate for a game of the catalogue that has a [`Prover`]. Memory grows with the number of positions.
pub fn check_certificate(
    catalogue: &[Entry],
    input: &mut dyn BufRead,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(u64),
) -> Result<CheckedCertificate, CertificateError> {
    let mut reader = CertificateReader::new(input);
    let (game, position) = reader.header()?;
    let entry = catalogue.iter().find(|entry| entry.game.info().id == game);
    let Some(prover) = entry.and_then(|entry| entry.prover) else {
        return Err(CertificateError::unknown_game(reader.line(), &game));
    };
    let claims = (prover.check)(&mut reader, &position, stop, watch)?;
    Ok(CheckedCertificate { game, position, claims })
}

fn parse<P: Position>(text: &str, line: Option<u64>) -> Result<P, CertificateError> {
    text.parse().map_err(|error: ParseError| CertificateError { line, text: error.text })
}

fn prove<E: Provable>(
    text: &str,
    resources: Resources,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(u64),
) -> Result<Certificate, CertificateError> {
    let position: E::Game = parse(text, None)?;
    if position.outcome().is_some() {
        return Err(CertificateError::game_over());
    }
    let mut searcher = E::searcher(resources);
    let Some((_, value)) = E::solve(&mut searcher, &position, stop) else {
        return Err(CertificateError::unsolved(&position, stop));
    };
    let mut strategies = Vec::new();
    for claim in claims::<E>(position.turn(), value) {
        let (mut moves, mut count) = (String::new(), 0);
        let mut walk = StrategyWalk::<E>::new(claim, stop);
        let plies = walk.run(&position, &mut |position| {
            let (m, _) = E::solve(&mut searcher, position, stop)
                .ok_or_else(|| CertificateError::unsolved(position, stop))?;
            moves.push_str(&m.to_string());
            moves.push(' ');
            count += 1;
            watch(count);
            Ok(m)
        });
        let plies = plies.map_err(|fault| fault.error(None, count, CertificateError::stopped()))?;
        strategies.push(Strategy { proved: ProvedClaim { claim, plies, moves: count }, moves });
    }
    Ok(Certificate { game: E::Game::INFO.id, position: position.to_string(), strategies })
}

/// What has to be proved of a position with `turn` to move and that value: a win by a strategy of the winner, and
/// everything else by a strategy of each side.
fn claims<E: Provable>(turn: Seat, value: Value) -> Vec<ResultClaim> {
    if value.is_decided() {
        let seat = if value > Value::ZERO { turn } else { !turn };
        return vec![ResultClaim { seat, goal: Goal::Win }];
    }
    match E::Searcher::SCALE.margin_unit {
        None => Seat::ALL.map(|seat| ResultClaim { seat, goal: Goal::Draw }).into(),
        Some(unit) => {
            let margin = value.points() / unit;
            let goals = [(turn, margin), (!turn, -margin)];
            goals.map(|(seat, margin)| ResultClaim { seat, goal: Goal::Margin(margin) }).into()
        }
    }
}

fn check<E: Provable>(
    reader: &mut CertificateReader<'_>,
    text: &str,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(u64),
) -> Result<Vec<ProvedClaim>, CertificateError> {
    let position: E::Game = parse(text, Some(reader.line()))?;
    if position.outcome().is_some() {
        return Err(CertificateError::game_over());
    }
    let mut proved = Vec::new();
    while let Some(claimed) = reader.claim()? {
        let mut count = 0;
        let mut walk = StrategyWalk::<E>::new(claimed.claim, stop);
        let plies = walk.run(&position, &mut |position| {
            let word = reader.next_move()?;
            count += 1;
            watch(count);
            let m = legal_move(position, &word);
            m.ok_or_else(|| CertificateError::illegal(reader.line(), count, &word, position))
        });
        let plies = plies.map_err(|fault| {
            fault.error(Some(reader.line()), count, CertificateError::stopped())
        })?;
        reader.end_strategy()?;
        if plies != claimed.plies {
            return Err(CertificateError::wrong_length(reader.line(), claimed.plies, plies));
        }
        proved.push(claimed);
    }
    reader.finish()?;
    if proved.is_empty() {
        return Err(CertificateError::nothing_claimed(reader.line()));
    }
    Ok(proved)
}

/// The legal move that is written so, to the letter.
fn legal_move<P: Position>(position: &P, word: &str) -> Option<P::Move> {
    let m: P::Move = word.parse().ok()?;
    (position.is_legal(m) && m.to_string() == word).then_some(m)
}
