//! Arguments and environment variables of the connection to NATS.

use std::fs;
use std::path::{Path, PathBuf};

use texts::text;
use work::{NatsAuth, NatsOptions, NatsUrlError, Password};

use crate::context::Context;
use crate::failure::Failure;
use crate::messages;

/// Variable that stands for `--nats`.
pub const NATS_VARIABLE: &str = "DAMIER_NATS";
/// Variable that stands for `--nats-credentials`.
const NATS_CREDENTIALS_VARIABLE: &str = "DAMIER_NATS_CREDENTIALS";
/// Variable that stands for `--nats-ca`.
const NATS_CA_VARIABLE: &str = "DAMIER_NATS_CA";
/// User for NATS. It is no argument, as the password is none.
const NATS_USER_VARIABLE: &str = "DAMIER_NATS_USER";
/// Password for NATS. It is no argument: everybody on the machine can read those.
const NATS_PASSWORD_VARIABLE: &str = "DAMIER_NATS_PASSWORD";
/// File that holds the password for NATS.
const NATS_PASSWORD_FILE_VARIABLE: &str = "DAMIER_NATS_PASSWORD_FILE";

/// Arguments of the connection to NATS.
#[derive(clap::Args, Clone, Debug, Default)]
#[expect(clippy::doc_markdown, reason = "the help shows these comments as they are")]
pub struct NatsArgs {
    /// Where NATS is, by which several servers work together [env: DAMIER_NATS]
    #[arg(long, value_name = "URL")]
    nats: Option<String>,
    /// A file with credentials for NATS [env: DAMIER_NATS_CREDENTIALS]
    #[arg(long, value_name = "FILE")]
    nats_credentials: Option<PathBuf>,
    /// A file with the certificate by which NATS is recognised [env: DAMIER_NATS_CA]
    #[arg(long, value_name = "FILE")]
    nats_ca: Option<PathBuf>,
}

impl NatsArgs {
    /// Options of the connection; `None` if neither the arguments nor the environment name NATS.
    pub fn resolve(&self, context: &Context<'_>) -> Result<Option<NatsOptions>, Failure> {
        let variable = |name| (context.env)(name).filter(|value| !value.is_empty());
        let Some(url) = self.nats.clone().or_else(|| variable(NATS_VARIABLE)) else {
            return Ok(None);
        };
        let options = NatsOptions::new(&url).map_err(|error| {
            Failure::wrong(match error {
                NatsUrlError::NoUrl => text!("nats-no-url", url = &url),
                NatsUrlError::HasSecret => text!("nats-secret-in-url"),
            })
        })?;
        let path = |argument: &Option<PathBuf>, name| {
            argument.clone().or_else(|| variable(name).map(PathBuf::from))
        };
        let auth = match path(&self.nats_credentials, NATS_CREDENTIALS_VARIABLE) {
            Some(file) => {
                readable(&file)?;
                NatsAuth::CredentialsFile(file)
            }
            None => match variable(NATS_USER_VARIABLE) {
                Some(user) => NatsAuth::UserPassword { user, password: password(&variable)? },
                None => NatsAuth::None,
            },
        };
        let options = options.with_auth(auth);
        match path(&self.nats_ca, NATS_CA_VARIABLE) {
            Some(file) => {
                readable(&file)?;
                Ok(Some(options.with_ca_file(file)))
            }
            None => Ok(Some(options)),
        }
    }
}

/// The password from the environment, or from the file that it names.
fn password(variable: &dyn Fn(&'static str) -> Option<String>) -> Result<Password, Failure> {
    if let Some(file) = variable(NATS_PASSWORD_FILE_VARIABLE) {
        let text = readable(Path::new(&file))?;
        return Ok(Password::new(text.trim_end_matches(['\r', '\n']).to_owned()));
    }
    variable(NATS_PASSWORD_VARIABLE)
        .map(Password::new)
        .ok_or_else(|| Failure::wrong(text!("nats-no-password")))
}

fn readable(file: &Path) -> Result<String, Failure> {
    fs::read_to_string(file).map_err(|error| Failure::wrong(messages::no_nats_file(file, &error)))
}
