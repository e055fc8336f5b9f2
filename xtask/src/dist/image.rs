//! The container image: built of deploy/Containerfile, and started.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{fs, thread};

use super::debian;
use super::file_tree::{read, write};
use super::trial::{fetch, fetch_pages};
use crate::arguments::MissingTools;
use crate::outcome::Failure;
use crate::process::{capture, in_own_group, kill_group, run as run_command, run_within};
use crate::tools::{Availability, BUILDAH, target};

const CONTAINERFILE: &str = "deploy/Containerfile";
/// The image that the last stage begins with.
const BASE: &str = "docker.io/library/debian:stable-slim";
const BASE_HERE: &str = "localhost/damier-debian";
const IMAGE: &str = "localhost/damier";
/// Time limit of fetching an image.
const PULL_TIMEOUT: Duration = Duration::from_mins(1);
/// Interval and number of attempts to reach the server in the container.
const FETCH_INTERVAL: Duration = Duration::from_millis(500);
const FETCH_ATTEMPTS: u32 = 60;
/// The port that the image listens on.
const ADDRESS: &str = "127.0.0.1:4747";

/// Builds the image with a program that was built here, starts it, and says how large it is.
pub(super) fn check(
    program: &Path,
    missing: MissingTools,
) -> Result<Availability<String>, Failure> {
    if let Err(why) = BUILDAH.ensure(missing)? {
        return Ok(Err(why));
    }
    let folder = target().join("dist-image");
    fs::create_dir_all(&folder)
        .map_err(|error| Failure::Task(format!("cannot make {}: {error}", folder.display())))?;
    let folder = folder
        .canonicalize()
        .map_err(|error| Failure::Task(format!("cannot find {}: {error}", folder.display())))?;
    let base = match base(&folder, missing)? {
        Ok(base) => base,
        Err(why) => return Ok(Err(why)),
    };
    // With its permissions.
    fs::copy(program, folder.join("damier"))
        .map_err(|error| Failure::Task(format!("cannot copy {}: {error}", program.display())))?;
    let text = String::from_utf8_lossy(&read(Path::new(CONTAINERFILE))?).into_owned();
    let last = last_stage(&text, base)
        .ok_or_else(|| Failure::Task(format!("{CONTAINERFILE} has no stage on {BASE}")))?;
    write(&folder.join("Containerfile"), last.as_bytes())?;
    let mut build = buildah(&folder, "build --quiet --tag");
    run_command(build.arg(IMAGE).arg("--file").arg(folder.join("Containerfile")).arg(&folder))?;
    let size = capture(buildah(&folder, "images --format {{.Size}}").arg(IMAGE))?;
    start(&folder)?;
    let origin = if base == BASE { "Debian's image" } else { "a Debian made by mmdebstrap" };
    Ok(Ok(format!("container image on {origin}: built, started, page fetched, {}", size.trim())))
}

/// The last stage with the program from the folder instead of the first stage's.
fn last_stage(containerfile: &str, base: &str) -> Option<String> {
    let start = containerfile.find(&format!("FROM {BASE}"))?;
    let stage = containerfile[start..].replacen(BASE, base, 1);
    let copy = stage.lines().find(|line| line.starts_with("COPY --from=build"))?.to_owned();
    let destination = copy.split_whitespace().last()?.to_owned();
    Some(stage.replacen(&copy, &format!("COPY damier {destination}"), 1))
}

/// The image to begin with: the usual one, or one that is made of Debian's packages.
fn base(folder: &Path, missing: MissingTools) -> Result<Availability<&'static str>, Failure> {
    if run_within(buildah(folder, "pull --quiet").arg(BASE), PULL_TIMEOUT).is_ok() {
        return Ok(Ok(BASE));
    }
    let archive = match debian::archive(missing)? {
        Ok(archive) => archive,
        Err(why) => return Ok(Err(why)),
    };
    let container = capture(&mut buildah(folder, "from scratch"))?;
    let container = container.trim();
    run_command(buildah(folder, "add --quiet").arg(container).arg(&archive))?;
    run_command(buildah(folder, "commit --quiet --rm").args([container, BASE_HERE]))?;
    Ok(Ok(BASE_HERE))
}

/// Starts what the image starts, and fetches the page.
fn start(folder: &Path) -> Result<(), Failure> {
    if fetch(ADDRESS, "/healthz").is_ok() {
        return Err(Failure::Task(format!("something listens on {ADDRESS} already")));
    }
    let container = capture(buildah(folder, "from").arg(IMAGE))?;
    let container = container.trim();
    let inspected = capture(buildah(folder, "inspect --type image").arg(IMAGE))?;
    let inspected: serde_json::Value = serde_json::from_str(&inspected)
        .map_err(|error| Failure::Task(format!("cannot read what buildah says: {error}")))?;
    let entry = inspected["OCIv1"]["config"]["Entrypoint"].as_array().cloned().unwrap_or_default();
    let mut run = buildah(folder, "run --env DAMIER_PUBLIC_URL=https://damier.example");
    run.arg(container).arg("--").args(entry.iter().filter_map(serde_json::Value::as_str));
    in_own_group(&mut run).stdin(Stdio::null());
    let mut child =
        run.spawn().map_err(|error| Failure::Task(format!("cannot run buildah: {error}")))?;
    for _ in 0..FETCH_ATTEMPTS {
        if fetch(ADDRESS, "/healthz").is_ok_and(|answer| !answer.is_empty()) {
            break;
        }
        thread::sleep(FETCH_INTERVAL);
    }
    let fetched = fetch_pages(ADDRESS);
    kill_group(child.id());
    let _ = child.wait();
    run_command(buildah(folder, "rm").arg(container).stdout(Stdio::null()))?;
    fetched
}

/// Buildah with its images in a folder, without privileges of the kernel that a container may lack.
fn buildah(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(BUILDAH.program);
    command.arg("--root").arg(folder.join("images"));
    command.args(arguments.split_whitespace());
    command.env("BUILDAH_ISOLATION", "chroot").env("STORAGE_DRIVER", "vfs");
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_stage_takes_the_program_from_here() {
        let text = fs::read_to_string(
            Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(CONTAINERFILE),
        )
        .expect("the file");
        let stage = last_stage(&text, "base").expect("a stage");
        assert!(stage.starts_with("FROM base\n"), "{stage}");
        assert!(stage.contains("\nCOPY damier /usr/local/bin/damier\n"), "{stage}");
        assert!(stage.contains("ENTRYPOINT") && !stage.contains("cargo build"), "{stage}");
    }
}
