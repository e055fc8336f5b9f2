//! The systems that the program is built for, how it is built, and how it is run here.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::debian;
use super::file_tree::write;
use crate::arguments::MissingTools;
use crate::outcome::Failure;
use crate::process::{capture, cargo, run as run_command};
use crate::tools::{AARCH64_GCC, Availability, MINGW_GCC, MUSL_GCC, QEMU, Tool, WINE, target};

/// A system that the program is built for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Platform {
    /// Its name in the names of files.
    pub(super) name: &'static str,
    /// Its name for the compiler.
    pub(super) triple: &'static str,
    /// The C compiler, where it is not the usual one.
    compiler: Option<&'static Tool>,
    /// Whether that compiler links the program, too.
    links: bool,
    pub(super) format: ArchiveFormat,
    pub(super) runner: Runner,
}

/// The format of an archive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ArchiveFormat {
    TarGz,
    Zip,
}

/// What runs a program of a platform here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Runner {
    Native,
    Qemu,
    Wine,
    /// The root folder of a Debian, in which the program is `usr/bin/damier`.
    Chroot,
}

/// Function of Windows that Wine lacks before version 9, by one that it has.
const PROCESS_PRNG: &str = "#include <windows.h>\n\
    BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);\n\
    __declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count)\n\
    { return SystemFunction036(bytes, (ULONG)count); }\n";

/// How much the compiler optimises.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effort {
    /// As for a release.
    Full,
    /// Without optimisation across crates, in a third of the time: for a try.
    Quick,
}

/// What Debian builds, here and for others.
const ON_LINUX: [Platform; 3] = [
    Platform {
        name: "linux-x86_64",
        triple: "x86_64-unknown-linux-musl",
        compiler: Some(&MUSL_GCC),
        links: false,
        format: ArchiveFormat::TarGz,
        runner: Runner::Native,
    },
    Platform {
        name: "linux-aarch64",
        triple: "aarch64-unknown-linux-gnu",
        compiler: Some(&AARCH64_GCC),
        links: true,
        format: ArchiveFormat::TarGz,
        runner: Runner::Qemu,
    },
    Platform {
        name: "windows-x86_64",
        triple: "x86_64-pc-windows-gnu",
        compiler: Some(&MINGW_GCC),
        links: true,
        format: ArchiveFormat::Zip,
        runner: Runner::Wine,
    },
];

/// The platforms that can be built on this system.
pub(super) fn of_this_system() -> Vec<Platform> {
    let native = |name, triple, format| Platform {
        name,
        triple,
        compiler: None,
        links: false,
        format,
        runner: Runner::Native,
    };
    match (env::consts::OS, env::consts::ARCH) {
        ("linux", "x86_64") => ON_LINUX.to_vec(),
        ("linux", "aarch64") => {
            vec![native("linux-aarch64", "aarch64-unknown-linux-gnu", ArchiveFormat::TarGz)]
        }
        ("macos", "aarch64") => {
            vec![native("macos-aarch64", "aarch64-apple-darwin", ArchiveFormat::TarGz)]
        }
        ("macos", _) => vec![native("macos-x86_64", "x86_64-apple-darwin", ArchiveFormat::TarGz)],
        ("windows", _) => {
            vec![native("windows-x86_64", "x86_64-pc-windows-msvc", ArchiveFormat::Zip)]
        }
        _ => Vec::new(),
    }
}

impl Platform {
    /// Makes sure that the compilers are there.
    pub(super) fn ensure(&self, missing: MissingTools) -> Result<Availability<()>, Failure> {
        if let Some(tool) = self.compiler
            && let Err(why) = tool.ensure(missing)?
        {
            return Ok(Err(why));
        }
        Ok(ensure_target(self.triple, missing))
    }

    /// Builds the program, and returns its path.
    pub(super) fn build(&self, effort: Effort) -> Result<PathBuf, Failure> {
        let folder = target().join("dist-build");
        let mut build = cargo("build --package damier --profile dist --locked --target");
        build.arg(self.triple).arg("--target-dir").arg(&folder);
        if effort == Effort::Quick {
            build.args(["--config", "profile.dist.lto=false"]);
            build.args(["--config", "profile.dist.codegen-units=16"]);
        }
        if let Some(tool) = self.compiler.filter(|_| self.links) {
            let triple = self.triple.to_uppercase().replace('-', "_");
            build.env(format!("CARGO_TARGET_{triple}_LINKER"), tool.program);
        }
        run_command(&mut build)?;
        let program = folder.join(self.triple).join("dist").join(self.program_name());
        program
            .canonicalize()
            .map_err(|error| Failure::Task(format!("cannot find {}: {error}", program.display())))
    }

    /// The name of the program's file.
    pub(super) fn program_name(&self) -> &'static str {
        if self.triple.contains("windows") { "damier.exe" } else { "damier" }
    }
}

/// Makes sure that the compiler has the standard library of a target.
pub(super) fn ensure_target(triple: &str, missing: MissingTools) -> Availability<()> {
    let is_there = || {
        let mut rustc = Command::new("rustc");
        rustc.args(["--target", triple, "--print", "target-libdir"]);
        capture(&mut rustc).is_ok_and(|path| Path::new(path.trim()).is_dir())
    };
    if is_there() {
        return Ok(());
    }
    if missing == MissingTools::Install
        && run_command(Command::new("rustup").args(["target", "add", triple])).is_ok()
        && is_there()
    {
        return Ok(());
    }
    Err(format!("no target {triple} here: `rustup target add {triple}`"))
}

impl Runner {
    /// Makes sure that it is there.
    pub(super) fn ensure(self, missing: MissingTools) -> Result<Availability<()>, Failure> {
        match self {
            Self::Native | Self::Chroot => Ok(Ok(())),
            Self::Qemu => QEMU.ensure(missing),
            Self::Wine => WINE.ensure(missing),
        }
    }

    /// Puts what the runner lacks beside the program.
    pub(super) fn prepare(self, program: &Path) -> Result<(), Failure> {
        if self != Self::Wine {
            return Ok(());
        }
        let library = program.with_file_name("bcryptprimitives.dll");
        let source = library.with_extension("c");
        write(&source, PROCESS_PRNG.as_bytes())?;
        let mut gcc = Command::new(MINGW_GCC.program);
        run_command(gcc.arg("-shared").arg("-o").arg(library).arg(source).arg("-ladvapi32"))
    }

    /// A command that runs the program.
    pub(super) fn command(self, program: &Path) -> Command {
        let mut command = match self {
            Self::Native => return Command::new(program),
            Self::Chroot => {
                let root = program.ancestors().nth(3).unwrap_or(program);
                return debian::inside(root, &["damier"]);
            }
            Self::Qemu => {
                let mut qemu = Command::new(QEMU.program);
                qemu.args(["-L", "/usr/aarch64-linux-gnu"]);
                qemu
            }
            Self::Wine => {
                let mut wine = Command::new(WINE.program);
                wine.env("WINEDEBUG", "-all").env("WINEDLLOVERRIDES", "bcryptprimitives=n,b");
                if let Ok(target) = target().canonicalize() {
                    wine.env("WINEPREFIX", target.join("dist-wine"));
                }
                wine
            }
        };
        command.arg(program);
        command
    }

    /// What was used, in words.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Native => "on this machine",
            Self::Qemu => "under qemu",
            Self::Wine => "under Wine",
            Self::Chroot => "in a clean Debian",
        }
    }
}
