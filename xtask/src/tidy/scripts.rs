//! Files that say which program runs them, and must therefore be executable.

use super::read;
use super::sources::extension;
use crate::outcome::Failure;

/// Mode of an executable file, as git writes it.
const EXECUTABLE: &str = "100755";

/// The breaches in the files that `git ls-files -z --stage` lists.
pub(super) fn violations(staged: &str) -> Result<Vec<String>, Failure> {
    let mut found = Vec::new();
    for (mode, path) in scripts(staged).filter(|(mode, _)| *mode != EXECUTABLE) {
        if read(path)?.is_some_and(|text| text.starts_with("#!/")) {
            found.push(format!("{path}: it begins with `#!`, but is {mode}: git add --chmod=+x"));
        }
    }
    Ok(found)
}

/// Modes and paths of files in languages of scripts.
fn scripts(staged: &str) -> impl Iterator<Item = (&str, &str)> {
    let entries = staged.split_terminator('\0').filter_map(|entry| entry.split_once('\t'));
    let entries = entries.filter_map(|(info, path)| Some((info.split_whitespace().next()?, path)));
    entries.filter(|(_, path)| ["py", "mjs", "sh"].contains(&extension(path)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_are_found_with_their_modes() {
        let staged =
            "100755 1f 0\texamples/bot.py\x00100644 2f 0\tREADME.md\x00100644 3f 0\ta b.mjs\0";
        let found: Vec<_> = scripts(staged).collect();
        assert_eq!(found, [("100755", "examples/bot.py"), ("100644", "a b.mjs")]);
    }
}
