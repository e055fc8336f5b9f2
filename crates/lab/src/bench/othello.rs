//! `damier bench othello FILE.obf`: how long the engine takes to play positions out exactly.

use std::fs;
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use engine::Limits;
use games::othello::{Othello, OthelloSolver};
use rules::{Position, Seat};
use serde::Serialize;
use texts::text;

use crate::context::Context;
use crate::failure::Failure;
use crate::{messages, platform};

/// A position and its score as the file has it.
struct ScoredPosition {
    position: Othello,
    score: i32,
}

/// What a position took.
#[derive(Serialize)]
struct SolvedPosition {
    empties: usize,
    score: i32,
    right: bool,
    seconds: f64,
    nodes: u64,
    nodes_per_second: u64,
}

/// What the positions of a file took.
#[derive(Serialize, Default)]
pub(super) struct OthelloBenchResult {
    positions: Vec<SolvedPosition>,
    n: usize,
    bad: usize,
    total_s: f64,
    nodes: u64,
    #[serde(rename = "Mnps")]
    speed: f64,
}

/// What to measure.
pub(super) struct OthelloBench<'a> {
    pub(super) path: &'a Path,
    pub(super) limit: usize,
    pub(super) threads: usize,
    pub(super) table: usize,
}

impl OthelloBench<'_> {
    /// Solves the positions of the file one by one, the table emptied before each, and prints each line
    /// as soon as it is known unless all will be in JSON. Times are those of the processor with one
    /// thread, and those of the clock with several.
    pub(super) fn run(
        &self,
        json: bool,
        context: &mut Context<'_>,
    ) -> Result<OthelloBenchResult, Failure> {
        let name = self.path.display().to_string();
        let text = fs::read_to_string(self.path)
            .map_err(|error| Failure::failed(messages::not_read(&name, &error)))?;
        let puzzles = read(&name, &text)?;
        let mut searcher = OthelloSolver::new(self.table, self.threads);
        let mut measured = OthelloBenchResult::default();
        for puzzle in puzzles.iter().take(self.limit) {
            searcher.clear();
            let solved = self.solve(&mut searcher, puzzle, context)?;
            if !json {
                writeln!(context.out, "{}", solved.line())?;
                context.out.flush()?;
            }
            measured.add(solved);
        }
        measured.speed = measured.nodes as f64 / measured.total_s.max(1e-9) / 1e6;
        Ok(measured)
    }

    fn solve(
        &self,
        searcher: &mut OthelloSolver,
        puzzle: &ScoredPosition,
        context: &Context<'_>,
    ) -> Result<SolvedPosition, Failure> {
        let (clock, processor) = (Instant::now(), platform::cpu_time());
        let limits = Limits::default();
        let found = searcher.search(&puzzle.position, &limits, context.stop, &mut |_| ());
        let time: Duration = if self.threads > 1 {
            clock.elapsed()
        } else {
            platform::cpu_time().saturating_sub(processor)
        };
        if context.stop.load(Relaxed) {
            return Err(Failure::interrupted());
        }
        let score = found.lines.first().map_or(0, |line| line.score);
        let seconds = time.as_secs_f64();
        Ok(SolvedPosition {
            empties: empties(&puzzle.position),
            score,
            right: found.exact && score == puzzle.score,
            seconds,
            nodes: found.nodes,
            nodes_per_second: (found.nodes as f64 / seconds.max(1e-9)) as u64,
        })
    }
}

fn empties(position: &Othello) -> usize {
    64 - Seat::ALL.into_iter().map(|seat| position.disc_count(seat)).sum::<usize>()
}

/// The positions with their best scores in the text of the file `name`.
fn read(name: &str, text: &str) -> Result<Vec<ScoredPosition>, Failure> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| {
            parse(line).map_err(|what| {
                Failure::failed(text!("in-file", path = name, line = number + 1, text = &what))
            })
        })
        .collect()
}

/// A board, a semicolon, and moves with their scores, of which the best counts.
fn parse(line: &str) -> Result<ScoredPosition, rules::Text> {
    let position: Othello = line.parse().map_err(|error: rules::ParseError| error.text)?;
    let scores = line.split(';').skip(1).filter_map(|part| part.split_once(':'));
    let score = scores.filter_map(|(_, score)| score.trim().parse().ok()).max();
    match score {
        Some(score) if position.outcome().is_none() => Ok(ScoredPosition { position, score }),
        _ => Err(text!("no-score")),
    }
}

impl SolvedPosition {
    fn line(&self) -> String {
        let Self { empties, score, right, seconds, nodes, nodes_per_second } = self;
        let verdict = if *right { "right" } else { "wrong" };
        format!(
            "empties={empties} score={score:+} {verdict} time_s={seconds:.3} nodes={nodes} nodes/s={nodes_per_second}"
        )
    }
}

impl OthelloBenchResult {
    fn add(&mut self, solved: SolvedPosition) {
        self.n += 1;
        self.bad += usize::from(!solved.right);
        self.total_s += solved.seconds;
        self.nodes += solved.nodes;
        self.positions.push(solved);
    }

    /// The total on one line, the same in every language.
    pub(super) fn line(&self) -> String {
        let Self { n, bad, total_s, nodes, speed, .. } = self;
        format!("n={n} bad={bad} total_s={total_s:.3} nodes={nodes} Mnps={speed:.1}")
    }

    /// Whether every score was what the file says.
    pub(super) const fn is_right(&self) -> bool {
        self.bad == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_score_of_a_line_counts() {
        let board = "---------------------------OX------XO---------------------------";
        let puzzle = parse(&format!("{board} X; D3:-2; C4:+0; F5:-4;")).unwrap();
        assert_eq!((puzzle.score, empties(&puzzle.position)), (0, 60));
        for wrong in
            [String::new(), board.to_owned(), format!("{board} X;"), format!("{board} X; D3:x;")]
        {
            assert!(parse(&wrong).is_err(), "{wrong}");
        }
    }
}
