//! The package for Debian and Ubuntu: an `ar` archive of two `tar` archives.

use std::path::Path;
use std::process::Command;
use std::{fs, io};

use super::archive::{gzip, tar_gz};
use super::debian;
use super::file_tree::FileTree;
use super::platform::Runner;
use super::trial::Trial;
use crate::arguments::MissingTools;
use crate::outcome::Failure;
use crate::process::{capture, run as run_command};
use crate::tools::{Availability, is_root, target};

/// Name and version of the package.
pub(super) struct PackageName<'a> {
    pub(super) version: &'a str,
    pub(super) architecture: &'a str,
}

impl PackageName<'_> {
    pub(super) fn file_name(&self) -> String {
        format!("damier_{}_{}.deb", self.version, self.architecture)
    }
}

/// Installs the package in a clean Debian, tries its program there, and removes it; without root or mmdebstrap, lets dpkg
/// read and unpack it here.
pub(super) fn check(
    package: &Path,
    version: &str,
    missing: MissingTools,
) -> Result<Availability<String>, Failure> {
    if capture(Command::new("dpkg-deb").arg("--version")).is_err() {
        return Ok(Err("Debian package: no dpkg-deb here".into()));
    }
    let field = capture(Command::new("dpkg-deb").arg("--field").arg(package).arg("Version"))?;
    if field.trim() != version {
        return Err(Failure::Task(format!("{}: version {field}", package.display())));
    }
    let root = if is_root() {
        debian::root(missing)?
    } else {
        Err("Debian package: to be installed it needs root".into())
    };
    match root {
        Ok(root) => install(package, version, &root).map(Ok),
        Err(why) => unpack(package, version, &why).map(Ok),
    }
}

/// Installs the package in the root folder of a Debian, tries it and removes it.
fn install(package: &Path, version: &str, root: &Path) -> Result<String, Failure> {
    let broken = |error| Failure::Task(format!("{}: {error}", root.display()));
    fs::copy(package, root.join("damier.deb")).map_err(broken)?;
    run_command(&mut debian::inside(root, &["dpkg", "--install", "/damier.deb"]))?;
    let program = root.join("usr/bin/damier");
    Trial { runner: Runner::Chroot, program: &program, folder: root }.run(version)?;
    run_command(&mut debian::inside(root, &["dpkg", "--purge", "damier"]))?;
    if program.exists() || root.join("usr/share/doc/damier").exists() {
        return Err(Failure::Task("the Debian package leaves files behind".into()));
    }
    let name = debian::codename();
    Ok(format!("Debian package: installed in a clean {name}, tried as the archive, removed"))
}

/// Lets dpkg unpack the package here, and starts the program in it.
fn unpack(package: &Path, version: &str, why: &str) -> Result<String, Failure> {
    let folder = target().join("dist-deb");
    let _ = fs::remove_dir_all(&folder);
    run_command(Command::new("dpkg-deb").arg("--extract").arg(package).arg(&folder))?;
    let said = capture(Command::new(folder.join("usr/bin/damier")).arg("--version"))?;
    if said.trim() != format!("damier {version}") {
        return Err(Failure::Task(format!("{}: {said}", package.display())));
    }
    Ok(format!("Debian package: unpacked by dpkg, its program starts; not installed ({why})"))
}

/// The package of an archive's files: program, manual pages, completions and documents at the places of the system.
pub(super) fn deb(name: &PackageName<'_>, files: &FileTree, time: u64) -> io::Result<Vec<u8>> {
    let data = placed(files)?;
    let bytes: usize = data.iter().map(|(_, file)| file.bytes.len()).sum();
    let mut control = FileTree::default();
    control.add("./control", control_file(name, bytes.div_ceil(1024)));
    let members = [
        ("debian-binary", b"2.0\n".to_vec()),
        ("control.tar.gz", tar_gz(&control, time)?),
        ("data.tar.gz", tar_gz(&data, time)?),
    ];
    let mut archive = ar::Builder::new(Vec::new());
    for (member, bytes) in members {
        let mut header = ar::Header::new(member.into(), bytes.len() as u64);
        header.set_mode(0o100_644);
        header.set_mtime(time);
        archive.append(&header, bytes.as_slice())?;
    }
    archive.into_inner()
}

fn control_file(name: &PackageName<'_>, kibibytes: usize) -> String {
    format!(
        "Package: damier\nVersion: {}\nArchitecture: {}\nMaintainer: Damier <damier@localhost>\n\
         Installed-Size: {kibibytes}\nRecommends: ca-certificates\nSection: games\nPriority: optional\n\
         Description: five board games with strong engines\n \
         Connect Four, Othello, Katarenga, Congress and Isolation in a web page and\n \
         in the terminal, against the computer, at one screen or with others elsewhere.\n",
        name.version, name.architecture
    )
}

/// The files where a Debian system has them.
fn placed(files: &FileTree) -> io::Result<FileTree> {
    let mut data = FileTree::default();
    for (path, file) in files.iter() {
        let bytes = file.bytes.clone();
        match path.split_once('/') {
            None if path == "damier" => data.add_program("./usr/bin/damier", bytes),
            None if path == "LICENCES.txt" => data.add("./usr/share/doc/damier/copyright", bytes),
            Some(("man", page)) => {
                data.add(format!("./usr/share/man/man1/{page}.gz"), gzip(&bytes)?);
            }
            Some(("completions", script)) => {
                if let Some(place) = completion_path(script) {
                    data.add(place, bytes);
                }
            }
            _ => data.add(format!("./usr/share/doc/damier/{path}"), bytes),
        }
    }
    Ok(data)
}

fn completion_path(script: &str) -> Option<&'static str> {
    match script {
        "damier.bash" => Some("./usr/share/bash-completion/completions/damier"),
        "_damier" => Some("./usr/share/zsh/vendor-completions/_damier"),
        "damier.fish" => Some("./usr/share/fish/vendor_completions.d/damier.fish"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_lie_where_the_system_looks_for_them() {
        let mut files = FileTree::default();
        files.add_program("damier", b"program".to_vec());
        for path in
            ["LICENCES.txt", "README.md", "man/damier.1", "completions/_damier", "docs/index.html"]
        {
            files.add(path, *b"x");
        }
        let placed = placed(&files).expect("files");
        let paths: Vec<_> =
            placed.iter().map(|(path, _)| path.trim_start_matches("./usr/")).collect();
        assert_eq!(
            paths,
            [
                "bin/damier",
                "share/doc/damier/README.md",
                "share/doc/damier/copyright",
                "share/doc/damier/docs/index.html",
                "share/man/man1/damier.1.gz",
                "share/zsh/vendor-completions/_damier",
            ]
        );
        assert!(placed.get("./usr/bin/damier").is_some_and(|file| file.is_program));
    }

    /// The length of every member is made even, and the format says nothing of this machine.
    #[test]
    fn the_package_is_an_archive_of_three_members() {
        let mut files = FileTree::default();
        files.add_program("damier", b"program".to_vec());
        let name = PackageName { version: "0.2.0", architecture: "amd64" };
        let package = deb(&name, &files, 1_700_000_000).expect("a package");
        assert!(package.starts_with(
            b"!<arch>\ndebian-binary   1700000000  0     0     100644  4         `\n2.0\n"
        ));
        assert_eq!(package.len() % 2, 0);
        let mut archive = ar::Archive::new(package.as_slice());
        let mut members = Vec::new();
        while let Some(member) = archive.next_entry() {
            members.push(member.expect("a member").header().identifier().to_vec());
        }
        assert_eq!(members, [&b"debian-binary"[..], b"control.tar.gz", b"data.tar.gz"]);
    }
}
