//! Writes the page for a static host into a folder whose folder `core` has the core already: `cargo xtask web`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

use serde_json::Value;
use server::CoreFiles;

fn main() -> ExitCode {
    let Some(folder) = env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("usage: static_page FOLDER");
        return ExitCode::FAILURE;
    };
    match write(&folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}: {error}", folder.display());
            ExitCode::FAILURE
        }
    }
}

fn write(folder: &Path) -> Result<(), String> {
    let core = core_files(&folder.join("core"))?;
    for (name, bytes) in server::static_page(games::CATALOGUE, env!("CARGO_PKG_VERSION"), &core)? {
        let path = folder.join(&name);
        let parent = path.parent().unwrap_or(folder);
        let written = fs::create_dir_all(parent).and_then(|()| fs::write(&path, bytes));
        written.map_err(|error| format!("{name}: {error}"))?;
    }
    Ok(())
}

/// The files of the core: its manifest names those that are loaded later.
fn core_files(folder: &Path) -> Result<CoreFiles, String> {
    let broken = |error: &dyn std::error::Error| format!("{}: {error}", folder.display());
    let manifest = fs::read(folder.join("manifest.json")).map_err(|error| broken(&error))?;
    let manifest: Value = serde_json::from_slice(&manifest).map_err(|error| broken(&error))?;
    let data = manifest["data"].as_object().into_iter().flat_map(|files| files.values());
    let data = data.chain([&manifest["threads"]["module"]]);
    let data: Vec<_> = data.filter_map(|name| name.as_str().map(str::to_owned)).collect();
    let mut needed = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| broken(&error))? {
        let name = entry.map_err(|error| broken(&error))?.file_name();
        let name = name.to_string_lossy().into_owned();
        if !data.contains(&name) {
            needed.push(name);
        }
    }
    needed.sort();
    Ok(CoreFiles { needed, data })
}
