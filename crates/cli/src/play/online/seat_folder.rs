//! The seats that this machine has at tables: secrets that open them, and commands without an answer.
//!
//! Each match has a file of its own in the data folder, so that two terminals do not write over one another.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use client::{MatchEndpoint, Origin, Outbox, new_secret};
use play::Player;
use serde::{Deserialize, Serialize};
use wire::{CommandId, SeatSecret, ToServer};

use crate::platform;

/// Folder of the seats in the data folder.
const SEATS_FOLDER: &str = "seats";
/// Most seats; those that were changed first are forgotten.
const SEATS_MAX: usize = 60;
/// Longest file of a seat that is read.
const SEAT_FILE_MAX_BYTES: u64 = 256 << 10;
/// Age after which a command is not sent any more.
const COMMAND_MAX_AGE: Duration = Duration::from_hours(1);

/// A seat at a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct HeldSeat {
    /// The server.
    server: String,
    /// The match.
    id: String,
    /// Its secret.
    pub(crate) seat: SeatSecret,
    /// Whose seat it is, as far as is known.
    #[serde(default)]
    pub(crate) player: Option<Player>,
    /// Whether the game has ended.
    #[serde(default)]
    pub(crate) is_over: bool,
    /// Commands without an answer.
    #[serde(default)]
    pending: Vec<PendingCommand>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct PendingCommand {
    /// When it was given, in seconds since 1970.
    at: u64,
    id: CommandId,
    message: ToServer,
}

/// The seats in a data folder.
#[derive(Clone)]
pub(crate) struct SeatFolder {
    /// `None` where there is no data folder: seats are forgotten with the program.
    folder: Option<PathBuf>,
}

impl SeatFolder {
    pub(crate) fn new(data: Option<&Path>) -> Self {
        Self { folder: data.map(|data| data.join(SEATS_FOLDER)) }
    }

    fn path(&self, endpoint: &MatchEndpoint) -> Option<PathBuf> {
        let host = endpoint.origin.authority();
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
        let host: String = host.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
        let id: String = endpoint.id.chars().filter(char::is_ascii_alphanumeric).collect();
        Some(self.folder.as_ref()?.join(format!("{host}-{id}.json")))
    }

    /// The seat in a match, if this machine has one.
    pub(crate) fn load(&self, endpoint: &MatchEndpoint) -> Option<HeldSeat> {
        let path = self.path(endpoint)?;
        let is_short = fs::metadata(&path).is_ok_and(|file| file.len() <= SEAT_FILE_MAX_BYTES);
        let held: HeldSeat =
            serde_json::from_slice(&fs::read(&path).ok().filter(|_| is_short)?).ok()?;
        let is_this = held.server == endpoint.origin.to_string() && held.id == endpoint.id;
        is_this.then_some(held)
    }

    /// The secret for a match: the one that is given, which is kept, or that of the seat there. A stranger has a new one, with
    /// which a seat is taken later.
    pub(crate) fn secret_for(
        &self,
        endpoint: &MatchEndpoint,
        given: Option<SeatSecret>,
    ) -> io::Result<SeatSecret> {
        if let Some(secret) = given {
            self.keep(endpoint, &secret, None, false);
            return Ok(secret);
        }
        self.load(endpoint).map_or_else(new_secret, |held| Ok(held.seat))
    }

    /// Keeps a seat. What fails is no reason not to play.
    pub(crate) fn keep(
        &self,
        endpoint: &MatchEndpoint,
        seat: &SeatSecret,
        player: Option<Player>,
        is_over: bool,
    ) {
        let before = self.load(endpoint).filter(|held| held.seat == *seat);
        let is_known = before
            .as_ref()
            .is_some_and(|held| (held.player, held.is_over) == (player.or(held.player), is_over));
        if is_known {
            return;
        }
        let held = HeldSeat {
            server: endpoint.origin.to_string(),
            id: endpoint.id.clone(),
            seat: seat.clone(),
            player: player.or_else(|| before.as_ref()?.player),
            is_over,
            pending: before.map(|held| held.pending).unwrap_or_default(),
        };
        let _ = self.write(endpoint, &held);
        self.forget_oldest();
    }

    /// Ids of the matches of a server in which this machine has a seat.
    pub(crate) fn matches_at(&self, origin: &Origin) -> Vec<String> {
        let files = self.folder.as_ref().and_then(|folder| fs::read_dir(folder).ok());
        let server = origin.to_string();
        let held = files.into_iter().flatten().flatten().filter_map(|file| {
            let is_short = file.metadata().is_ok_and(|file| file.len() <= SEAT_FILE_MAX_BYTES);
            let held: HeldSeat =
                serde_json::from_slice(&fs::read(file.path()).ok().filter(|_| is_short)?).ok()?;
            (held.server == server).then_some(held.id)
        });
        held.collect()
    }

    /// Forgets the seat in a match.
    pub(crate) fn forget(&self, endpoint: &MatchEndpoint) {
        if let Some(path) = self.path(endpoint) {
            let _ = fs::remove_file(path);
        }
    }

    fn write(&self, endpoint: &MatchEndpoint, held: &HeldSeat) -> io::Result<()> {
        let (Some(folder), Some(path)) = (&self.folder, self.path(endpoint)) else { return Ok(()) };
        fs::create_dir_all(folder)?;
        let beside = path.with_extension(format!("{}.tmp", std::process::id()));
        let mut options = fs::OpenOptions::new();
        options.write(true).create(true).truncate(true);
        let mut file = platform::keep_private(&mut options).open(&beside)?;
        file.write_all(&serde_json::to_vec(held)?)?;
        drop(file);
        fs::rename(beside, path)
    }

    fn forget_oldest(&self) {
        let files = self.folder.as_ref().and_then(|folder| fs::read_dir(folder).ok());
        let changed =
            |file: fs::DirEntry| Some((file.metadata().ok()?.modified().ok()?, file.path()));
        let mut files: Vec<_> = files.into_iter().flatten().flatten().filter_map(changed).collect();
        files.sort();
        for (_, path) in files.iter().rev().skip(SEATS_MAX) {
            let _ = fs::remove_file(path);
        }
    }

    /// Where the commands of a seat are stored until they have an answer.
    pub(crate) fn outbox(&self, endpoint: &MatchEndpoint, seat: Option<&SeatSecret>) -> SeatOutbox {
        SeatOutbox { folder: self.clone(), endpoint: endpoint.clone(), seat: seat.cloned() }
    }
}

/// Commands of a seat without an answer.
pub(crate) struct SeatOutbox {
    folder: SeatFolder,
    endpoint: MatchEndpoint,
    /// Without a seat nothing is stored.
    seat: Option<SeatSecret>,
}

impl SeatOutbox {
    fn load(&self) -> Option<HeldSeat> {
        self.folder.load(&self.endpoint).filter(|held| Some(&held.seat) == self.seat.as_ref())
    }
}

impl Outbox for SeatOutbox {
    fn read(&mut self) -> Vec<(CommandId, ToServer)> {
        let pending = self.load().map(|held| held.pending).unwrap_or_default();
        let oldest = unix_seconds().saturating_sub(COMMAND_MAX_AGE.as_secs());
        let young = pending.into_iter().filter(|command| command.at >= oldest);
        young.map(|command| (command.id, command.message)).collect()
    }

    fn add(&mut self, id: &CommandId, message: &ToServer) {
        let Some(mut held) = self.load() else { return };
        let (id, message) = (id.clone(), message.clone());
        held.pending.push(PendingCommand { at: unix_seconds(), id, message });
        // Without storage the command is lost with the program.
        let _ = self.folder.write(&self.endpoint, &held);
    }

    fn remove(&mut self, id: &CommandId) {
        let Some(mut held) = self.load() else { return };
        held.pending.retain(|command| command.id != *id);
        let _ = self.folder.write(&self.endpoint, &held);
    }
}

fn unix_seconds() -> u64 {
    SystemTime::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_secs())
}

#[cfg(test)]
mod tests {
    use client::Origin;
    use play::Command;

    use super::*;

    struct TempFolder(PathBuf);

    impl TempFolder {
        fn new(test: &str) -> Self {
            let name = format!("damier-seats-{test}-{}", std::process::id());
            let path = std::env::temp_dir().join(name);
            let _ = fs::remove_dir_all(&path);
            Self(path)
        }
    }

    impl Drop for TempFolder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn endpoint(id: &str) -> MatchEndpoint {
        MatchEndpoint { origin: Origin::loopback(4747), id: id.to_owned() }
    }

    #[test]
    fn a_seat_and_its_commands_outlive_the_program() {
        let temp = TempFolder::new("kept");
        let folder = SeatFolder::new(Some(&temp.0));
        let (secret, there) = (SeatSecret::new(7), endpoint("abc"));
        assert!(folder.load(&there).is_none());
        folder.keep(&there, &secret, None, false);
        folder.keep(&there, &secret, Some(Player::Two), false);
        folder.keep(&there, &secret, None, false);
        let held = folder.load(&there).expect("a seat");
        assert_eq!((held.seat.digits(), held.player), (secret.digits(), Some(Player::Two)));
        assert!(folder.load(&endpoint("abd")).is_none());
        assert_eq!(folder.matches_at(&there.origin), ["abc"]);
        assert!(folder.matches_at(&Origin::loopback(4748)).is_empty(), "another server");
        let id = CommandId("x-1".to_owned());
        let message = ToServer::Command {
            id: id.clone(),
            player: Player::Two,
            command: Command::Resign,
            version: None,
        };
        folder.outbox(&there, Some(&secret)).add(&id, &message);
        let mut again = folder.outbox(&there, Some(&secret));
        assert_eq!(again.read(), [(id.clone(), message.clone())]);
        assert_eq!(folder.outbox(&there, Some(&SeatSecret::new(8))).read(), [], "another seat");
        again.remove(&id);
        assert_eq!(again.read(), []);
        folder.forget(&there);
        again.add(&id, &message);
        assert_eq!(again.read(), [], "nothing is stored for a seat that is forgotten");
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_reads_a_secret() {
        use std::os::unix::fs::PermissionsExt;
        let temp = TempFolder::new("mode");
        let folder = SeatFolder::new(Some(&temp.0));
        folder.keep(&endpoint("abc"), &SeatSecret::new(7), None, false);
        let path = folder.path(&endpoint("abc")).expect("a path");
        let mode = fs::metadata(path).expect("a file").permissions().mode();
        assert_eq!(mode & 0o077, 0, "{mode:o}");
    }

    #[test]
    fn seats_are_bounded_and_damaged_files_are_no_seats() {
        let temp = TempFolder::new("bounded");
        let folder = SeatFolder::new(Some(&temp.0));
        for number in 0..SEATS_MAX + 5 {
            folder.keep(&endpoint(&format!("m{number}")), &SeatSecret::new(7), None, false);
        }
        let count = fs::read_dir(temp.0.join(SEATS_FOLDER)).expect("a folder").count();
        assert_eq!(count, SEATS_MAX);
        let path = folder.path(&endpoint("m64")).expect("a path");
        fs::write(path, "{").expect("a file");
        assert!(folder.load(&endpoint("m64")).is_none());
        SeatFolder::new(None).keep(&endpoint("abc"), &SeatSecret::new(7), None, false);
    }
}
