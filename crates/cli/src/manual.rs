//! `damier completions` and `damier man-pages`: what shells and `man` know of the commands.

use std::path::PathBuf;

use clap::CommandFactory;
use clap_complete::Shell;
use rules::Lang;

use crate::Cli;
use crate::context::Context;
use crate::failure::Failure;

/// Print the completions of a shell
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  damier completions bash > ~/.local/share/bash-completion/completions/damier
  damier completions fish > ~/.config/fish/completions/damier.fish")]
pub(crate) struct CompletionsCommand {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// Write the manual pages of all commands into a folder
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  damier man-pages ~/.local/share/man/man1")]
pub(crate) struct ManPagesCommand {
    /// The folder, which is made if it is not there
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl CompletionsCommand {
    pub(crate) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "damier", &mut script);
        context.out.data().write_all(&script)?;
        Ok(())
    }
}

impl ManPagesCommand {
    pub(crate) fn run(&self, context: &mut Context<'_>) -> Result<(), Failure> {
        std::fs::create_dir_all(&self.folder)?;
        clap_mangen::generate_to(crate::command(context.catalogue, Lang::En), &self.folder)?;
        Ok(())
    }
}
