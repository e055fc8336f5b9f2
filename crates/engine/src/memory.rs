//! Memory for transposition tables: whether a size that somebody asks for fits.
//!
//! A system that promises more memory than it has ends the program once the memory is used. So a size is compared with
//! what is available, too, where the system says that: on Linux, with the limits of control groups, which containers
//! and services have.

use std::error::Error;
use std::fmt;
use std::hint::black_box;

use rules::{Lang, Text};

/// Part of the available memory that is left to everything else: one of so many.
const RESERVE_DIVISOR: u64 = 16;
const MIB: u64 = 1 << 20;

/// Refusal of a transposition table for which there is no memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableTooLarge {
    /// Memory that is needed, in MiB: some engines have two tables of the size.
    pub needed: u64,
    /// Memory that may be used, in MiB; `None` if the system has refused what was needed, and does not say.
    pub available: Option<u64>,
}

impl TableTooLarge {
    /// What is wrong, for people.
    pub fn text(&self) -> Text {
        let needed = self.needed;
        match self.available {
            Some(available) => Text::composed(
                format!(
                    "this transposition table needs {needed} MiB of memory, of which {available} are available"
                ),
                format!(
                    "cette table de transposition demande {needed} Mio de mémoire, dont {available} sont disponibles"
                ),
            ),
            None => Text::composed(
                format!(
                    "this transposition table needs {needed} MiB of memory, which the system refuses"
                ),
                format!(
                    "cette table de transposition demande {needed} Mio de mémoire, que le système refuse"
                ),
            ),
        }
    }
}

impl fmt::Display for TableTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text().get(Lang::En))
    }
}

impl Error for TableTooLarge {}

/// Checks that there is memory for a transposition table of so many MiB.
pub fn check_table(mib: usize) -> Result<(), TableTooLarge> {
    check(mib as u64, available(&|path| std::fs::read_to_string(path).ok()))
}

fn check(needed: u64, available: Option<u64>) -> Result<(), TableTooLarge> {
    let available = available.map(|bytes| (bytes - bytes / RESERVE_DIVISOR) / MIB);
    if available.is_some_and(|available| needed > available) {
        return Err(TableTooLarge { needed, available });
    }
    let bytes = needed.checked_mul(MIB).and_then(|bytes| usize::try_from(bytes).ok());
    if bytes.is_some_and(is_granted) {
        Ok(())
    } else {
        Err(TableTooLarge { needed, available: None })
    }
}

/// Whether the allocator gives so many bytes, of which none is touched.
fn is_granted(bytes: usize) -> bool {
    let mut memory: Vec<u8> = Vec::new();
    let granted = memory.try_reserve_exact(bytes).is_ok();
    // An allocation that nobody sees may be left out.
    black_box(&memory);
    granted
}

/// Bytes that the system can give without taking them from other programs; `None` if it does not say. `read` is the
/// content of a file.
fn available(read: &dyn Fn(&str) -> Option<String>) -> Option<u64> {
    let machine = read("/proc/meminfo")?;
    let machine = machine.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let machine = machine.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?;
    let groups = read("/proc/self/cgroup").unwrap_or_default();
    let groups = groups.lines().flat_map(|line| left_in_groups(line, read));
    groups.chain([machine.saturating_mul(1024)]).min()
}

/// Bytes left to a control group, a line of `/proc/self/cgroup`, and to those above it, where they have a limit.
fn left_in_groups(line: &str, read: &dyn Fn(&str) -> Option<String>) -> Vec<u64> {
    let mut fields = line.splitn(3, ':').skip(1);
    let (Some(controllers), Some(path)) = (fields.next(), fields.next()) else {
        return Vec::new();
    };
    let (root, limit, usage) = if controllers.is_empty() {
        ("/sys/fs/cgroup", "memory.max", "memory.current")
    } else if controllers.split(',').any(|controller| controller == "memory") {
        ("/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes")
    } else {
        return Vec::new();
    };
    let mut left = Vec::new();
    let mut path = path.trim_end_matches('/');
    loop {
        let file = |name: &str| read(&format!("{root}{path}/{name}"));
        let number = |name: &str| file(name)?.trim().parse::<u64>().ok();
        if let (Some(limit), Some(used)) = (number(limit), number(usage)) {
            // Files that were read long ago are dropped first.
            let stat = file("memory.stat").unwrap_or_default();
            let cached = stat.lines().find_map(|line| line.strip_prefix("inactive_file "));
            let cached = cached.and_then(|bytes| bytes.trim().parse().ok()).unwrap_or(0);
            left.push(limit.saturating_sub(used.saturating_sub(cached)));
        }
        match path.rfind('/') {
            Some(parent) => path = &path[..parent],
            None => return left,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GIB: u64 = 1 << 30;

    fn available_in(files: &[(&str, &str)]) -> Option<u64> {
        available(&|path| {
            let found = files.iter().find(|(name, _)| *name == path);
            found.map(|(_, text)| (*text).to_owned())
        })
    }

    const MACHINE: (&str, &str) =
        ("/proc/meminfo", "MemTotal: 9437184 kB\nMemFree: 1 kB\nMemAvailable:  8388608 kB\n");

    #[test]
    fn the_machine_says_what_is_available() {
        assert_eq!(available_in(&[MACHINE]), Some(8 * GIB));
        assert_eq!(available_in(&[]), None);
        assert_eq!(available_in(&[("/proc/meminfo", "MemAvailable: much kB\n")]), None);
    }

    #[test]
    fn control_groups_limit_what_is_available() {
        let group = ("/proc/self/cgroup", "0::/system.slice/damier.service\n");
        let own = "/sys/fs/cgroup/system.slice/damier.service";
        let file = |name: &str| format!("{own}/{name}");
        let [max, current, stat] = ["memory.max", "memory.current", "memory.stat"].map(file);
        let unlimited = [MACHINE, group, (&max, "max\n"), (&current, "1048576\n")];
        assert_eq!(available_in(&unlimited), Some(8 * GIB));
        let stat = (stat.as_str(), "anon 5\ninactive_file 1048576\n");
        let limited = [MACHINE, group, (&max, "1073741824\n"), (&current, "2097152\n"), stat];
        assert_eq!(available_in(&limited), Some(GIB - MIB));
        let above = [
            "/sys/fs/cgroup/system.slice/memory.max",
            "/sys/fs/cgroup/system.slice/memory.current",
        ];
        let slice = [MACHINE, group, (above[0], "536870912\n"), (above[1], "0\n")];
        assert_eq!(available_in(&slice), Some(GIB / 2));
        let container = [
            MACHINE,
            ("/proc/self/cgroup", "0::/\n"),
            ("/sys/fs/cgroup/memory.max", "536870912"),
            ("/sys/fs/cgroup/memory.current", "1073741824"),
        ];
        assert_eq!(available_in(&container), Some(0));
        let first_version = [
            MACHINE,
            ("/proc/self/cgroup", "9:cpu:/x\n4:memory:/x\n"),
            ("/sys/fs/cgroup/memory/x/memory.limit_in_bytes", "1073741824"),
            ("/sys/fs/cgroup/memory/x/memory.usage_in_bytes", "536870912"),
        ];
        assert_eq!(available_in(&first_version), Some(GIB / 2));
    }

    #[test]
    fn a_table_that_does_not_fit_is_refused_in_words() {
        assert_eq!(check(64, Some(GIB)), Ok(()));
        assert_eq!(check(64, None), Ok(()));
        let refused = check(1000, Some(GIB)).expect_err("a part is left to everything else");
        assert_eq!((refused.needed, refused.available), (1000, Some(960)));
        assert!(refused.to_string().contains("needs 1000 MiB of memory, of which 960 are"));
        // More than there are addresses.
        for needed in [1 << 40, u64::MAX] {
            let refused = check(needed, None).expect_err("no machine has it");
            assert!(refused.to_string().ends_with("which the system refuses"), "{refused}");
        }
    }
}
