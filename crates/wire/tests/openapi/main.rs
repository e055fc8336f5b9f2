//! `docs/openapi.json` is generated from this crate's types and the table of routes below:
//! `UPDATE_EXPECT=1 cargo test -p damier-wire openapi` rewrites the file.

mod api;
mod limit;

use std::path::PathBuf;

use engine::tree::TreePlan;
use engine::{Difficulty, Theme};
use play::PlayerName;
use serde_json::json;
use wire::MatchState;
use wire::http::{
    Analysis, AnalysisCheck, AnalysisSummary, Catalogue, ChosenPuzzle, Created, FairnessInfo,
    FairnessRequest, Health, Hint, IntroductionAnswer, IntroductionAttempt, IntroductionInfo, Lan,
    LanAccess, ListedResult, Lobby, Look, LookRequest, MatchDeletions, MatchIds, MatchSummary,
    MeasuredBoard, NewAnalysis, NewMatch, NewReport, NewRoom, OpponentPlace, OwnTile, Pairing,
    PairingRequest, Preview, PreviewRequest, Probe, ProbeResult, ProfileDeletion, ProfileFile,
    ProfileImport, ProfileLinkCreated, PuzzleAnswer, PuzzleAttempt, PuzzleHint, PuzzleHintRequest,
    PuzzleInfo, PuzzleSolution, Puzzles, ReadRequest, Recognised, RoomCreated, Rules, SaveAnalysis,
    Saved, SeatCreated, SeekCount, Stage, Start, TakeProfile, TileAnswer, TileChange, TileQuestion,
    TileReport, You,
};
use wire::tree::{PositionInfo, PositionRequest, TreeDemoInfo, TreeInfo, TreeRequest};

use api::{AnyObject, Api, ListOf, Named, Route, TileLists};
use limit::Limit;

/// The games. The server's tests compare them, and what else stands here, with the program.
const GAMES: &[&str] = &["connect-four", "othello", "katarenga", "congress", "isolation"];
/// Those whose boards are put together from tiles.
const TILED_GAMES: &[&str] = &["katarenga", "congress", "isolation"];
/// The rule sets of all games.
const RULE_SETS: &[&str] = &["classic", "official", "mutual"];
/// Languages of the page.
const LANGS: &[&str] = &["en", "fr"];
/// Parts of the page that bring their own texts.
const PAGE_PARTS: &[&str] =
    &["analysis", "games", "key", "learn", "offline", "online", "puzzles", "share", "think", "you"];
const YES_NO: Limit<'_> = Limit::OneOf(&["yes", "no"]);
/// An element of a list, as the query for the next page names it.
const CURSOR: Limit<'_> = Limit::Pattern("^[0-9]{1,19}-");
/// A clock, in milliseconds: a second to a day.
const CLOCK_MS: [usize; 2] = [1_000, 86_400_000];

#[test]
fn the_description_is_that_of_the_types() {
    let mut api = Api::new();
    describe_program(&mut api);
    describe_visitors(&mut api);
    describe_matches(&mut api);
    describe_rooms(&mut api);
    describe_analysis(&mut api);
    describe_boards(&mut api);
    describe_puzzles(&mut api);
    limit_bodies(&mut api);
    let expected = api.document().to_pretty_json().expect("plain data") + "\n";
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&file, &expected).expect("the folder of the docs can be written");
    }
    let found = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(found == expected, "{} is stale: run with UPDATE_EXPECT=1", file.display());
}

fn describe_puzzles(api: &mut Api) {
    const ID: &str = "tt5hzc";
    let themes: Vec<_> = Theme::ALL.into_iter().map(Theme::id).collect();
    api.get("/api/puzzles", "puzzles", "The puzzles, and how far the visitor has come.")
        .answers::<Named<Puzzles>>();
    api.get("/api/puzzles/next", "nextPuzzle", "A puzzle near the visitor's rating.")
        .query::<String>("game", "Only those of this game.", "othello")
        .within(Limit::OneOf(GAMES))
        .query::<String>("theme", "Only those of this theme.", "corner")
        .within(Limit::OneOf(&themes))
        .query::<u8>("grade", "Only those of this difficulty.", "3")
        .within(Limit::Range(1, Difficulty::MAX_GRADE.into()))
        .query::<String>("after", "Not this one.", ID)
        .answers::<Named<ChosenPuzzle>>();
    api.get("/api/puzzles/{id}", "puzzle", "A puzzle, without its solution.")
        .path("id", "The puzzle's id.", ID)
        .answers::<Named<PuzzleInfo>>();
    api.post("/api/puzzles/{id}", "tryPuzzle", "Judges a move of the solver.")
        .path("id", "The puzzle's id.", ID)
        .takes::<Named<PuzzleAttempt>>(json!({"moves": ["3"]}))
        .answers::<Named<PuzzleAnswer>>();
    api.post("/api/puzzles/{id}/hint", "puzzleHint", "Help with the next move.")
        .path("id", "The puzzle's id.", ID)
        .takes::<Named<PuzzleHintRequest>>(json!({"moves": [], "step": "theme"}))
        .answers::<Named<PuzzleHint>>();
    api.post("/api/puzzles/{id}/solution", "puzzleSolution", "The solution, for who gives up.")
        .path("id", "The puzzle's id.", ID)
        .answers::<Named<PuzzleSolution>>();
}

/// The program, its texts and the visitor's profile.
fn describe_program(api: &mut Api) {
    api.get("/healthz", "health", "Which program this is.").answers::<Named<Health>>();
    api.get("/readyz", "ready", "Whether it can serve.")
        .answers_text("text/plain", "The store answers.")
        .refuses_with_text("503", "The node ends, or the store does not answer.");
    api.get("/metrics", "metrics", "Figures for Prometheus, for those at the same machine.")
        .answers_text("text/plain", "The figures.");
    api.get("/api/catalogue", "catalogue", "The games, and all that a screen may know of them.")
        .answers::<Named<Catalogue>>();
    api.get("/api/texts/{lang}", "texts", "What the page says, by id.")
        .path("lang", "The language.", "en")
        .within(Limit::OneOf(LANGS))
        .answers::<AnyObject>();
    api.get("/api/profile", "readProfile", "What the page keeps for the visitor.")
        .answers::<AnyObject>();
    api.put("/api/profile", "writeProfile", "Replaces it.")
        .takes::<AnyObject>(json!({"theme": "dark"}))
        .answers_nothing();
    api.delete(
        "/api/profile",
        "deleteProfile",
        "Deletes everything that is stored for the visitor.",
    )
    .answers::<Named<ProfileDeletion>>();
    api.get("/api/profile/file", "exportProfile", "Everything that is stored for the visitor.")
        .answers::<Named<ProfileFile>>();
    api.post("/api/profile/file", "importProfile", "Takes in a part of such a file.")
        .takes::<Named<ProfileFile>>(json!({"format": "damier-profile-1", "settings": {"lang": "fr"}, "tiles": [{"name": "castle", "rows": "YBGR/RGYY/GRBB/BYRG"}], "puzzles": [{"puzzle": "tt5hzc", "game": "othello", "at": 0, "won": true, "solved": true, "rating": 1500, "day": 20_000}], "matches": ["Game: connect-four\nStart: 7/7/7/7/7/7 x\n\n1. 4 4\n"]}))
        .answers::<Named<ProfileImport>>();
    api.post("/api/quit", "quit", "Ends the program; for its owner alone.").answers_nothing();
    api.get("/api/start", "start", "All that the page begins with: texts, catalogue and profile.")
        .answers::<Named<Start>>();
    api.get("/api/texts/{lang}/{part}", "textsOfPart", "What one part of the page says.")
        .path("lang", "The language.", "fr")
        .within(Limit::OneOf(LANGS))
        .path("part", "The part of the page.", "analysis")
        .within(Limit::OneOf(PAGE_PARTS))
        .answers::<AnyObject>();
    api.get("/api/rules/{game}", "rules", "How a game is played.")
        .path("game", "The game's id.", "othello")
        .within(Limit::OneOf(GAMES))
        .answers::<Named<Rules>>();
    api.get("/api/introductions/{game}", "introduction", "The playable introduction of a game.")
        .path("game", "The game's id.", "congress")
        .within(Limit::OneOf(GAMES))
        .answers::<Named<IntroductionInfo>>();
    api.post("/api/introductions/{game}", "attempt", "A try at a step of an introduction.")
        .path("game", "The game's id.", "congress")
        .within(Limit::OneOf(GAMES))
        .takes::<Named<IntroductionAttempt>>(json!({"step": 0, "notation": "e8e5"}))
        .answers::<Named<IntroductionAnswer>>();
}

/// The visitor's figures, the devices of a profile, and reports.
fn describe_visitors(api: &mut Api) {
    api.get(
        "/api/you",
        "you",
        "Figures of the visitor's finished matches, and the devices of the profile.",
    )
    .query::<String>("game", "Only the game with this id.", "")
    .answers::<Named<You>>();
    api.post(
        "/api/profile/link",
        "linkProfile",
        "The secret with which one more device comes to the profile, once.",
    )
    .answers::<Named<ProfileLinkCreated>>();
    api.post(
        "/api/profile/take",
        "takeProfile",
        "Comes to the profile of a link: the answer sets a cookie.",
    )
    .takes::<Named<TakeProfile>>(json!({"secret": "9f86d081884c7d659a2feaa0c55ad015"}))
    .answers_nothing();
    api.post(
        "/api/profile/leave",
        "leaveProfile",
        "Leaves the profile that the device came to by a link.",
    )
    .answers_nothing();
    api.delete(
        "/api/profile/devices",
        "removeDevices",
        "Removes the other devices that came to the profile by links.",
    )
    .answers_nothing();
    api.post("/api/reports", "report", "Reports the name of a player at a table to the operator.")
        .takes::<Named<NewReport>>(json!({"match": "5w5fvrpbd6pq", "player": "two"}))
        .answers_nothing();
}

/// Matches at one screen, and the sockets of all.
fn describe_matches(api: &mut Api) {
    api.get("/api/matches", "listMatches", "The visitor's matches, the last changed first.")
        .query::<String>("before", "Only what comes after this element of the list: its `at` and its `id`, with a hyphen between them.", "")
        .within(CURSOR)
        .query::<u32>("limit", "How many elements at most: 100 without it, and never more.", "")
        .query::<String>("game", "Only those of this game.", "")
        .query::<ListedResult>("result", "Only those that ended so for the visitor.", "")
        .query::<OpponentPlace>("opponent", "Only those against such an opponent.", "")
        .query::<bool>("over", "Only those that are over, or only those that are not.", "")
        .query::<String>("search", "Only those with this in the name of a player, the rules or the id.", "")
        .within(Limit::Chars(0, 100))
        .answers::<ListOf<MatchSummary>>();
    api.post("/api/matches/delete", "deleteMatches", "Removes matches from the visitor's list. Those that somebody else has stay there, without the visitor's name.")
        .takes::<Named<MatchIds>>(json!({"ids": ["5w5fvrpbd6pq"]}))
        .answers::<Named<MatchDeletions>>();
    api.post("/api/matches", "createMatch", "A match at one screen.")
        .takes::<Named<NewMatch>>(json!({"game": "othello", "setup": {"rules": "classic", "board": null, "seed": 7}, "players": {"first": {"type": "human", "name": "Ana"}, "second": {"type": "computer", "opponent": "easy", "seed": 7}}, "time": {"kind": "game", "total": 300_000, "increment": 3000}, "seat": "9f86d081884c7d659a2feaa0c55ad015"}))
        .answers::<Named<Created>>();
    api.get("/api/matches/{id}", "showMatch", "The match as it stands.")
        .path("id", "The name of the match.", "")
        .query::<u64>("entries", "As it was after so many entries of the record.", "")
        .answers::<Named<MatchState>>();
    api.get("/api/matches/{id}/record", "downloadRecord", "The match as a file.")
        .path("id", "The name of the match.", "")
        .answers_text("text/plain", "docs/record.md describes it.");
    describe_pictures(api);
    api.post(
        "/api/matches/{id}/hint",
        "hint",
        "What the engine would play; not in a match that people at two screens are playing.",
    )
    .path("id", "The name of the match.", "")
    .answers::<Named<Hint>>();
    api.post(
        "/api/matches/{id}/seat",
        "takeAlong",
        "A secret with which another device goes on with a match at one screen.",
    )
    .path("id", "The name of the match.", "")
    .answers::<Named<SeatCreated>>();
    api.get("/api/matches/{id}/socket", "followMatch", "The socket of a match.")
        .path("id", "The name of the match.", "")
        .upgrades();
    api.get(
        "/api/records",
        "downloadRecords",
        "The visitor's matches as one file: these, or all that the other fields select.",
    )
    .query::<String>("ids", "Ids of matches, with commas between them: at most 100.", "")
    .query::<String>("game", "Only those of this game.", "")
    .query::<ListedResult>("result", "Only those that ended so for the visitor.", "")
    .query::<OpponentPlace>("opponent", "Only those against such an opponent.", "")
    .query::<bool>("over", "Only those that are over, or only those that are not.", "")
    .query::<String>(
        "search",
        "Only those with this in the name of a player, the rules or the id.",
        "",
    )
    .within(Limit::Chars(0, 100))
    .answers_text("text/plain", "docs/record.md describes it.");
    api.post("/api/records", "openRecord", "A match at one screen of the first game in a file.")
        .takes_text("Game: connect-four\nStart: 7/7/7/7/7/7 x\n\n1. 4 4\n", None)
        .answers::<Named<Created>>();
}

/// Pictures of matches and positions.
fn describe_pictures(api: &mut Api) {
    for (format, id, content_type) in [
        (
            ["/api/matches/{id}/picture.svg", "/api/games/{game}/picture.svg"],
            "Svg",
            "image/svg+xml",
        ),
        (["/api/matches/{id}/picture.png", "/api/games/{game}/picture.png"], "Png", "image/png"),
        (["/api/matches/{id}/picture.txt", "/api/games/{game}/picture.txt"], "Text", "text/plain"),
    ] {
        let of_match = api
            .get(format[0], &format!("matchPicture{id}"), "The board of a match.")
            .path("id", "The name of the match.", "");
        picture_options(of_match).answers_text(content_type, "The picture.");
        let of_position = api
            .get(format[1], &format!("positionPicture{id}"), "The board of a position.")
            .path("game", "The game.", "othello")
            .within(Limit::OneOf(GAMES))
            .query::<String>("start", "The start position; needed where boards differ.", "")
            .query::<String>("moves", "The moves, apart or run together.", "f5d6c3")
            .query::<String>("swap", "`yes` with the swap rule, in a game that has it.", "")
            .within(YES_NO);
        picture_options(of_position).answers_text(content_type, "The picture.");
    }
}

/// How a picture is drawn.
fn picture_options(route: Route<'_>) -> Route<'_> {
    route
        .query::<u64>("entries", "As it was after so many entries of the record.", "")
        .query::<u32>("size", "Pixels of the longer side of a PNG.", "")
        .within(Limit::Range(32, 2048))
        .query::<String>("theme", "How it is coloured.", "")
        .within(Limit::OneOf(&["light", "dark"]))
        .query::<String>("palette", "The colours of the pieces.", "")
        .within(Limit::OneOf(&["usual", "distinct"]))
        .query::<String>("shape", "`board`, or `card`: 1200 by 630, for previews.", "")
        .within(Limit::OneOf(&["board", "card"]))
        .query::<String>("coordinates", "Whether it has coordinates.", "")
        .within(YES_NO)
        .query::<String>("flipped", "`yes` from the other side.", "")
        .within(YES_NO)
        .query::<String>("lang", "The language; otherwise one that the browser accepts.", "")
        .within(Limit::OneOf(LANGS))
}

/// Tables where others can sit down, and how they find them.
fn describe_rooms(api: &mut Api) {
    api.get("/api/rooms", "listRooms", "The public tables.")
        .query::<String>("game", "Only tables of this game.", "")
        .query::<Stage>("stage", "Only tables that have come so far.", "")
        .query::<bool>("timed", "Only with clocks, or only without.", "")
        .answers::<Named<Lobby>>();
    api.post("/api/rooms", "createRoom", "A table where somebody else can sit down.")
        .takes::<Named<NewRoom>>(json!({"game": "katarenga", "setup": {"rules": "official"}, "lay_board": true, "time": {"kind": "move", "limit": 60_000}, "listing": "public", "side": "random", "name": "Ana", "seat": "9f86d081884c7d659a2feaa0c55ad015"}))
        .answers::<Named<RoomCreated>>();
    api.get(
        "/api/rooms/socket",
        "followRooms",
        "A socket that says what the public tables are, after every change.",
    )
    .query::<String>("game", "Only tables of this game.", "")
    .query::<Stage>("stage", "Only tables that have come so far.", "")
    .query::<bool>("timed", "Only with clocks, or only without.", "")
    .query::<bool>("changes", "Whether to say the list once, and then what changes in it.", "")
    .upgrades();
    api.get(
        "/api/codes/{code}",
        "findCode",
        "The match that a code stands for, while it is not over.",
    )
    .path("code", "The code, as it was typed.", "")
    .answers::<Named<Created>>();
    api.get("/api/pairing", "seeks", "How many wait for any opponent, by game and clocks.")
        .answers::<ListOf<SeekCount>>();
    api.post("/api/pairing", "pair", "Looks for any opponent: the table of one who waits, or an own one.")
        .takes::<Named<PairingRequest>>(json!({"game": "othello", "time": {"kind": "game", "total": 300_000, "increment": 3_000}, "name": "Ana", "seat": "9f86d081884c7d659a2feaa0c55ad015"}))
        .answers::<Named<Pairing>>();
    api.get("/api/lan", "lan", "Where others find this server, and other servers near by.")
        .answers::<Named<Lan>>();
    api.put(
        "/api/lan",
        "setLanAccess",
        "Lets others on the local network in, or no longer; the owner alone may.",
    )
    .takes::<Named<LanAccess>>(json!({"open": true}))
    .answers::<Named<Lan>>();
    api.post(
        "/api/lan/probe",
        "probe",
        "Whether a machine answers at an address; the owner alone may ask.",
    )
    .takes::<Named<Probe>>(json!({"host": "192.168.1.20", "port": 4747}))
    .answers::<Named<ProbeResult>>();
    api.get("/api/qr", "qr", "A text as a QR code.")
        .query::<String>(
            "text",
            "The text, at most 300 bytes.",
            "http://192.168.1.5:4747/m/5w5fvrpbd6pq",
        )
        .within(Limit::Chars(1, 300))
        .required()
        .answers_text("image/svg+xml", "Done.");
    api.post("/api/qr", "postQr", "A text as a QR code, with or without a secret in it.")
        .takes_text("http://192.168.1.5:4747/m/5w5fvrpbd6pq", Some(Limit::Chars(1, 300)))
        .answers_text("image/svg+xml", "Done.");
}

/// Positions, files, analyses and search trees.
fn describe_analysis(api: &mut Api) {
    api.post("/api/look", "look", "A position without a match.")
        .takes::<Named<LookRequest>>(json!({"game": "connect-four", "record": null, "moves": "44"}))
        .answers::<Named<Look>>();
    api.post("/api/read", "read", "Every way to understand a text.")
        .takes::<Named<ReadRequest>>(json!({"text": "4453", "game": null}))
        .answers::<Named<Recognised>>();
    api.post("/api/files", "listFiles", "The games in files of any kind.")
        .takes_text(
            "{\"files\": [{\"name\": \"game.ggf\", \"length\": 20}]}\n(;GM[Othello]B[f5];)",
            None,
        )
        .answers::<Named<Recognised>>();
    api.post("/api/files/{index}", "openFile", "A new analysis of a game in files of any kind.")
        .path("index", "The number of the game in the list.", "0")
        .takes_text(
            "{\"files\": [{\"name\": \"game.ggf\", \"length\": 20}]}\n(;GM[Othello]B[f5];)",
            None,
        )
        .answers::<Named<Analysis>>();
    api.get("/api/analyses", "listAnalyses", "The visitor's analyses, the last changed first.")
        .query::<String>("before", "Only what comes after this element of the list: its `at` and its `id`, with a hyphen between them.", "")
        .within(CURSOR)
        .query::<u32>("limit", "How many elements at most: 100 without it, and never more.", "")
        .answers::<ListOf<AnalysisSummary>>();
    api.post(
        "/api/analysis/check",
        "checkAnalysis",
        "Whether the visitor may analyse a position in the browser: not one of a game against a person.",
    )
    .takes::<Named<AnalysisCheck>>(json!({"game": "connect-four", "record": {"start": "7/7/7/7/7/7 x", "swap": false, "moves": ["4"]}}))
    .answers_nothing();
    api.post("/api/analyses", "createAnalysis", "A new analysis.")
        .takes::<Named<NewAnalysis>>(json!({"from": "file", "text": "Game: connect-four\nStart: 7/7/7/7/7/7 x\n\n1. 4 (1. 3) 4", "index": 0}))
        .answers::<Named<Analysis>>();
    api.get("/api/analyses/{id}", "showAnalysis", "An analysis.")
        .path("id", "The analysis, or the match that it is of.", "")
        .answers::<Named<Analysis>>();
    api.put("/api/analyses/{id}", "saveAnalysis", "What is said from now on.")
        .path("id", "The analysis, or the match that it is of.", "")
        .takes::<Named<SaveAnalysis>>(json!({"version": 0, "comment": "", "moves": [{"parent": null, "notation": "f5", "comment": "", "mark": "!"}]}))
        .answers::<Named<Saved>>();
    api.delete("/api/analyses/{id}", "removeAnalysis", "Forgets an analysis.")
        .path("id", "The analysis, or the match that it is of.", "")
        .answers_nothing();
    api.get("/api/analyses/{id}/record", "downloadAnalysis", "An analysis as a file.")
        .path("id", "The analysis, or the match that it is of.", "")
        .answers_text("text/plain", "Done.");
    api.get("/api/analysis/socket", "analyse", "Becomes the WebSocket of analysis.").upgrades();
    api.get("/api/think", "treeDemos", "The games whose minimax players can be watched.")
        .answers::<ListOf<TreeDemoInfo>>();
    api.post("/api/think", "tree", "The tree that a minimax player searches.")
        .takes::<Named<TreeRequest>>(json!({"game": "connect-four", "start": null, "moves": "4453", "depth": 2, "alpha_beta": true, "order": "best"}))
        .answers::<Named<TreeInfo>>();
    api.post("/api/think/position", "treePosition", "A position of a tree.")
        .takes::<Named<PositionRequest>>(json!({"game": "connect-four", "record": {"start": "7/7/7/7/7/7 x", "swap": false, "moves": ["4", "1"]}}))
        .answers::<Named<PositionInfo>>();
}

/// Tiles, boards and how fair they are.
fn describe_boards(api: &mut Api) {
    api.post("/api/preview", "preview", "The picture of a set-up in progress.")
        .takes::<Named<PreviewRequest>>(
            json!({"game": "katarenga", "setup": {"board": "A Bf+90 - -"}}),
        )
        .answers::<Named<Preview>>();
    api.get("/api/tiles", "listTiles", "The visitor's own tiles.").answers::<ListOf<OwnTile>>();
    api.put("/api/tiles/{name}", "changeTile", "Afterwards there is a tile with these rows.")
        .path("name", "The tile's name.", "castle")
        .takes::<Named<TileChange>>(json!({"rows": "YBGR/RGYY/GRBB/BYRG"}))
        .answers::<Named<OwnTile>>();
    api.delete("/api/tiles/{name}", "removeTile", "Removes a tile that has these rows.")
        .path("name", "The tile's name.", "castle")
        .query::<String>("rows", "The rows, as the client knows them.", "YBGR/RGYY/GRBB/BYRG")
        .required()
        .answers_nothing();
    api.post("/api/tile-check", "checkTile", "What a game says of a tile.")
        .takes::<Named<TileQuestion>>(json!({"game": "katarenga", "rows": "YYYY/Y.../..../...."}))
        .answers::<Named<TileAnswer>>();
    api.get("/api/tile-file", "exportTiles", "The tiles as a file.")
        .query::<String>("form", "How it is written.", "json")
        .within(Limit::OneOf(&["text", "json", "original"]))
        .required()
        .query::<String>("name", "One tile alone.", "")
        .query::<String>("game", "The tiles of this game, one with tiles.", "")
        .within(Limit::OneOf(TILED_GAMES))
        .answers::<TileLists>()
        .answers_text("text/plain", "Done.");
    api.post("/api/tile-file", "importTiles", "Takes in the tiles of a file.")
        .query::<String>("game", "The game that they are for, one with tiles.", "")
        .within(Limit::OneOf(TILED_GAMES))
        .takes_text("mine: YBGR/RGYY/GRBB/BYRG", None)
        .answers::<Named<TileReport>>();
    api.post("/api/fairness", "fairness", "How fair a board is, a little at a time.")
        .takes::<Named<FairnessRequest>>(json!({"game": "katarenga", "setup": {"rules": null, "board": "A Bf+90 C+180 D", "seed": 0}, "games": [{"turned": false, "score": 1.0, "plies": 27}]}))
        .answers::<Named<FairnessInfo>>();
    api.get("/api/boards/{game}", "boards", "Boards that were measured beforehand.")
        .path("game", "The game's id.", "katarenga")
        .within(Limit::OneOf(GAMES))
        .answers::<ListOf<MeasuredBoard>>();
}

/// Limits of what stands in bodies, beyond its types.
fn limit_bodies(api: &mut Api) {
    let of_games = [
        "AnalysisCheck",
        "FairnessRequest",
        "LookRequest",
        "NewAnalysis",
        "NewMatch",
        "NewRoom",
        "PairingRequest",
        "PositionRequest",
        "PreviewRequest",
        "ReadRequest",
        "TreeRequest",
    ];
    api.limit(&of_games, "game", Limit::OneOf(GAMES));
    api.limit(&["TileQuestion"], "game", Limit::OneOf(TILED_GAMES));
    api.limit(&["Setup"], "rules", Limit::OneOf(RULE_SETS));
    let [least, most] = CLOCK_MS;
    api.limit(&["TimeControl"], "total", Limit::Range(least, most));
    api.limit(&["TimeControl"], "limit", Limit::Range(least, most));
    api.limit(&["TimeControl"], "increment", Limit::Range(0, most));
    let names = ["BySeat_Who", "NewRoom", "PairingRequest", "Who"];
    api.limit(&names, "name", Limit::Chars(0, PlayerName::MAX_BYTES));
    api.limit_schema("SeatSecret", Limit::Pattern("^[0-9a-f]{32}$"));
    api.limit(&["TreeRequest"], "depth", Limit::Range(1, TreePlan::MAX_DEPTH.into()));
    api.limit(&["MatchIds"], "ids", Limit::Items(0, 100));
    api.limit(&["NewAnalysis", "SaveAnalysis"], "moves", Limit::Items(0, 2000));
    api.limit(&["AnalysedMove", "NewAnalysis", "SaveAnalysis"], "comment", Limit::Chars(0, 4000));
    api.limit(&["AnalysedMove"], "mark", Limit::OneOf(&["", "!", "?", "!!", "??", "!?", "?!"]));
    api.limit(&["FairnessRequest"], "games", Limit::Items(0, 399));
    api.limit(&["FairGame"], "score", Limit::Range(0, 1));
    api.limit(&["ProfileFile"], "format", Limit::OneOf(&["damier-profile-1"]));
    api.limit(&["ProfileFile"], "analyses", Limit::Items(0, 200));
    api.limit(&["ProfileFile"], "matches", Limit::Items(0, 200));
    api.limit(&["PuzzleAttempt"], "moves", Limit::Items(1, usize::MAX));
}
