//! `cargo xtask web`: the page with its core as WebAssembly modules, in `target/web`: files for any static host.

mod compiler;
mod folder;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::arguments::{self, MissingTools};
use crate::outcome::{Failure, Outcome, TaskResult};
use crate::process::{cargo, run as run_command};
use crate::sources::Stamp;
use crate::tools::{Availability, BINARYEN, NODE, target};
use compiler::Compiler;
pub(crate) use compiler::TARGET;
use folder::Sizes;

/// Package of the module.
const MODULE: &str = "damier-wasm";
/// Packages that must compile for the browser, with all that they depend on.
pub(crate) const CORE_CRATES: [&str; 2] = ["damier-api", MODULE];
/// The most bytes that the program for the browser may have, compressed with brotli.
const CORE_MAX_BROTLI_BYTES: usize = 500_000;
/// Compiler flags of all modules: a stack as deep as that of a native thread.
const FLAGS: &str = "-C link-arg=-zstack-size=4194304";
/// Compiler flags of the program where they can be had: a panic says what is wrong, not in which line.
const SMALL_FLAGS: &str = "-Z location-detail=none -Z fmt-debug=shallow";
/// Options of Binaryen for the program: nothing is inlined, because calls compress better than copies, and addresses are
/// folded, because the end of the stack is at the lowest ones (`-Oz` makes fewer bytes, of which more are left compressed).
const PROGRAM_OPTIMISER: [&str; 8] = [
    "-O2",
    "--low-memory-unused",
    "--always-inline-max-function-size",
    "0",
    "--flexible-inline-max-function-size",
    "0",
    "--one-caller-inline-max-function-size",
    "0",
];
/// Compiler flags of the engines with threads: memory that the host gives and shares, of [`SHARED_PAGES`], and what it
/// needs to start a thread.
const THREAD_FLAGS: &str = "-C target-feature=+simd128,+atomics,+bulk-memory,+mutable-globals \
    -C link-arg=--shared-memory -C link-arg=--import-memory \
    -C link-arg=--initial-memory=33554432 -C link-arg=--max-memory=536870912 \
    -C link-arg=--export=__stack_pointer -C link-arg=--export=__wasm_init_tls \
    -C link-arg=--export=__tls_size -C link-arg=--export=__tls_align";
/// Size of the memory of the engines with threads in pages of 64 KiB, at first and at most.
const SHARED_PAGES: (u32, u32) = (512, 8192);
/// Proposals that the module uses, all of them in every browser since 2023.
const PROPOSALS: [&str; 8] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
    "--enable-simd",
    "--enable-threads",
];

/// What to do with the folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    Build,
    /// Compare the module with the native program, in node.
    Check,
    /// Compile the program alone, and fail if it has become too large.
    Core,
    /// Measure its speed beside the native program, in node.
    Measure,
}

/// How the modules are compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Build {
    /// Small and quick, as they are published.
    Published,
    /// Compiled sooner, for tests.
    Test,
}

impl Build {
    /// Name of the folder of the page in `target`.
    const fn folder(self) -> &'static str {
        match self {
            Self::Published => "web",
            Self::Test => "web-test",
        }
    }
}

/// The standard library that a module is linked with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum StandardLibrary {
    /// That of the compiler.
    Usual,
    /// Compiled small, where its source is there.
    Small,
    /// Compiled for shared memory: without its source there is no module.
    Threads,
}

/// A module, and how it is compiled.
#[derive(Clone, Copy, Debug)]
struct ModuleKind {
    build: Build,
    /// What it is in the manifest.
    roles: &'static [&'static str],
    /// Its name in the folder, before the hash is added.
    name: &'static str,
    /// Profile in Cargo.toml.
    profile: &'static str,
    /// Compiler flags of its own: the part that it leaves out (`cfg`), and features of the processor.
    flags: &'static str,
    std: StandardLibrary,
    /// Options of Binaryen.
    optimiser: &'static [&'static str],
}

/// The program: all but the searches, which it leaves to the engines.
const CORE: ModuleKind = ModuleKind {
    build: Build::Published,
    roles: &["module"],
    name: "core.wasm",
    profile: "wasm-core",
    flags: "--cfg without_search",
    std: StandardLibrary::Small,
    optimiser: &PROGRAM_OPTIMISER,
};

/// All modules: what each is for, what it leaves out and how it is compiled.
const MODULES: [ModuleKind; 4] = [
    CORE,
    ModuleKind {
        build: Build::Published,
        roles: &["engine"],
        name: "engine.wasm",
        profile: "wasm",
        flags: "--cfg without_program -C target-feature=+simd128",
        std: StandardLibrary::Usual,
        optimiser: &["-O3"],
    },
    // For pages that may share memory.
    ModuleKind {
        build: Build::Published,
        roles: &["threads"],
        name: "engine-threads.wasm",
        profile: "wasm-threads",
        flags: "--cfg without_program",
        std: StandardLibrary::Threads,
        optimiser: &["-O3"],
    },
    // Program and engines in one.
    ModuleKind {
        build: Build::Test,
        roles: &["module", "engine"],
        name: "core.wasm",
        profile: "wasm-test",
        flags: "-C target-feature=+simd128",
        std: StandardLibrary::Usual,
        optimiser: &["-O1"],
    },
];

impl ModuleKind {
    /// The modules of a build.
    fn of(build: Build) -> impl Iterator<Item = Self> {
        MODULES.into_iter().filter(move |kind| kind.build == build)
    }
}

impl StandardLibrary {
    /// Arguments of cargo where it is compiled.
    const fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::Usual | Self::Threads => &[],
            Self::Small => &["-Z", "build-std-features=optimize_for_size"],
        }
    }

    /// Compiler flags there.
    const fn flags(self) -> &'static str {
        match self {
            Self::Usual => "",
            Self::Small => SMALL_FLAGS,
            Self::Threads => THREAD_FLAGS,
        }
    }
}

/// A module that was compiled.
struct BuiltModule {
    kind: ModuleKind,
    path: PathBuf,
}

/// Compiles the program for the browser as it is published, and fails if it has become too large.
pub(crate) fn check_core(missing: MissingTools) -> TaskResult {
    let compiler = match Compiler::find(missing)? {
        Ok(compiler) => compiler.with_source(missing)?,
        Err(why) => Err(why),
    };
    let compiler = match compiler {
        Ok(compiler) => compiler,
        Err(why) => return Ok(Outcome::LeftOut(format!("skipped, {why}"))),
    };
    let module = match optimise(&build(compiler, CORE)?, missing)? {
        Ok(module) => module,
        Err(why) => return Ok(Outcome::LeftOut(format!("skipped, {why}"))),
    };
    if let Err(why) = NODE.ensure(missing)? {
        return Ok(Outcome::LeftOut(format!("skipped, {why}")));
    }
    let size = folder::brotli(&bytes(&module)?)?;
    println!("{}: {size} bytes with brotli, at most {CORE_MAX_BROTLI_BYTES}", CORE.name);
    within_limit(size)
}

/// The outcome of a program of so many bytes, compressed with brotli.
fn within_limit(bytes: usize) -> TaskResult {
    if bytes <= CORE_MAX_BROTLI_BYTES {
        return Ok(Outcome::Complete);
    }
    let name = CORE.name;
    Err(Failure::Task(format!(
        "{name} has {bytes} bytes with brotli, more than {CORE_MAX_BROTLI_BYTES}: see docs/benchmarks.md"
    )))
}

/// Builds the folder for tests, unless there is one of the same sources. Returns its path.
pub(crate) fn for_tests(missing: MissingTools) -> Result<Availability<PathBuf>, Failure> {
    let stamp = target().join("web-test.stamp");
    let stamp = Stamp::of(
        stamp,
        "--package damier-wasm --package damier-server",
        &["crates/cli/examples", "xtask/src/web", "xtask/src/web.rs"],
    )?;
    if stamp.is_current()
        && let Some(folder) = folder::existing(Build::Test)
    {
        return Ok(Ok(folder));
    }
    let compiler = match Compiler::usual(missing) {
        Ok(compiler) => compiler,
        Err(why) => return Ok(Err(why)),
    };
    let kinds = ModuleKind::of(Build::Test);
    let modules: Vec<_> = kinds.map(|kind| build(compiler, kind)).collect::<Result<_, _>>()?;
    stamp.remove();
    let folder = folder::write(&modules, Build::Test, Sizes::Left)?;
    stamp.keep()?;
    Ok(Ok(folder))
}

/// Reads `[--install] [--check|--core|--measure]` and builds the folder, or the program alone.
pub(crate) fn run(words: &[String]) -> TaskResult {
    let (mode, words) = read(words);
    let missing = arguments::install(&words)?;
    if mode == Mode::Core {
        return check_core(missing);
    }
    let compiler = match Compiler::find(missing)? {
        Ok(compiler) => compiler,
        Err(why) => return Err(Failure::Task(why)),
    };
    if mode != Mode::Build
        && let Err(why) = NODE.ensure(missing)?
    {
        return Err(Failure::Task(why));
    }
    let (mut modules, mut left_out) = (Vec::new(), Vec::new());
    let with_source = compiler.with_source(missing)?;
    for kind in ModuleKind::of(Build::Published) {
        let compiler = match (kind.std, &with_source) {
            (StandardLibrary::Usual, _) | (StandardLibrary::Small, Err(_)) => compiler,
            (StandardLibrary::Threads, Err(_)) => continue,
            (_, Ok(with_source)) => *with_source,
        };
        let mut module = build(compiler, kind)?;
        match optimise(&module, missing)? {
            Ok(optimised) => module.path = optimised,
            Err(why) => left_out.push(why),
        }
        modules.push(module);
    }
    left_out.extend(with_source.err());
    let sizes = if NODE.ensure(missing)?.is_ok() { Sizes::WithBrotli } else { Sizes::Gzip };
    let folder = folder::write(&modules, Build::Published, sizes)?.join(folder::CORE);
    match mode {
        Mode::Build | Mode::Core => {}
        Mode::Check => {
            let mut test = cargo("test --locked --package damier-wasm -- --include-ignored");
            run_command(test.env("DAMIER_WEB", folder))?;
        }
        Mode::Measure => {
            let mut bench = cargo("bench --locked --package damier-wasm --bench speed");
            run_command(bench.env("DAMIER_WEB", folder))?;
        }
    }
    Ok(outcome(left_out))
}

/// The outcome of a build that lacks something: all of it, each reason once.
fn outcome(mut left_out: Vec<String>) -> Outcome {
    left_out.dedup();
    if left_out.is_empty() {
        return Outcome::Complete;
    }
    Outcome::LeftOut(format!("left out: {}", left_out.join("; ")))
}

fn read(words: &[String]) -> (Mode, Vec<String>) {
    let mut mode = Mode::Build;
    let mut rest = words.to_vec();
    rest.retain(|word| {
        let meant = match word.as_str() {
            "--check" => Mode::Check,
            "--core" => Mode::Core,
            "--measure" => Mode::Measure,
            _ => return true,
        };
        mode = meant;
        false
    });
    (mode, rest)
}

/// Compiles a module.
fn build(compiler: Compiler, kind: ModuleKind) -> Result<BuiltModule, Failure> {
    let ModuleKind { profile, flags, std, .. } = kind;
    let (arguments, more): (&[&str], _) =
        if compiler.compiles_std() { (std.arguments(), std.flags()) } else { (&[], "") };
    let common = format!("--locked --profile {profile} --target {TARGET}");
    let variable = format!("CARGO_TARGET_{}_RUSTFLAGS", TARGET.to_uppercase().replace('-', "_"));
    let mut module = cargo(&format!("rustc --package {MODULE} --lib --crate-type cdylib {common}"));
    compiler.configure(&mut module);
    let flags = [FLAGS, flags, more].join(" ");
    run_command(module.args(arguments).env(&variable, flags.trim()))?;
    Ok(BuiltModule { kind, path: target().join(TARGET).join(profile).join("wasm.wasm") })
}

/// Optimises a module with Binaryen's `wasm-opt`, if it is there. Returns the path of the result.
fn optimise(module: &BuiltModule, missing: MissingTools) -> Result<Availability<PathBuf>, Failure> {
    if let Err(why) = BINARYEN.ensure(missing)? {
        return Ok(Err(why));
    }
    let BuiltModule { kind, path } = module;
    let result = path.with_extension("optimised.wasm");
    let mut command = Command::new(BINARYEN.program);
    run_command(command.args(kind.optimiser).args(PROPOSALS).arg(path).arg("-o").arg(&result))?;
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

    #[test]
    fn a_program_that_is_too_large_is_a_failure() {
        assert!(matches!(within_limit(CORE_MAX_BROTLI_BYTES), Ok(Outcome::Complete)));
        let Err(Failure::Task(why)) = within_limit(CORE_MAX_BROTLI_BYTES + 1) else {
            panic!("accepted")
        };
        assert!(
            why.starts_with("core.wasm has 500001 bytes with brotli, more than 500000"),
            "{why}"
        );
    }

    #[test]
    fn everything_that_is_left_out_is_said() {
        assert!(matches!(outcome(vec![]), Outcome::Complete));
        let [smaller, threads] = ["a smaller module", "no threads"].map(str::to_owned);
        let Outcome::LeftOut(said) = outcome(vec![smaller.clone(), smaller, threads]) else {
            panic!("not complete")
        };
        assert_eq!(said, "left out: a smaller module; no threads");
    }
}
