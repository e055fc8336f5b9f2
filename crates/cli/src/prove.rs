//! `damier prove`: certificates of proved results, and their check.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use engine::{CertificateError, check_certificate};
use serde::Serialize;
use texts::text;

use crate::args::{self, StartArgs};
use crate::context::Context;
use crate::failure::Failure;
use crate::output_file::{OutputFile, OutputFormat, Overwrite, unwritten};
use crate::{messages, progress};

/// Moves of a strategy between two updates of the status line.
const STATUS_INTERVAL_MOVES: u64 = 1024;
/// A certificate of an earlier run, which may be replaced.
const CERTIFICATE: Overwrite = Overwrite::Same(OutputFormat::FirstLine("damier certificate"));

/// Prove the result of a position by a strategy that others can check
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The certificate has the moves with which one side reaches the result against every reply, or both sides for a \
draw and for the score of Othello; docs/certificates.md has the format. It is made for positions that the engine \
can solve: those of Connect Four and Isolation, endings of Othello, forced wins of Katarenga and Congress. \
examples/check_proof.py checks it, too, and shares nothing with this program.

Examples:
  damier prove connect-four 444444333322 --out win.txt
  damier prove isolation --board '1 2 5 7' --rules mutual --out c5.txt
  damier prove --check win.txt")]
pub(crate) struct ProveCommand {
    /// The game, by a name that `damier --help` lists
    #[arg(required_unless_present = "check")]
    game: Option<String>,
    #[command(flatten)]
    start: StartArgs,
    /// The file of the certificate
    #[arg(long, value_name = "FILE", required_unless_present = "check")]
    out: Option<PathBuf>,
    /// Check the certificate in this file
    #[arg(long, value_name = "FILE", exclusive = true)]
    check: Option<PathBuf>,
    /// How many threads search; as many as there are processors otherwise
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The size of the transposition table, in MiB
    #[arg(long, value_name = "MB", default_value_t = 256)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=65_536))]
    table: u32,
    /// Print JSON: game, position and claims
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct ProveJson<'a> {
    game: &'a str,
    position: &'a str,
    claims: Vec<ClaimJson>,
}

#[derive(Serialize)]
struct ClaimJson {
    claim: String,
    plies: u16,
    moves: u64,
}

impl From<engine::ProvedClaim> for ClaimJson {
    fn from(proved: engine::ProvedClaim) -> Self {
        let engine::ProvedClaim { claim, plies, moves } = proved;
        Self { claim: claim.to_string(), plies, moves }
    }
}

impl ProveCommand {
    pub(crate) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        match (&self.check, &self.game, &self.out) {
            (Some(path), ..) => self.check(path, context),
            (None, Some(game), Some(out)) => self.prove(game, out, context),
            _ => Err(Failure::wrong(text!("prove-game-missing"))),
        }
    }

    fn prove(&self, game: &str, out: &Path, context: &mut Context<'_>) -> Result<(), Failure> {
        let entry = args::find(game, context.catalogue)?;
        let live = self.start.open(entry.game, context.draw_seed(&entry), context)?;
        let id = entry.game.info().id;
        let Some(prover) = entry.prover else {
            return Err(Failure::wrong(text!("prove-no-certificates", game = id)));
        };
        let resources = args::resources(&entry, self.threads, self.table)?;
        let mut file =
            OutputFile::create(out, CERTIFICATE).map_err(|error| unwritten(out, &error))?;
        let position = live.position();
        let (made, lang) = (progress::bar(context, 0, "{msg}"), context.lang);
        let certificate = prover.prove(&position, resources, context.stop, &mut |moves| {
            if moves.is_multiple_of(STATUS_INTERVAL_MOVES) {
                made.set_message(text!("prove-moves", moves).get(lang).to_owned());
            }
        });
        made.finish_and_clear();
        let certificate = certificate.map_err(|error| failure(&error, None))?;
        self.print(id, &position, certificate.claims().collect(), context)?;
        certificate.write(&mut file).map_err(|error| unwritten(out, &error))?;
        file.finish().map_err(|error| unwritten(out, &error))
    }

    fn check(&self, path: &Path, context: &mut Context<'_>) -> Result<(), Failure> {
        let name = path.display().to_string();
        let file =
            File::open(path).map_err(|error| Failure::failed(messages::not_read(&name, &error)))?;
        let (read, lang) = (progress::bar(context, 0, "{msg}"), context.lang);
        let mut input = BufReader::new(file);
        let checked =
            check_certificate(context.catalogue, &mut input, context.stop, &mut |moves| {
                if moves.is_multiple_of(STATUS_INTERVAL_MOVES) {
                    read.set_message(text!("prove-moves", moves).get(lang).to_owned());
                }
            });
        read.finish_and_clear();
        let checked = checked.map_err(|error| failure(&error, Some(&name)))?;
        if !self.json {
            context.print(&text!("prove-valid"))?;
        }
        self.print(&checked.game, &checked.position, checked.claims, context)
    }

    /// Prints what is proved.
    fn print(
        &self,
        game: &str,
        position: &str,
        claims: Vec<engine::ProvedClaim>,
        context: &mut Context<'_>,
    ) -> Result<(), Failure> {
        if self.json {
            let claims = claims.into_iter().map(ClaimJson::from).collect();
            return Ok(context.print_json(&ProveJson { game, position, claims })?);
        }
        for proved in &claims {
            context.print(&messages::prove::claim(proved))?;
        }
        Ok(())
    }
}

fn failure(error: &CertificateError, file: Option<&str>) -> Failure {
    match (error.line, file) {
        _ if error.is_stopped() => Failure::interrupted(),
        (Some(line), Some(file)) => {
            Failure::failed(text!("prove-refused", file, line, why = &error.text))
        }
        _ => Failure::failed(error.text.clone()),
    }
}
