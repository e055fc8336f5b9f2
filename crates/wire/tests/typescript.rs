//! The page's types of messages (`crates/server/web/js/net/wire.d.ts`) are generated from this crate:
//! `UPDATE_EXPECT=1 cargo test -p damier-wire --test typescript` rewrites the file.

use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;

use ts_rs::{Config, TS, TypeVisitor};
use wire::http::{
    Analysis, AnalysisSummary, ChosenPuzzle, Created, FairnessInfo, FairnessRequest, FilesRequest,
    Health, Hint, IntroductionAnswer, IntroductionAttempt, IntroductionInfo, Lan, LanAccess, Lobby,
    LobbyFilter, LobbyMessage, Look, LookRequest, MatchDeletions, MatchIds, MatchListQuery,
    MatchSummary, MeasuredBoard, NewAnalysis, NewMatch, NewReport, NewRoom, NextPuzzleQuery,
    OwnTile, Pairing, PairingRequest, Preview, PreviewRequest, Probe, ProbeResult, Problem,
    ProfileDeletion, ProfileFile, ProfileImport, ProfileLinkCreated, PuzzleAnswer, PuzzleAttempt,
    PuzzleHint, PuzzleHintRequest, PuzzleInfo, PuzzleSolution, Puzzles, ReadRequest, Recognised,
    RoomCreated, Rules, SaveAnalysis, Saved, SeatCreated, SeekCount, Start, TakeProfile,
    TileAnswer, TileChange, TileQuestion, TileReport, You,
};
use wire::tree::{PositionInfo, PositionRequest, TreeDemoInfo, TreeInfo, TreeRequest};
use wire::{FromAnalyst, ReviewedMove, ToAnalyst, ToClient, ToServer};

/// Declarations of types and of everything that they contain, by name.
struct Declarations {
    config: Config,
    visited: HashSet<TypeId>,
    by_name: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.visited.insert(TypeId::of::<T>()) {
            return;
        }
        if T::output_path().is_some() {
            let docs = T::docs().unwrap_or_default();
            let declaration = format!("{docs}export {}", T::decl(&self.config));
            self.by_name.insert(T::ident(&self.config), declaration);
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

/// A declaration with its fields indented, and comments of one line on one line.
fn laid_out(declaration: &str) -> String {
    let mut text = String::from("\n");
    let mut inside = false;
    let declaration = declaration.replace(", };", ",\n};");
    let mut lines: Vec<_> = declaration.lines().map(str::trim_end).map(str::to_owned).collect();
    while let Some(at) = lines.windows(3).position(|three| three[0] == "/**" && three[2] == " */") {
        let comment = format!("/**{} */", &lines[at + 1][2..]);
        lines.splice(at..at + 3, [comment]);
    }
    for line in lines {
        let indent = if inside && line != "};" { "  " } else { "" };
        text.extend([indent, &line, "\n"]);
        inside |= line.starts_with("export ");
    }
    text
}

fn declarations() -> String {
    let config = Config::new().with_large_int("number");
    let mut all = Declarations { config, visited: HashSet::new(), by_name: BTreeMap::new() };
    macro_rules! visit { ($($name:ty),* $(,)?) => { $(all.visit::<$name>();)* } }
    visit!(ToServer, ToClient, ToAnalyst, FromAnalyst, ReviewedMove, Problem, Health, Start);
    visit!(LobbyMessage, SeatCreated, You, ProfileLinkCreated, TakeProfile, NewReport);
    visit!(MatchListQuery, MatchIds, MatchDeletions, ProfileFile, ProfileImport, ProfileDeletion);
    visit!(NewMatch, Created, MatchSummary, NewRoom, RoomCreated, Lobby, LobbyFilter, Lan, Hint);
    visit!(LanAccess, Pairing, PairingRequest, Probe, ProbeResult, SeekCount);
    visit!(PreviewRequest, Preview, Rules, FairnessRequest, FairnessInfo, MeasuredBoard);
    visit!(LookRequest, Look, ReadRequest, FilesRequest, Recognised);
    visit!(NewAnalysis, Analysis, SaveAnalysis, Saved, AnalysisSummary);
    visit!(OwnTile, TileChange, TileQuestion, TileAnswer, TileReport);
    visit!(IntroductionInfo, IntroductionAttempt, IntroductionAnswer);
    visit!(Puzzles, NextPuzzleQuery, ChosenPuzzle, PuzzleInfo, PuzzleAttempt, PuzzleAnswer);
    visit!(PuzzleHintRequest, PuzzleHint, PuzzleSolution);
    visit!(TreeDemoInfo, TreeRequest, TreeInfo, PositionRequest, PositionInfo);
    let mut text = String::from("// Generated from crates/wire by its test `typescript`.\n");
    for declaration in all.by_name.values() {
        text.push_str(&laid_out(declaration));
    }
    text
}

#[test]
fn the_types_of_the_page_are_those_of_the_messages() {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../server/web/js/net/wire.d.ts");
    let expected = declarations();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&file, &expected).expect("the page's folder can be written");
    }
    let found = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(found == expected, "{} is stale: run with UPDATE_EXPECT=1", file.display());
}
