//! What the workflows of the repository's host run: actions by the hash of a commit, which nobody can move, and without
//! credentials that stay in the checkout.

/// Digits of a commit's hash.
const HASH_DIGITS: usize = 40;
/// The action that leaves the token in the checkout unless it is told not to.
const CHECKOUT: &str = "actions/checkout@";

/// Whether this is a file to look at.
pub(super) fn is_workflow(path: &str) -> bool {
    path.starts_with(".github/workflows/")
}

/// The breaches in one workflow.
pub(super) fn violations(path: &str, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let lines: Vec<&str> = text.lines().map(|line| line.trim_start_matches([' ', '-'])).collect();
    for (index, line) in lines.iter().enumerate() {
        let Some(action) = line.strip_prefix("uses: ") else { continue };
        let breach = |says: &str| format!("{path}:{}: {says}", index + 1);
        let (action, version) = action.split_once(" # v").unwrap_or((action, ""));
        let hash = action.split_once('@').map_or("", |(_, hash)| hash);
        let is_hash =
            hash.len() == HASH_DIGITS && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_hash || version.is_empty() {
            found.push(breach(
                "name an action by the hash of its commit: uses: owner/name@HASH # v1.2.3",
            ));
        }
        let keeps_no_token = lines
            .get(index + 1..index + 3)
            .is_some_and(|next| next == ["with:", "persist-credentials: false"]);
        if action.starts_with(CHECKOUT) && !keeps_no_token {
            found.push(breach("leave no token in the checkout: with: persist-credentials: false"));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_named_by_hashes_and_leave_no_token() {
        let count = |text: &str| violations(".github/workflows/ci.yml", text).len();
        let hash = "0123456789abcdef0123456789abcdef01234567";
        assert_eq!(count(&format!("      - uses: a/b@{hash} # v1.2.3\n")), 0);
        assert_eq!(count(&format!("      - uses: a/b@{hash}\n")), 1);
        assert_eq!(count("      - uses: a/b@v4\n"), 1);
        let checkout = format!("      - uses: actions/checkout@{hash} # v4.4.0\n");
        assert_eq!(count(&checkout), 1);
        let told = "        with:\n          persist-credentials: false\n";
        assert_eq!(count(&format!("{checkout}{told}")), 0);
    }
}
