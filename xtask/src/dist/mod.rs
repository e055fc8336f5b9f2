//! `cargo xtask dist`: what is published, in `target/dist`: an archive for each system, a Debian package, the list of
//! components and checksums. `--check` tries all of it.

mod archive;
mod book;
mod deb;
mod debian;
mod file_tree;
mod image;
mod macos;
mod manual;
mod platform;
mod sbom;
mod static_program;
mod trial;
mod wheel;

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::arguments::{self, MissingTools};
use crate::libraries::{self, Rehearsal};
use crate::licences;
use crate::outcome::{Failure, Outcome, TaskResult};
use crate::process::{capture, git};
use crate::tools::target;
use deb::PackageName;
use file_tree::{FileTree, read, write};
use platform::{ArchiveFormat, Effort, Platform, Runner};
use trial::Trial;

/// The program's version, which all crates share.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Options {
    missing: MissingTools,
    /// Try what was made.
    check: bool,
    effort: Effort,
    /// The platform to build for; all of them otherwise.
    only: Option<String>,
}

/// A program that was built.
struct Built {
    platform: Platform,
    program: PathBuf,
}

/// What was done and what was not, for the end of the output.
#[derive(Default)]
struct Summary {
    done: Vec<String>,
    skipped: Vec<String>,
}

/// Reads `[--install] [--check] [--quick] [--only PLATFORM]`, makes the files, and tries them.
pub(crate) fn run(words: &[String]) -> TaskResult {
    let options = read_options(words)?;
    let mut summary = Summary::default();
    let built = build(&options, &mut summary)?;
    if built.is_empty() {
        return Err(Failure::Task(format!("nothing was built: {}", summary.skipped.join("; "))));
    }
    let folder = target().join("dist");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| broken(&folder, &error))?;
    pack(&built, &folder, &options, &mut summary)?;
    if options.check {
        check(&built, &folder, &options, &mut summary)?;
    }
    summary.print();
    Ok(Outcome::Complete)
}

fn read_options(words: &[String]) -> Result<Options, Failure> {
    let mut rest = Vec::new();
    let (mut check, mut effort, mut only) = (false, Effort::Full, None);
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--check" => check = true,
            "--quick" => effort = Effort::Quick,
            "--only" => {
                let name = words.next();
                let known = platform::of_this_system().into_iter().map(|one| one.name);
                let known: Vec<_> = known.collect();
                if !name.is_some_and(|name| known.contains(&name.as_str())) {
                    let why = format!("--only needs one of: {}", known.join(", "));
                    return Err(Failure::Usage(why));
                }
                only = name.cloned();
            }
            _ => rest.push(word.clone()),
        }
    }
    Ok(Options { missing: arguments::install(&rest)?, check, effort, only })
}

/// Builds the program for every platform whose compilers are here.
fn build(options: &Options, summary: &mut Summary) -> Result<Vec<Built>, Failure> {
    let mut built = Vec::new();
    for platform in platform::of_this_system() {
        if options.only.as_ref().is_some_and(|name| name != platform.name) {
            summary.skipped.push(format!("{}: not asked for", platform.name));
            continue;
        }
        match platform.ensure(options.missing)? {
            Ok(()) => built.push(Built { program: platform.build(options.effort)?, platform }),
            Err(why) => summary.skipped.push(format!("{}: {why}", platform.name)),
        }
    }
    Ok(built)
}

/// Writes archives, package, components and checksums.
fn pack(
    built: &[Built],
    folder: &Path,
    options: &Options,
    summary: &mut Summary,
) -> Result<(), Failure> {
    let common = common_files(built, options, summary)?;
    let time = source_time()?;
    for Built { platform, program } in built {
        let name = format!("damier-{VERSION}-{}", platform.name);
        let mut inside = common.clone();
        inside.add_program(platform.program_name(), read(program)?);
        let mut files = FileTree::default();
        files.extend(&name, &inside);
        let (extension, bytes) = match platform.format {
            ArchiveFormat::TarGz => ("tar.gz", archive::tar_gz(&files, time)),
            ArchiveFormat::Zip => ("zip", archive::zip(&files)),
        };
        add(folder, &format!("{name}.{extension}"), bytes, summary)?;
        // The static program runs on every Debian; others would have to name their libraries.
        if platform.triple.ends_with("musl") {
            let package = PackageName { version: VERSION, architecture: "amd64" };
            add(folder, &package.file_name(), deb::deb(&package, &inside, time), summary)?;
        }
    }
    let components = common.get("damier.cdx.json").map(|file| file.bytes.clone());
    add(
        folder,
        &format!("damier-{VERSION}.cdx.json"),
        Ok(components.unwrap_or_default()),
        summary,
    )?;
    summary.add(if options.only.as_deref().is_none_or(wheel::belongs_to) {
        wheel::add(folder, options.missing)?
    } else {
        Err("wheel: not asked for".into())
    });
    write(&folder.join("SHA256SUMS"), checksums(folder)?.as_bytes())
}

/// What all archives have in common.
fn common_files(
    built: &[Built],
    options: &Options,
    summary: &mut Summary,
) -> Result<FileTree, Failure> {
    let (mut files, book) = book::book(options.missing)?;
    summary.skipped.extend(book.err());
    for path in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        files.copy(path, Path::new(path))?;
    }
    let components = licences::components()?;
    let own = String::from_utf8_lossy(&read(Path::new("LICENSE-MIT"))?).into_owned();
    files.add("LICENCES.txt", sbom::licence_list(&components, &own));
    let lock = String::from_utf8_lossy(&read(Path::new("Cargo.lock"))?).into_owned();
    files.add("damier.cdx.json", sbom::cyclonedx(&components, &lock, VERSION));
    // Any of the programs can write its manual; the native one is the quickest.
    let mut runnable: Vec<_> = built.iter().collect();
    runnable.sort_by_key(|one| one.platform.runner != Runner::Native);
    for Built { platform, program } in runnable {
        if platform.runner.ensure(options.missing)?.is_ok() {
            manual::add(&mut files, platform.runner, program)?;
            return Ok(files);
        }
    }
    summary.skipped.push("manual pages and completions: no program here that can be run".into());
    Ok(files)
}

fn add(
    folder: &Path,
    name: &str,
    bytes: std::io::Result<Vec<u8>>,
    summary: &mut Summary,
) -> Result<(), Failure> {
    let path = folder.join(name);
    let bytes = bytes.map_err(|error| broken(&path, &error))?;
    write(&path, &bytes)?;
    summary.done.push(format!("{} ({:.1} MB)", path.display(), bytes.len() as f64 / 1e6));
    Ok(())
}

/// The time of the last commit: archives of the same source have the same bytes.
fn source_time() -> Result<u64, Failure> {
    let time = capture(&mut git("log -1 --format=%ct"))?;
    time.trim().parse().map_err(|_| Failure::Task(format!("git says no time: {time}")))
}

/// The SHA-256 of every file in the folder, as `sha256sum` writes it.
fn checksums(folder: &Path) -> Result<String, Failure> {
    let entries = fs::read_dir(folder).map_err(|error| broken(folder, &error))?.flatten();
    let mut names: Vec<_> = entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| name != "SHA256SUMS")
        .collect();
    names.sort();
    let mut lines = String::new();
    for name in names {
        let hash = Sha256::digest(read(&folder.join(&name))?);
        // Writing into a string cannot fail.
        for byte in hash {
            let _ = write!(lines, "{byte:02x}");
        }
        let _ = writeln!(lines, "  {name}");
    }
    Ok(lines)
}

/// Tries everything that can be tried here.
fn check(
    built: &[Built],
    folder: &Path,
    options: &Options,
    summary: &mut Summary,
) -> Result<(), Failure> {
    for Built { platform, .. } in built {
        if let Err(why) = platform.runner.ensure(options.missing)? {
            summary.skipped.push(why);
            continue;
        }
        let folder = unpack(platform, folder)?;
        let program = folder.join(platform.program_name());
        Trial { runner: platform.runner, program: &program, folder: &folder }.run(VERSION)?;
        let place = platform.runner.title();
        summary.done.push(format!("{} {place}: plays, solves, searches, serves", platform.name));
        match static_program::check(platform, &program)? {
            Ok(found) => summary.done.push(format!("{}: {found}", platform.name)),
            Err(why) => summary.skipped.push(format!("{}: {why}", platform.name)),
        }
    }
    let package = PackageName { version: VERSION, architecture: "amd64" };
    let package = folder.join(package.file_name());
    if package.exists() {
        summary.add(deb::check(&package, VERSION, options.missing)?);
    }
    if options.only.as_deref().is_none_or(wheel::belongs_to) {
        summary.add(wheel::check(folder, VERSION)?);
    }
    if options.only.is_none() {
        libraries::publish_dry(Rehearsal::Compile)?;
        summary.done.push("libraries: packed and compiled as for publishing".into());
        macos::check(options.missing, summary)?;
    } else {
        summary.skipped.push("libraries and macOS: belong to no single platform".into());
    }
    let linux = built.iter().find(|one| one.platform.name == "linux-x86_64");
    let image = match linux {
        Some(one) => image::check(&one.program, options.missing)?,
        None => Err("the container image: no program for Linux on x86-64".into()),
    };
    summary.add(image);
    Ok(())
}

/// Unpacks the archive of a platform with the system's own programs.
fn unpack(platform: &Platform, folder: &Path) -> Result<PathBuf, Failure> {
    let name = format!("damier-{VERSION}-{}", platform.name);
    let place = target().join("dist-check");
    let _ = fs::remove_dir_all(place.join(&name));
    fs::create_dir_all(&place).map_err(|error| broken(&place, &error))?;
    let mut command = match platform.format {
        ArchiveFormat::TarGz => {
            let mut tar = std::process::Command::new("tar");
            tar.arg("-xzf").arg(folder.join(format!("{name}.tar.gz"))).arg("-C").arg(&place);
            tar
        }
        ArchiveFormat::Zip if cfg!(windows) => {
            let mut tar = std::process::Command::new("tar");
            tar.arg("-xf").arg(folder.join(format!("{name}.zip"))).arg("-C").arg(&place);
            tar
        }
        ArchiveFormat::Zip => {
            let mut unzip = std::process::Command::new("python3");
            unzip.args(["-m", "zipfile", "-e"]).arg(folder.join(format!("{name}.zip"))).arg(&place);
            unzip
        }
    };
    crate::process::run(&mut command)?;
    place.join(&name).canonicalize().map_err(|error| broken(&place, &error))
}

fn broken(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Task(format!("{}: {error}", path.display()))
}

impl Summary {
    fn add(&mut self, result: Result<String, String>) {
        match result {
            Ok(done) => self.done.push(done),
            Err(why) => self.skipped.push(why),
        }
    }

    fn print(&self) {
        println!("\ndone:");
        self.done.iter().for_each(|line| println!("  {line}"));
        if !self.skipped.is_empty() {
            println!("skipped:");
            self.skipped.iter().for_each(|line| println!("  {line}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn options_stand_in_any_order() {
        let options = read_options(&words("--quick --install --check")).expect("options");
        assert_eq!(options.missing, MissingTools::Install);
        assert!(options.check && options.effort == Effort::Quick && options.only.is_none());
        for wrong in ["--only", "--only amiga", "--fast"] {
            assert!(matches!(read_options(&words(wrong)), Err(Failure::Usage(_))), "{wrong}");
        }
    }
}
