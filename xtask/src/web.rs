//! `cargo xtask web`: the core as a WebAssembly module, with its data, in `target/web`: files for any static host.

mod compiler;
mod folder;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::arguments::{self, MissingTools};
use crate::outcome::{Failure, Outcome, TaskResult};
use crate::process::{cargo, run as run_command};
use crate::tools::{Availability, BINARYEN, NODE, target};
use compiler::Compiler;
pub(crate) use compiler::TARGET;

/// Package of the module.
const MODULE: &str = "damier-wasm";
/// Packages that must compile for the browser, with all that they depend on.
pub(crate) const CORE_CRATES: [&str; 2] = ["damier-api", MODULE];
/// Compiler flags of the module: vectors, and a stack as deep as that of a native thread.
const FLAGS: &str = "-C target-feature=+simd128 -C link-arg=-zstack-size=4194304";
/// Proposals that the module uses, all of them in every browser since 2023.
const PROPOSALS: [&str; 7] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
    "--enable-simd",
];

/// What to do with the folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    Build,
    /// Compare the module with the native program, in node.
    Check,
    /// Measure its speed beside the native program, in node.
    Measure,
}

/// Reads `[--install] [--check|--measure]` and builds the folder.
pub(crate) fn run(words: &[String]) -> TaskResult {
    let (mode, words) = read(words);
    let missing = arguments::install(&words)?;
    let compiler = match Compiler::find(missing)? {
        Ok(compiler) => compiler,
        Err(why) => return Err(Failure::Task(why)),
    };
    if mode != Mode::Build
        && let Err(why) = NODE.ensure(missing)?
    {
        return Err(Failure::Task(why));
    }
    let module = build(compiler)?;
    let optimised = optimise(&module, missing)?;
    let folder = folder::write(optimised.as_ref().unwrap_or(&module), missing)?;
    match mode {
        Mode::Build => {}
        Mode::Check => {
            let mut test = cargo("test --locked --package damier-wasm -- --include-ignored");
            run_command(test.env("DAMIER_WEB", folder))?;
        }
        Mode::Measure => {
            let mut bench = cargo("bench --locked --package damier-wasm --bench speed");
            run_command(bench.env("DAMIER_WEB", folder))?;
        }
    }
    match optimised {
        Ok(_) => Ok(Outcome::Complete),
        Err(why) => Ok(Outcome::LeftOut(why)),
    }
}

fn read(words: &[String]) -> (Mode, Vec<String>) {
    let mut mode = Mode::Build;
    let mut rest = words.to_vec();
    rest.retain(|word| {
        let meant = match word.as_str() {
            "--check" => Mode::Check,
            "--measure" => Mode::Measure,
            _ => return true,
        };
        mode = meant;
        false
    });
    (mode, rest)
}

/// Compiles the core. Returns the path of the module.
fn build(compiler: Compiler) -> Result<PathBuf, Failure> {
    let common = format!("--locked --profile wasm --target {TARGET}");
    let variable = format!("CARGO_TARGET_{}_RUSTFLAGS", TARGET.to_uppercase().replace('-', "_"));
    let mut crates = cargo(&format!("build --lib {common}"));
    crates.args(CORE_CRATES.iter().flat_map(|name| ["--package", name]));
    let mut module = cargo(&format!("rustc --package {MODULE} --lib --crate-type cdylib {common}"));
    for command in [&mut crates, &mut module] {
        compiler.configure(command);
        run_command(command.env(&variable, FLAGS))?;
    }
    Ok(target().join(TARGET).join("wasm/wasm.wasm"))
}

/// Optimises the module with Binaryen's `wasm-opt`, if it is there. Returns the path of the result.
fn optimise(
    module: &std::path::Path,
    missing: MissingTools,
) -> Result<Availability<PathBuf>, Failure> {
    if let Err(why) = BINARYEN.ensure(missing)? {
        return Ok(Err(format!("skipped, {why}")));
    }
    let result = module.with_extension("optimised.wasm");
    let mut command = Command::new(BINARYEN.program);
    run_command(command.arg("-O3").args(PROPOSALS).arg(module).arg("-o").arg(&result))?;
    Ok(Ok(result))
}

/// The failure of an operation on a file.
fn broken(path: &std::path::Path, error: &std::io::Error) -> Failure {
    Failure::Task(format!("{}: {error}", path.display()))
}

/// Reads a file.
fn bytes(path: &std::path::Path) -> Result<Vec<u8>, Failure> {
    fs::read(path).map_err(|error| broken(path, &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mode_may_stand_anywhere() {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(read(&words("--install --check")), (Mode::Check, words("--install")));
        assert_eq!(read(&words("--measure")), (Mode::Measure, vec![]));
        assert_eq!(read(&words("--fast")), (Mode::Build, words("--fast")));
    }
}
