// Generated from crates/wire by its test `typescript`.

/** How well the visitor played in a match. */
export type AccuracyPoint = {
  /** The id of the match. */
  id: string,
  /** When it ended, in milliseconds since 1970. */
  at: number,
  /** The accuracy, 0 to 1. */
  accuracy: number,
};

/** A move of an analysis. */
export type AnalysedMove = {
  /** The place of the move before it in the list; `null` for a first move. */
  parent: number | null, notation: string,
  /** What is said of it. */
  comment?: string,
  /** The sign that somebody gave it: `!`, `?`, `!!`, `??`, `!?` or `?!`. */
  mark?: string,
  /** Other notes, as record files write them; they are kept as they are. */
  notes?: Array<string>,
};

/** `GET /api/analyses/ID`: a game with its variations and all that is said of them. */
export type Analysis = {
  /** Its id: its own, or that of the match. */
  id: string,
  /** How often it has been stored; 0 for a match that nobody has said anything of. */
  version: Version,
  /** Whether it is the analysis of a match. */
  match: boolean,
  /** The game's id. */
  game: string,
  /** The position at the start. */
  start: string,
  /** Whether the swap rule holds. */
  swap: boolean,
  /** The names of the players, by the seats that they had at the beginning. */
  players: BySeat<string | null>,
  /** The score, as record files write it. */
  result: string,
  /** What is said of the start. */
  comment: string,
  /**
   * The moves: each names an earlier one as the move before it, and of several that follow the
   * same, the first is the game's own.
   */
  moves: Array<AnalysedMove>,
};

/** Where positions and games are analysed. */
export type AnalysisPlace = "server" | "browser" | "either";

/** Why something is not analysed. */
export type AnalysisRefusal = "bad-message" | "protocol" | "bad-record" | "unfinished" | "busy" | "browser" | "failed";

/** `GET /api/analyses`: the visitor's analyses, the last changed first. */
export type AnalysisSummary = { id: string,
  /** Whether it is the analysis of a match. */
  match: boolean,
  /** The game's id. */
  game: string,
  /** The names of the players. */
  players: BySeat<string | null>,
  /** Moves of the game itself. */
  entries: number,
  /** Moves of its variations. */
  variations: number,
  /** When it was last changed, in milliseconds since 1970. */
  at: number,
};

/** The picture of a board. */
export type Board = {
  /** How many cells make a row. */
  columns: number,
  /** The cells in reading order, from the top left. */
  cells: Array<Cell>,
  /** What players count. */
  tallies: Array<Tally>,
};

/** Relation of a search value to the minimax value. */
export type Bound = "at-most" | "at-least" | "exact";

/** One `T` for each seat. */
export type BySeat<T> = {
  /** What is [`Seat::First`]'s. */
  first: T,
  /** What is [`Seat::Second`]'s. */
  second: T,
};

/** `GET /api/catalogue`: all that a screen may know before a match. */
export type Catalogue = {
  /** The games, in the order of menus. */
  games: Array<GameInfo>,
  /** The version of the program. */
  version: string,
  /** Whether the client is on the owner's own machine. */
  owner: boolean,
  /** Where positions and games are analysed. */
  analysis: AnalysisPlace,
};

/** One cell of a board. */
export type Cell = {
  /** What pointing at the cell means; `None` if nothing is there. */
  spot: Spot | null,
  /**
   * Which of the game's grounds it shows; `None` for a gap in the board, or a square still
   * without colour while a board is put together.
   */
  ground: number | null,
  /** Which of the game's pieces stands on it. */
  piece: number | null,
  /** The cell's name. */
  label: string,
};

/** The place of a cell in [`Board::cells`]. */
export type CellIndex = number;

/** What a move does to one cell: a piece appears, slides in, turns into another or vanishes. */
export type Change = {
  /** The cell that changes. */
  cell: CellIndex,
  /** Where the piece comes from, which that leaves empty; `None` if it slides from nowhere. */
  from: CellIndex | null,
  /** What stands on the cell afterwards. */
  piece: number | null,
};

/** One legal move, and how to make it. */
export type Choice = {
  /** The move in the game's notation. */
  notation: string,
  /** The spots to point at, in turn; none for a move that is a button, such as a pass. */
  steps: Array<Spot>,
  /** What it does to the board. */
  changes: Array<Change>,
};

/** A puzzle that was chosen. */
export type ChosenPuzzle = { id: string,
};

/** What a player may claim when the other has gone. */
export type Claim = "win" | "draw";

/** Both clocks, at the moment when the message was written. */
export type ClockState = {
  /** How much time there is. */
  control: TimeControl,
  /** Milliseconds left. */
  left: BySeat<number>,
  /** Whose clock runs. */
  running: Seat | null,
  /** The server's time, in milliseconds since 1970. */
  now: number,
};

/** A command that a player gives. */
export type Command = { "type": "move",
  /** In the game's notation. */
  notation: string, } | { "type": "undo" } | { "type": "redo" } | { "type": "resign" } | { "type": "offer", offer: Offer, } | { "type": "accept", offer: Offer, } | { "type": "decline", offer: Offer, } | { "type": "abort" } | { "type": "claim", claim: Claim, } | { "type": "lay",
  /** Two tiles in the words of the game; `-` leaves a place empty. */
  half: string, } | { "type": "confirm" } | { "type": "invite",
  /** The opponent's id, such as `difficult`. */
  opponent: string,
  /** Where its chance decisions come from. */
  seed: number, } | { "type": "leave" };

/**
 * Id of a command, chosen by the client and unique in its match: the same command sent twice is
 * applied once. At most 64 bytes.
 */
export type CommandId = string;

/** A match that was created. */
export type Created = { id: string,
};

/** Why the rest of a node's moves was left out. */
export type CutInfo = {
  /** What the other player is sure of elsewhere. */
  sure: number,
  /** The number of the node where. */
  at: number | null,
  /** The moves that were left out. */
  skipped: Array<string>,
};

/** The puzzle of a day. */
export type DailyPuzzle = { id: string,
  /** The game's id. */
  game: string,
  /** The day, by UTC: `2026-11-16`. */
  date: string,
  /** What the visitor has made of it. */
  state: PuzzleState,
};

/** Device that came to a profile by a link. */
export type DeviceInfo = {
  /** When it came, in milliseconds since 1970. */
  added: number,
  /** Whether it is the one that asks. */
  is_this: boolean,
};

/** A picture that explains something. */
export type Diagram = {
  /** What is drawn; its choices are those to light up. */
  view: View,
  /** What has been pointed at. */
  picked: Array<Spot>,
};

/** How a match ended. */
export type EndState = {
  /** Who won; `None` if nobody did. */
  winner: Player | null,
  /**
   * The reason's name: the game's own, or `resigned`, `flagged`, `agreed`, `abandoned`,
   * `aborted`.
   */
  reason: string,
  /** The reason, for people. */
  text: Text,
  /** By how much, in games that count. */
  margin: number | null,
};

/** An [`Outcome`] as plain data. */
export type Ending = {
  /** Who won; `None` is a draw. */
  winner: Seat | null,
  /** The reason's name, for programs. */
  reason: string,
  /** The reason, for people. */
  text: Text,
  /** By how much, in the games that count. */
  margin: number | null,
};

/** A position worth a look. */
export type ExampleInfo = {
  /** The name in commands. */
  id: string,
  /** The name for people. */
  title: Text,
  /** What there is to see. */
  about: Text,
  /** The position, in the game's notation. */
  start: string,
  /** How deep to look at first. */
  depth: number,
  /** Whether to cut. */
  alpha_beta: boolean,
  /** In which order to try moves. */
  order: MoveOrder,
  /** Another depth to compare that with. */
  deeper: number | null,
};

/** A game that the engine has played against itself. */
export type FairGame = {
  /** Whether the board was turned half round. */
  turned: boolean,
  /** What First got: 1, 0.5 or 0. */
  score: number,
  /** How many plies it had. */
  plies: number,
};

/** How fair a board is, as far as that is known. */
export type FairnessInfo = {
  /** All games so far. */
  games: Array<FairGame>,
  /** First's share of the points. */
  score: number,
  /** How far the true share may be from that, 95 times in 100. */
  error: number,
  /** First's share on the board as it lies, and on its half turn. */
  parts: [number, number],
  /** The mean length of a game, in plies. */
  length: number,
  /** Who wins with the best play, if that is proved: then there are no games. */
  proved: Seat | null,
  /** The side that an estimate favours so much that players should know. Only in the answer to a quick request. */
  favoured?: FavouredSide,
  /** The verdict in words. */
  verdict: Text,
};

/** `POST /api/fairness`: a little more about how fair a board is. */
export type FairnessRequest = {
  /** The game's id. */
  game: string,
  /** The choices with the board; a seed of 0 without a board is a board too. */
  setup?: Setup,
  /** The games so far, as the last answer had them; none to begin with. */
  games?: Array<FairGame>,
  /** Only an estimate by one short search is wanted: no games are played. */
  quick?: boolean,
};

/** A side that a board favours, by one short search. */
export type FavouredSide = { seat: Seat,
  /** Its expected score, 0 to 1. */
  score: number,
};

/** Opening or board that the visitor has played often. */
export type Favourite = {
  /** The start position, in a game of many boards. */
  start?: string | null,
  /** The first moves, in a game that always begins at the same position. */
  opening?: string | null,
  /** The last match that began so. */
  id: string, wins: number, draws: number, losses: number,
};

/** A file that is sent. */
export type FileInfo = { name: string,
  /** How many bytes it has. */
  length: number,
};

/**
 * `POST /api/files`: what is in these files? Answered with [`Recognised`]. This is the first line of the
 * body; the bytes of the files follow, one after the other. `POST /api/files/N` is asked in the same way,
 * and answered with an [`Analysis`] of that game.
 */
export type FilesRequest = {
  /** The files: one with games, and those that tell more of the games. */
  files: Array<FileInfo>,
};

/** A kind of file that another program writes. */
export type FormatInfo = {
  /** What people call it. */
  name: string,
  /** How the names of such files end, and those of the files that belong to them. */
  endings: Array<string>,
};

/** One way to understand a text. */
export type Found = {
  /** What it is: `moves`, `position`, `record` or `link`. */
  kind: string,
  /** The game's id. */
  game: string,
  /** How many moves have been played. */
  entries: number,
  /** The names of the players, if they are known. */
  players: BySeat<string | null>,
  /** When it was played, if that is known. */
  date?: string,
  /** A few words on it, if there are any. */
  about?: string,
  /** The score, as record files write it. */
  result: string,
  /** The picture of the position at its end; in a long list only the first have one. */
  board: Board | null,
  /** The page that shows it; `None` for a game of a file, which is made an analysis first. */
  path: string | null,
  /** The place of the game in the file, from 0. */
  index: number,
};

/** From the server to a client that analyses. */
export type FromAnalyst = { "type": "ready" } | { "type": "thought" } & PositionReport | { "type": "reviewed", question: number,
  /** How many moves are judged now, and how many there are. */
  progress: [number, number],
  /** Its place in the record, from 0. */
  index: number,
  /** The seat that was to move. */
  seat: Seat,
  /** The seat at the end of the game of the player who made it: the other one before a swap. */
  player: Seat,
  /** The expected score of First with the best move, 0 to 1. */
  before: number,
  /** The expected score of First after the move. */
  after: number,
  /** What the move deserves: `forced`, `best`, `good`, `inaccuracy`, `mistake` or `blunder`. */
  grade: string,
  /** What was played, and the best that can follow. */
  played: LineValue,
  /** The best that could be played, perhaps the same. */
  best: LineValue,
  /** Why it is blamed, the most important first. */
  reasons: Array<Text>,
  /** The theme of puzzles that train what it missed or allowed. */
  theme?: string | null,
  /** The depth to which both were compared, in plies. */
  depth: number, } | { "type": "review-over", question: number,
  /**
   * How well each player played, 0 to 100, by the seats at the end; `null` where there was
   * nothing to decide.
   */
  accuracy: BySeat<number | null>, } | { "type": "refused",
  /** Which; `None` if the message could not be read at all. */
  question: number | null,
  /** The kind of reason, for programs. */
  code: AnalysisRefusal,
  /** The reason, for people. */
  text: Text, } | { "type": "pong",
  /** From the question. */
  n: number,
  /** The server's time, in milliseconds since 1970. */
  now: number,
};

/** Figures of one game. */
export type GameFigures = {
  /** The game's id. */
  game: string,
  /** Results by opponent and seat, in no order. */
  results: Array<ResultCount>,
  /** Accuracies of reviewed matches, the oldest first; the last hundred. */
  accuracies: Array<AccuracyPoint>,
  /** The openings, or boards, of most matches, the most frequent first. */
  favourites: Array<Favourite>,
  /** Milliseconds for which it was played; breaks are left out. */
  played_ms: number,
  /** The visitor's rating; `None` without a match that counts, or in a game whose levels are not rated. */
  rating?: RatingInfo | null,
  /** The ratings of the levels, weakest first; empty if they are not rated. */
  levels: Array<LevelRatingInfo>,
};

/** A game, as screens need to know it. */
export type GameInfo = {
  /** The name in commands and links. */
  id: string,
  /** The name for people. */
  title: Text,
  /** What it is about, in one line. */
  goal: Text,
  /** How many steps its introduction has. */
  introduction: number,
  /** What the seats are called, First and Second. */
  seats: [Text, Text],
  /** How squares look. */
  grounds: Array<StyleInfo>,
  /** How pieces look. */
  pieces: Array<StyleInfo>,
  /** How the board is drawn. */
  look: LookInfo,
  /** Labels of columns from the left; empty where there is none. */
  files: Array<string>,
  /** Labels of rows from the top. */
  ranks: Array<string>,
  /** The ways to play; the first is the usual one. */
  rule_sets: Array<RuleSetInfo>,
  /** The tiles that a board is put together from; none if every board is the same. */
  tiles: Array<TileSetInfo>,
  /** Seeds of boards that were measured and found fair: random boards are drawn from them. */
  fair_seeds: Array<number>,
  /** Whether the swap rule is offered. */
  swap: boolean,
  /** The levels of the computer, weakest first. */
  levels: Array<OpponentInfo>,
  /** The classic algorithms. */
  classics: Array<OpponentInfo>,
  /** Programs of the server's owner that this visitor may play; their ids begin with `bot:`. */
  bots: Array<OpponentInfo>,
  /** The files of other programs that can be read. */
  formats: Array<FormatInfo>,
};

/** Puzzles of a game. */
export type GamePuzzles = {
  /** The game's id. */
  game: string,
  /** All of them. */
  total: PuzzleCount,
  /** By theme, the most frequent first. */
  themes: Array<ThemeInfo>,
  /** By difficulty, the easiest first. */
  grades: Array<GradeInfo>,
  /** The visitor's rating at them; `None` without an attempt. */
  rating?: PuzzleRating | null,
};

/** A game: where it started, and what was played. */
export type GameRecord = {
  /** The position from which it started, in the game's notation. */
  start: string,
  /** Whether the swap rule holds. */
  swap: boolean,
  /** The moves; with the swap rule the second entry may be [`SWAP`], which is no ply. */
  moves: Array<string>,
};

/** A match before its start. */
export type GatheringState = {
  /** The rule set's name; `None` is the usual one. */
  rules: string | null,
  /** The clocks that there will be. */
  time: TimeControl,
  /** Whether the swap rule will hold. */
  swap: boolean,
  /** Whether it waits for any opponent of quick pairing. */
  seek: boolean,
  /** What both lay of the board, if they lay it together. */
  halves: [HalfState, HalfState] | null,
};

/** A player who is not there. */
export type GoneState = {
  /** Since when, in milliseconds since 1970. */
  since: number,
  /** When the other may claim the win or a draw; before the start, when the seat is free again. */
  until: number,
};

/** Puzzles of a difficulty. */
export type GradeInfo = {
  /** The difficulty, from 1: the number of the weakest level of play that solves them. */
  grade: number,
  /** How many there are. */
  count: PuzzleCount,
};

/** What players can say to each other: the words are the screen's. */
export type Greeting = "hello" | "good-luck" | "well-played" | "thanks" | "one-moment" | "oops" | "bye";

/** What a player has laid of the board. */
export type HalfState = {
  /** Two tiles in the game's notation, `-` for an empty place. */
  tiles: string,
  /** Whether the player agrees with the board as it lies. */
  confirmed: boolean,
};

/** `GET /healthz`: identity of the program. */
export type Health = {
  /** The version of Damier. */
  damier: string,
  /** A number that stands for the folder of its data. */
  data: string,
  /** Whether other machines reach it. */
  lan?: boolean,
};

/** `POST /api/matches/ID/hint`: what the engine would play. */
export type Hint = { notation: string | null,
  /** The expected score of the side to move, 0 to 1. */
  chance: number,
  /** The version of the match that it is for. */
  version: Version,
};

/** How much a hint tells. Whoever is told more than the theme has not solved the puzzle at once. */
export type HintStep = "theme" | "square" | "move";

/** A tile of a file. */
export type ImportedTile = {
  /** Its name in the file. */
  name: string, rows: string,
  /**
   * Its name among the visitor's own, which is another one if that was taken; nothing if there is
   * no room for it.
   */
  kept: string | null,
  /** Whether it was not there before. */
  new: boolean,
};

/** What a try has led to. */
export type IntroductionAnswer = {
  /** Whether the step is finished. */
  finished: boolean,
  /** Why the rules refuse the move, if they do. */
  refusal: Text | null,
  /** What the introduction says of it. */
  comment: Text | null,
  /** The game after the learner's move, then after the opponent's; none if the step goes on. */
  views: Array<View>,
};

/** `POST /api/introductions/GAME`: a try at a step, answered with an [`IntroductionAnswer`]. */
export type IntroductionAttempt = {
  /** The step, from 0. */
  step: number,
  /** A move in the game's notation. */
  notation?: string | null,
  /** Without a move: the spots that were pointed at in turn. */
  spots?: Array<Spot>,
};

/** `GET /api/introductions/GAME`: the playable introduction of a game. */
export type IntroductionInfo = {
  /** What to do on the first turn of a match, for somebody who has never played the game. */
  first_turn: Text,
  /** The steps, in order. */
  steps: Array<IntroductionStepInfo>,
};

/** A step of an introduction. */
export type IntroductionStepInfo = {
  /** What the learner is asked to do. */
  task: Text,
  /** The position, and the legal moves in it. */
  view: View,
  /**
   * A try that finishes the step, for a learner who asks for it; one that the rules refuse changes
   * nothing.
   */
  example: Choice | null,
};

/** Where a match is played, which says what its players may do alone. */
export type Kind = "local" | "online";

/** Something that is counted at leaves. */
export type LabelInfo = {
  /** What it is. */
  label: Text,
  /** The points that each is worth. */
  weight: number,
};

/** `GET /api/lan`: where others find this server, and other servers near by. */
export type Lan = {
  /** Whether other machines reach it. */
  lan: boolean,
  /** The pages by which they do, the likeliest first. */
  addresses: Array<string>,
  /** Other servers on the local network, as far as they are known by now. */
  neighbours: Array<Neighbour>,
  /** LAN sharing, for the owner alone. */
  sharing: LanSharing | null,
};

/** `PUT /api/lan`: lets others on the local network in, or no longer. */
export type LanAccess = {
  /** Whether others are let in. */
  open: boolean,
};

/** State of LAN sharing. */
export type LanSharing = {
  /** Whether others are let in. */
  open: boolean,
  /** Whether that was decided when the program was started, and cannot be changed from the page. */
  fixed: boolean,
  /** Whether another machine has come since others are let in from the page. */
  reached: boolean,
};

/** Rating of a level. */
export type LevelRatingInfo = {
  /** The level's id. */
  level: string, rating: number,
  /** Its error: twice the standard error. */
  error: number,
};

/** A move of a line. */
export type LineMove = { notation: string,
  /** What it does to the board as it is by then. */
  changes: Array<Change>,
};

/** A line of play with what its first move is worth. */
export type LineValue = {
  /** The expected score of the one who begins it, 0 to 1. */
  chance: number,
  /** How that is judged. */
  worth: ValueInfo,
  /** The moves, the first ones of it. */
  moves: Array<LineMove>,
};

/** Result of a match for the visitor. */
export type ListedResult = "won" | "lost" | "drawn";

/** Who may find a match. */
export type Listing = "public" | "unlisted";

/** `GET /api/rooms`, and every message of `GET /api/rooms/socket` without `changes`: the public rooms. */
export type Lobby = {
  /** The rooms asked for, those with a free seat first, then the newest; not more than a hundred. */
  rooms: Array<RoomSummary>,
  /** How many there are. */
  total: number,
};

/** Filter of the lobby: the query of `GET /api/rooms` and of its socket. */
export type LobbyFilter = {
  /** Of this game. */
  game?: string,
  /** That have come so far. */
  stage?: Stage,
  /** With clocks, or without. */
  timed?: boolean,
};

/** Message of `GET /api/rooms/socket?changes=true`: the list of public rooms, then what changes in it. */
export type LobbyMessage = { "type": "list", sequence: number,
  /** The rooms, as in [`Lobby`]. */
  rooms: Array<RoomSummary>,
  /** How many there are. */
  total: number, } | { "type": "changes",
  /** The number of the list with these changes: one more than that of the last message. */
  sequence: number,
  /** Rooms that are new in the list, or replace those of the same id. */
  added: Array<RoomSummary>,
  /** Fields of rooms that are different. */
  changed: Array<RoomChange>,
  /** Ids of the rooms that are no longer in the list. */
  removed: Array<string>,
  /** How many rooms there are. */
  total: number,
};

/** A position without a match. */
export type Look = {
  /** The game so far, in exact notation. */
  record: GameRecord,
  /** The position at its end. */
  position: string,
  /** The picture, and the legal moves. */
  view: View,
  /** The page that analyses it. */
  path: string,
};

/** How a board is drawn. */
export type LookInfo = {
  /** What the pieces stand on. */
  surface: SurfaceInfo,
  /** Whether a piece falls down its column. Such a board is never turned upside down. */
  falling: boolean,
  /** The seat whose pieces begin at the lower edge; `None` where the seats have no edges. */
  lower: Seat | null,
};

/** `POST /api/look`: a position without a match, answered with a [`Look`]. */
export type LookRequest = {
  /** The game's id. */
  game: string,
  /** The game so far; without it, the usual start of a game that has one, or a board that is drawn. */
  record?: GameRecord | null,
  /** Moves that follow, apart or run together. */
  moves?: string,
};

/** Cells that a screen points at. */
export type Marks = {
  /** The cells that won the game: a line, a group. */
  winning: Array<CellIndex>,
  /** Empty cells where neither player may place a piece. */
  forbidden: Array<CellIndex>,
};

/** What `POST /api/matches/delete` has done. */
export type MatchDeletions = {
  /** How many matches are no longer in the visitor's list. */
  deleted: number,
  /** Those that are still played with somebody else, and therefore stay. */
  running: Array<string>,
};

/** `POST /api/matches/delete`: which matches, at most 100. */
export type MatchIds = { ids: Array<string>,
};

/** `GET /api/matches`: which matches, and which page of their list. */
export type MatchListQuery = {
  /** Only what comes after this element of the list: its `at` and its `id`, with a hyphen between them. */
  before?: string | null,
  /** How many at most; 100 without it, which is the maximum. */
  limit?: number | null,
  /** Only those of this game. */
  game?: string | null,
  /** Only those that ended so for the visitor. */
  result?: ListedResult | null,
  /** Only those against such an opponent. */
  opponent?: OpponentPlace | null,
  /** Only those that are over, or only those that are not. */
  over?: boolean | null,
  /** Only those with this in the name of a player, the rules or the id. */
  search?: string | null,
};

/** State of a match: all that a screen needs. */
export type MatchState = {
  /** The match's id. */
  id: string,
  /** How many events it has had. */
  version: Version,
  /** The game's id. */
  game: string,
  /** Where it is played. */
  kind: Kind,
  /** The id of the rule set. */
  rules: string | null,
  /** The moves so far. */
  record: GameRecord,
  /** The present position in the game's notation. */
  position: string,
  /** The picture, and the legal moves. */
  view: View, players: [PlayerState, PlayerState],
  /** Whose turn it is; `None` after the end. */
  to_move: Player | null,
  /** How it ended. */
  end: EndState | null,
  /** Offers that wait for an answer. */
  offers: Array<OfferState>,
  /** Steps that can be taken back freely, entries or a resignation: 0 where that is not allowed. */
  undoable: number,
  /** Entries that can be played again. */
  redoable: number,
  /** Whether a player may abort the match without loss to either side. */
  may_abort: boolean,
  /** The clocks, if there are any. */
  clock: ClockState | null,
  /** The computer is thinking. */
  thinking: boolean,
  /** A change cannot be stored right now; it is being retried, and its sender has no reply yet. */
  unstored?: boolean,
  /** The player whose seat the client has; `None` for those who watch, and on one screen. */
  you: Player | null,
  /** The client only watches: it has no seat, or the match is played at another's screen. */
  watching?: boolean,
  /** What there is beside the game; `None` on one screen. */
  online: OnlineState | null,
};

/** `GET /api/matches`: the visitor's matches, the newest first. */
export type MatchSummary = { id: string,
  /** The game's id. */
  game: string,
  /** Where it is played. */
  kind: Kind,
  /** Who plays; `None` where a seat is still free. */
  players: BySeat<Who | null>,
  /** How many events it has had. */
  version: Version,
  /** Entries of the record. */
  entries: number,
  /** Whether it is over. */
  over: boolean,
  /** When something last happened, in milliseconds since 1970. */
  at: number,
  /** The rules, where a game has several and they are known. */
  rules?: string | null,
  /** Who has won; `None` for a draw and while it is not over. */
  winner?: Player | null,
  /** Why it is over. */
  reason?: string | null,
  /** When it was created, in milliseconds since 1970. */
  created?: number,
  /** When it ended. */
  ended?: number | null,
  /** Which player the visitor is; `None` where the visitor is both or none of them. */
  you?: Player | null,
  /**
   * How well the players played, in percent, by the seats where they began; `None` if there has been no review of the
   * finished game.
   */
  accuracy?: BySeat<number | null> | null,
  /** Whether it cannot be read any more; then nothing but the id and the time is known of it. */
  damaged?: boolean,
};

/** `GET /api/boards/{game}`: a board that has been measured at leisure. */
export type MeasuredBoard = {
  /** The seed that it is drawn from. */
  seed: number,
  /** First's share of the points. */
  score: number,
  /** How far the true share may be from that. */
  error: number,
  /** First's share on the board as it lies, and on its half turn. */
  parts: [number, number],
  /** The mean length of a game, in plies. */
  length: number,
  /** Whether it is called fair, as it lies. */
  fair: boolean,
};

/** The order in which moves are searched. */
export type MoveOrder = "listed" | "best" | "worst";

/** What a move is worth to the one who makes it. */
export type MoveValue = { notation: string,
  /** The expected score, 0 to 1. */
  chance: number,
  /** How it is judged. */
  worth: ValueInfo,
  /**
   * What it would deserve: `best`, `good`, `inaccuracy`, `mistake` or `blunder`; `forced` if there
   * is no other.
   */
  grade: string,
};

/** Another server on the local network. */
export type Neighbour = {
  /** What it is called there. */
  name: string, url: string,
};

/** `POST /api/analyses`: a new analysis, answered with an [`Analysis`]. */
export type NewAnalysis = { "from": "file",
  /** The text of the file. */
  text: string,
  /** The place of the game in it, from 0. */
  index?: number, } | { "from": "tree",
  /** The game's id. */
  game: string,
  /** The position at the start. */
  start: string,
  /** Whether the swap rule holds. */
  swap?: boolean,
  /** The names of the players. */
  players?: BySeat<string | null>,
  /** What is said of the start. */
  comment?: string, moves: Array<AnalysedMove>,
};

/** `POST /api/matches`: a new match, answered with [`Created`]. */
export type NewMatch = {
  /** The game's id. */
  game: string,
  /** Rule set, board, seed. Without a board and a seed the server draws one. */
  setup?: Setup | null,
  /** A game to go on with, instead of a set-up. */
  record?: GameRecord | null,
  /** Whether the swap rule holds, in a game that has it: `swap` in the catalogue. */
  swap?: boolean,
  /** Who plays, in seats First and Second. */
  players: BySeat<Who>, time?: TimeControl,
  /** A secret with which a client that keeps no cookies plays in it. */
  seat?: SeatSecret | null,
};

/** `POST /api/reports`: the name of a player is reported to the operator. */
export type NewReport = {
  /** The id of the match in which it is seen. */
  match: string, player: Player,
};

/** `POST /api/rooms`: a room where somebody else can take a seat, answered with [`RoomCreated`]. */
export type NewRoom = {
  /** The game's id. */
  game: string,
  /** Rule set, board, seed. Without a board and a seed the server draws one. */
  setup?: Setup | null,
  /** Whether the players lay the board together, in a game of tiles. */
  lay_board?: boolean,
  /** Whether the swap rule holds, in a game that has it: `swap` in the catalogue. */
  swap?: boolean, time?: TimeControl,
  /** Who may find it. */
  listing: Listing,
  /** Where the client wants to sit. */
  side?: Side,
  /** The client's name, as shown to the other. */
  name?: string,
  /** The secret that opens the client's seat from now on. */
  seat: SeatSecret,
};

/** `GET /api/puzzles/next`: which puzzles to choose from. */
export type NextPuzzleQuery = {
  /** Only those of this game. */
  game?: string | null,
  /** Only those of this theme. */
  theme?: string | null,
  /** Only those of this difficulty; otherwise the one nearest to the visitor's rating is chosen. */
  grade?: number | null,
  /** Not this one. */
  after?: string | null,
};

/** A position that was visited. */
export type NodeInfo = {
  /** The number of the node before it; only the root has none. */
  parent?: number,
  /** The move that led here from there. */
  move?: string,
  /** Who is to move: Max or Min. */
  side: TreeSide,
  /** What Max was sure of when the search came here. */
  alpha?: number,
  /** What Min was sure of. */
  beta?: number,
  /** What it is worth to Max. */
  value?: number,
  /** How much is known of that; exact if it says nothing. */
  bound?: Bound,
  /** The number of the node that the value comes from. */
  best?: number,
  /** Why the rest of its moves was left out. */
  cut?: CutInfo,
  /** How a leaf's value is made up: the number of a label, and how many of it there are. */
  terms?: Array<[number, number]>,
  /** How the game ended. */
  ending?: Ending,
  /** How many positions were visited below. */
  below?: number,
};

/** Offer that a player can make to the other. */
export type Offer = "draw" | "takeback" | "rematch";

/** An offer that waits for an answer. */
export type OfferState = {
  /** What is offered. */
  offer: Offer, by: Player,
};

/** State of a match between people at different screens, beside the game. */
export type OnlineState = {
  /** The short code by which others find it. */
  code: string,
  /** Who may find it. */
  listing: Listing,
  /** Who has opened it. */
  host: Player,
  /** How many people watch. */
  watchers: number,
  /** Those who wait for the start, and the board that they lay; `None` once it has started. */
  gathering: GatheringState | null,
  /** The match in which the players play again. */
  rematch: string | null,
  /** The server's time, in milliseconds since 1970. */
  now: number,
};

/** Somebody to play against. */
export type OpponentInfo = {
  /** The name in commands. */
  id: string,
  /** The name for people. */
  title: Text,
  /** Its name by rule sets where that is another one. */
  titles?: { [key in string]: Text },
  /** How deep it searches, if its tree can be looked at. */
  depth?: number,
  /** The rating of a level by the usual rules, if it has been measured. */
  rating?: OpponentRatingInfo,
};

/** Where the opponent is. */
export type OpponentPlace = "computer" | "online" | "screen";

/** Rating of an opponent. */
export type OpponentRatingInfo = { points: number,
  /** Its error: twice the standard error. */
  error: number,
};

/** `GET /api/tiles`: the tiles that the visitor has drawn, in the order in which they came. */
export type OwnTile = { name: string, rows: string,
  /** The games that can be played with it. */
  games: Array<string>,
  /** What is unusual about it. */
  warnings: Array<Text>,
};

/** Table for a client of quick pairing. */
export type Pairing = {
  /** The id of its match. */
  id: string,
  /**
   * Whether the client has a seat there and waits; otherwise somebody else does, and the client joins over the
   * socket of the match.
   */
  waiting: boolean,
};

/** `POST /api/pairing`: looks for any opponent, answered with [`Pairing`]. */
export type PairingRequest = {
  /** The game's id. */
  game: string, time?: TimeControl,
  /** The client's name, as shown to the other. */
  name?: string,
  /** The secret that opens the client's seat from now on. */
  seat: SeatSecret,
  /** The client's table that waits already: the answer is an older one, or this one again. */
  own?: string | null,
  /**
   * Ids of the matches in which the client itself has a seat: none of them is answered. The owner's browsers and
   * terminals share a profile, and are told apart by these; without them nobody is paired with their own profile.
   */
  seats?: Array<string> | null,
};

/** One of the two who play a match. The swap rule may put each into the other's seat. */
export type Player = "one" | "two";

/** A player of a match. */
export type PlayerState = {
  /** Which of the two. */
  player: Player,
  /** Who it is; `None` while the seat is free. */
  who: Who | null,
  /** Where the player sits now. */
  seat: Seat,
  /** When the player disconnected; `None` if connected, or if it does not matter. */
  gone: GoneState | null,
};

/** A position as a picture. */
export type PositionInfo = {
  /** The position, in the game's notation. */
  position: string,
  /** The picture, and the legal moves. */
  view: View,
};

/** The report of a search of a position. */
export type PositionReport = { question: number,
  /** The depth that is complete, in plies. */
  depth: number, nodes: number,
  /** Milliseconds of thinking. */
  time: number,
  /**
   * Selectivity of the search in percent: the confidence of each of its `ProbCut` cuts. Absent where
   * none was made.
   */
  selectivity?: number,
  /** Progress of a solver that has not settled all moves. Absent where none is at work. */
  solver?: SolverInfo,
  /** Nothing more will come: all is proved, or the time for one question is used up. */
  done: boolean,
  /** The moves that were judged, best first. */
  moves: Array<MoveValue>,
  /** The best lines. */
  lines: Array<LineValue>,
};

/** `POST /api/think/position`: a position of a tree as a picture, answered with a [`PositionInfo`]. */
export type PositionRequest = {
  /** The game's id. */
  game: string,
  /** The game so far. */
  record: GameRecord,
};

/** The picture of a set-up. */
export type Preview = { board: Board,
  /** The set-up that it shows: where neither a board nor a seed was chosen, a seed has been drawn. */
  setup: Setup,
};

/** `POST /api/preview`: the picture of a set-up in progress, answered with a [`Preview`]. */
export type PreviewRequest = {
  /** The game's id. */
  game: string,
  /** What has been chosen so far. */
  setup?: Setup,
};

/** `POST /api/lan/probe`: asks whether a machine answers at an address. */
export type Probe = {
  /** Name or IP address of the machine; an IPv6 address has no brackets. */
  host: string, port: number,
};

/** What a probe has found. */
export type ProbeResult = {
  /** Whether a program there took the connection. */
  answers: boolean,
};

/** Any error of the HTTP part. */
export type Problem = {
  /**
   * The kind, for programs: `not-found`, `bad-request`, `too-large`, `refused`, `stale`, `taken`, `changed`, `quota`,
   * `busy`, `too-many`, `timeout`, `not-stored`, `incompatible`, `missing-data`, `failed`.
   */
  code: string,
  /** What is wrong, for people. */
  text: Text,
  /** The bytes of the text in question that are wrong, start and end. */
  at?: [number, number],
  /** The field of the request that is wrong. */
  field?: string,
};

/** An analysis in a [`ProfileFile`]. */
export type ProfileAnalysis = {
  /** Its id, or that of the match that it is of. */
  id: string,
  /** The game with variations and comments, as a record file of one game. */
  record: string,
};

/** What `DELETE /api/profile` has done. */
export type ProfileDeletion = {
  /** How many matches are no longer in the visitor's list. */
  matches: number,
  /** Whether nothing is left. Otherwise there was not enough time: ask again. */
  done: boolean,
};

/** Everything that is stored for a visitor: `GET /api/profile/file`. A part of it is `POST`ed to be taken in. */
export type ProfileFile = {
  /** The name and the version of the format: `damier-profile-1`. */
  format: string,
  /** What the page keeps: settings and progress. */
  settings?: { [key in string]: string },
  /** The own tiles. */
  tiles?: Array<Tile>,
  /** The results at puzzles. */
  puzzles?: Array<ProfilePuzzle>, analyses?: Array<ProfileAnalysis>,
  /** The matches, each as a record file of one game. */
  matches?: Array<string>,
};

/** What has been taken in of a [`ProfileFile`]. */
export type ProfileImport = { matches: number, analyses: number, tiles: number,
  /** New results at puzzles. */
  puzzles: number,
  /** Matches, analyses, tiles and results that were there already. */
  same: number,
  /** Matches, analyses, tiles and results that cannot be read. */
  unreadable: number,
};

/** `POST /api/profile/link`: the link by which one more device comes to the profile, once. */
export type ProfileLinkCreated = {
  /** The secret of the link, for [`TakeProfile`]. */
  secret: SeatSecret,
  /** How long it can be used, in milliseconds. */
  lifetime: number,
};

/** Result at a puzzle in a [`ProfileFile`](super::ProfileFile). */
export type ProfilePuzzle = {
  /** The puzzle's id. */
  puzzle: string,
  /** The game's id. */
  game: string,
  /** When the first attempt was decided, in milliseconds since 1970. */
  at: number,
  /** Whether it was solved at once. */
  won: boolean,
  /** Whether it has been solved. */
  solved: boolean,
  /** Its rating then. */
  rating: number,
  /** Day since 1970 whose puzzle it was when it was solved. */
  day?: number | null,
};

/** What a try has led to. */
export type PuzzleAnswer = {
  /** Whether the move is right. */
  verdict: PuzzleVerdict,
  /** The game after the move, then after each that follows: the opponent's best resistance, or the refutation. */
  views: Array<View>,
  /** Why a move is wrong. */
  refutation?: Refutation | null,
  /** What has been reached, once it is solved. */
  summary?: PuzzleSummary | null,
};

/** `POST /api/puzzles/ID`: a try at a puzzle. */
export type PuzzleAttempt = {
  /** The moves of the solver up to now: right ones, and the one that is tried. */
  moves: Array<string>,
};

/** How many puzzles there are. */
export type PuzzleCount = { puzzles: number,
  /** Those that the visitor has solved. */
  solved: number,
};

/** What the solver of a puzzle is to reach. */
export type PuzzleGoalInfo = { "type": "win" } | { "type": "win-within", moves: number, } | { "type": "draw" } | { "type": "margin",
  /** The margin; negative for a loss that is as small as can be. */
  margin: number,
};

/** Help with a move. */
export type PuzzleHint = {
  /** What the solution turns on. */
  themes: Array<ThemeName>,
  /** What to point at first: one spot, or several of which one is right. */
  spots: Array<Spot>, choice?: Choice | null,
};

/** `POST /api/puzzles/ID/hint`: help with a move. */
export type PuzzleHintRequest = {
  /** The right moves of the solver up to now. */
  moves: Array<string>,
  /** How much is told. */
  step: HintStep,
};

/** `GET /api/puzzles/ID`: a puzzle, without its solution. */
export type PuzzleInfo = { id: string,
  /** The game's id. */
  game: string,
  /** The position, with the solver to move. */
  position: string,
  /** The same to be shown, with the legal moves. */
  view: View,
  /** What the solver is to reach. */
  goal: PuzzleGoalInfo,
  /** Moves that the solver has to find. */
  moves: number,
  /** The difficulty, from 1. */
  grade: number, rating: number,
  /** What the visitor has made of it. */
  state: PuzzleState,
  /** The day, if it is the puzzle of this one. */
  date?: string | null,
};

/** Rating of the visitor at the puzzles of a game. */
export type PuzzleRating = { rating: number,
  /** Its error: twice the rating deviation. */
  error: number,
  /** How many puzzles count. */
  puzzles: number,
  /** How many of them were solved at once. */
  won: number,
};

/** `POST /api/puzzles/ID/solution`: the whole solution, for who gives up. */
export type PuzzleSolution = {
  /** The game after each move of the solution. */
  views: Array<View>,
  /** What has been reached. */
  summary: PuzzleSummary,
};

/** What a visitor has made of a puzzle. */
export type PuzzleState = "new" | "failed" | "solved" | "won";

/** What a visitor has reached at a puzzle, and what it turned on. */
export type PuzzleSummary = { state: PuzzleState,
  /** The moves of the solution, in notation. */
  solution: Array<string>,
  /** What it turns on. */
  themes: Array<ThemeName>,
  /** The visitor's rating at the puzzles of the game. */
  rating?: PuzzleRating | null,
  /** How many points this try has added to the rating; `None` if it was not the first. */
  change?: number | null,
  /** Days in a row whose puzzle the visitor has solved. */
  streak: number,
};

/** Verdict on a move. */
export type PuzzleVerdict = "right" | "solved" | "wrong";

/** `GET /api/puzzles`: the puzzles that there are, and how far the visitor has come. */
export type Puzzles = {
  /** The puzzle of this day, the same for everybody; `None` in a program without puzzles. */
  daily?: DailyPuzzle | null,
  /** Days in a row whose puzzle the visitor has solved, up to this one or the last. */
  streak: number,
  /** The games that have puzzles, in the order of menus. */
  games: Array<GamePuzzles>,
};

/** Something to think about. */
export type Question = {
  /** The client's number for it, which all answers carry. */
  question: number,
  /** The game's id. */
  game: string,
  /** The game so far; the position at its end is meant, or all of it. */
  record: GameRecord,
  /** How many best lines are wanted. */
  lines: number,
  /** Whether all other moves are judged too, which takes longer. */
  every?: boolean,
  /** The match that it is from: refused while people play it at two screens. */
  match?: string,
};

/** Rating of the visitor in a game. */
export type RatingInfo = { rating: number,
  /** Its error: twice the rating deviation. */
  error: number,
  /** How many matches count. */
  matches: number,
  /** The level that would be an even match, once the rating is sure enough. */
  even_level?: string | null,
};

/** `POST /api/read`: what is this? Answered with [`Recognised`]. */
export type ReadRequest = {
  /** Moves, a position, a file with games, or a link to a page of this program. */
  text: string,
  /** The game, if that is known. */
  game?: string | null,
};

/**
 * Every way to understand a text, or every game of a file, at least one: with several, a person must
 * choose.
 */
export type Recognised = { found: Array<Found>,
  /** How many games there are that a list this long leaves out. */
  left_out?: number,
  /** How many games of a file cannot be read. */
  refused?: number,
  /** What is wrong with the first of them, and where. */
  problems?: Array<Text>,
};

/** The kinds of refusal. */
export type RefusalCode = "over" | "not-your-turn" | "unreadable" | "illegal" | "no-such-move" | "not-allowed" | "no-such-offer" | "taken" | "not-ready" | "too-soon" | "bad-message" | "protocol" | "stale" | "not-yours" | "try-again" | "slow-down" | "full";

/** Why a move is wrong. */
export type Refutation = {
  /** The moves that follow it, in notation, as far as they are shown. */
  moves: Array<string>,
  /** What the wrong move is worth for the solver, as far as the engine knows. */
  worth?: ValueInfo | null,
  /** The expected score of the solver after it, 0 to 1. */
  chance?: number | null,
  /** Sentences about it; none of them tells the solution. */
  reasons: Array<Text>,
};

/** Results against one opponent from one seat. */
export type ResultCount = {
  /** The id of a computer player; `None` for people. */
  opponent?: string | null,
  /** Where the visitor sat. */
  seat: Seat, wins: number, draws: number, losses: number,
};

/** What is to be said of a move of a game. */
export type ReviewedMove = {
  /** Its place in the record, from 0. */
  index: number,
  /** The seat that was to move. */
  seat: Seat,
  /** The seat at the end of the game of the player who made it: the other one before a swap. */
  player: Seat,
  /** The expected score of First with the best move, 0 to 1. */
  before: number,
  /** The expected score of First after the move. */
  after: number,
  /** What the move deserves: `forced`, `best`, `good`, `inaccuracy`, `mistake` or `blunder`. */
  grade: string,
  /** What was played, and the best that can follow. */
  played: LineValue,
  /** The best that could be played, perhaps the same. */
  best: LineValue,
  /** Why it is blamed, the most important first. */
  reasons: Array<Text>,
  /** The theme of puzzles that train what it missed or allowed. */
  theme?: string | null,
  /** The depth to which both were compared, in plies. */
  depth: number,
};

/** What has changed of a public room: the fields that are there. */
export type RoomChange = {
  /** The id of its match. */
  id: string, stage?: Stage, players?: BySeat<Who | null>,
  /** How many people watch. */
  watchers?: number,
  /** Entries of the record. */
  entries?: number,
};

/** A room that was created. */
export type RoomCreated = {
  /** The id of its match. */
  id: string,
  /** A short code by which others find it: `GET /api/codes/CODE`. */
  code: string,
  /** Where the client sits. */
  player: Player,
};

/** A public room. */
export type RoomSummary = {
  /** The id of its match. */
  id: string,
  /** The game's id. */
  game: string,
  /** The rule set's name; `None` is the usual one. */
  rules: string | null, stage: Stage,
  /** Who plays; `None` where a seat is free. */
  players: BySeat<Who | null>, time: TimeControl,
  /** Whether the swap rule holds. */
  swap: boolean,
  /** Whether the players lay the board together. */
  lay_board: boolean,
  /** Whether it waits for any opponent of quick pairing. */
  seek: boolean,
  /** How many people watch. */
  watchers: number,
  /** Entries of the record. */
  entries: number,
  /** When it was opened, in milliseconds since 1970. */
  at: number,
};

/** A way to play. */
export type RuleSetInfo = {
  /** The name in commands. */
  id: string,
  /** The name for people. */
  title: Text,
  /** What is special about it. */
  about: Text,
};

/** `GET /api/rules/GAME`: how a game is played. */
export type Rules = {
  /** In Markdown. */
  text: Text,
  /** What the blocks fenced with ` ```board ` show, in their order; their captions are in the text. */
  diagrams: Array<Diagram>,
};

/** `PUT /api/analyses/ID`: what is said from now on, answered with [`Saved`]. */
export type SaveAnalysis = {
  /** The version that the client has seen: refused as `stale` if there is a newer one. */
  version: Version,
  /** What is said of the start. */
  comment?: string, moves: Array<AnalysedMove>,
};

/** An analysis has been stored. */
export type Saved = {
  /** Its version now. */
  version: Version,
};

/** One of the two seats of a game. `!seat` is the opponent. */
export type Seat = "first" | "second";

/** `POST /api/matches/ID/seat`: the secret with which another device goes on with a match at one screen. */
export type SeatCreated = {
  /** The secret, for the `hello` of the other device. */
  seat: SeatSecret,
};

/**
 * The secret of a seat: 128 bits that the client has drawn, as 32 hexadecimal digits. Whoever knows
 * it sits there. It is never shown, not even in logs.
 */
export type SeatSecret = string;

/** Element of `GET /api/pairing`: how many wait for an opponent. */
export type SeekCount = {
  /** The game's id. */
  game: string, time: TimeControl,
  /** How many wait. */
  waiting: number,
};

/** The choices from which a game starts. The default is the usual game. */
export type Setup = {
  /** The rule set's name, one of the game's; `None` is the usual one. */
  rules?: string | null,
  /** The board, in the words of a game that has several; `None` draws one from `seed`. */
  board?: string | null,
  /** What a random board is drawn from. */
  seed?: number,
};

/** The seat that a player asks for. */
export type Side = "first" | "second" | "random";

/** Progress of a solver: the moves that it has not settled are estimated. */
export type SolverInfo = {
  /** Moves whose result is proved. */
  settled: number,
  /** Moves in all. */
  moves: number,
  /** Positions that the solver has visited. */
  nodes: number,
};

/**
 * Something that a player can point at. Several cells may share one spot, as those of a column do
 * where discs fall.
 */
export type Spot = number;

/** Stage of a room. */
export type Stage = "open" | "laying" | "playing";

/** `GET /api/start`: all that the page needs at its start. */
export type Start = {
  /** The language of the texts: the one chosen, else the first of the browser's. */
  lang: string,
  /** What the page says, by id. */
  texts: { [key in string]: string }, catalogue: Catalogue,
  /** What the visitor has chosen and reached; only the page understands it. */
  profile: unknown,
};

/** What happens to a node. */
export type StepKind = "enter" | "judge" | "search" | "better" | "worse" | "cut" | "leave";

/** How a piece or a square looks. */
export type StyleInfo = { label: Text,
  /** It in one character. */
  glyph: string,
  /** It in one ASCII letter. */
  letter: string,
  /** Its colour, `#rrggbb`. */
  colour: string,
};

/** The material of a board. */
export type SurfaceInfo = "cloth" | "tiles" | "rack";

/** `POST /api/profile/take`: the device comes to the profile of a link. */
export type TakeProfile = {
  /** The secret of the link. */
  secret: SeatSecret,
};

/** Something counted for both seats, such as discs. */
export type Tally = {
  /** What is counted. */
  label: Text,
  /** How many each seat has. */
  count: BySeat<number>,
};

/** The same words in every language. `Display` writes the English ones, for programmers. */
export type Text = {
  /** The text in English. */
  en: string,
  /** The text in French. */
  fr: string,
};

/** Puzzles of a theme. */
export type ThemeInfo = {
  /** The theme's id. */
  id: string, title: Text,
  /** How many there are. */
  count: PuzzleCount,
};

/** Name of a theme. */
export type ThemeName = {
  /** The theme's id. */
  id: string, title: Text,
};

/** Progress of the computer's search. */
export type Thinking = {
  /** The version of the match that it thinks about. */
  version: Version,
  /** The depth that is complete, in plies. */
  depth: number, nodes: number,
  /** Milliseconds since it began. */
  time: number,
};

/** A square piece of a board, built in or a player's own. */
export type Tile = {
  /** What players call it. */
  name: string,
  /** Its rows from the top, `/` between, in the letters of the grounds. */
  rows: string,
};

/** What is to be said of a tile. */
export type TileAnswer = {
  /** Why it cannot be used, if it cannot. */
  problem: TileProblem | null,
  /** What is unusual about it, as far as it is drawn. */
  warnings: Array<Text>,
};

/**
 * `PUT /api/tiles/NAME`: makes, changes or renames a tile, which is NAME afterwards; answered with an
 * [`OwnTile`].
 */
export type TileChange = {
  /** Its rows afterwards. */
  rows: string,
  /** The tile as the client knows it; nothing if it is new. */
  before?: Tile | null,
};

/** What is wrong in a text. */
export type TileProblem = {
  /** What it is. */
  text: Text,
  /** The bytes that are wrong, start and end. */
  at: [number, number],
  /** The line in which they begin, from 1. */
  line: number,
  /** The character of the line, from 1. */
  column: number,
};

/**
 * `POST /api/tile-check`: what is to be said of a tile that is being drawn; answered with a
 * [`TileAnswer`].
 */
export type TileQuestion = {
  /** The game that it is for. */
  game: string,
  /** What is drawn so far, `.` for a square without a colour. */
  rows: string,
};

/** `POST /api/tile-file`: what became of a file. */
export type TileReport = {
  /** What became of every tile that could be read, in the order of the file. */
  tiles: Array<ImportedTile>,
  /** What could not be read: the first problems, in the order of the file. */
  problems: Array<TileProblem>,
  /** How many more problems there are. */
  more_problems?: number,
};

/** A set of tiles. */
export type TileSetInfo = {
  /** The name in commands. */
  id: string,
  /** The name for people. */
  title: Text, tiles: Array<Tile>,
};

/** Time control of a match. */
export type TimeControl = { "kind": "none" } | { "kind": "game",
  /** At the start, in milliseconds. */
  total: number,
  /** After each own move, in milliseconds. */
  increment: number, } | { "kind": "move",
  /** In milliseconds. */
  limit: number,
};

/** From a client that analyses. */
export type ToAnalyst = { "type": "hello",
  /** The version of the protocol that the client speaks. */
  protocol: number, } | { "type": "analyse" } & Question | { "type": "review" } & Question | { "type": "stop" } | { "type": "ping",
  /** Comes back in the answer. */
  n: number,
};

/** Message from the server. */
export type ToClient = { "type": "state" } & MatchState | { "type": "applied", id: CommandId,
  /** The version of the match after it. */
  version: Version, } | { "type": "refused",
  /** Which; `None` if the message could not be read at all. */
  id: CommandId | null,
  /** The kind of reason, for programs. */
  code: RefusalCode,
  /** The reason, for people. */
  text: Text, } | { "type": "greeted", player: Player, greeting: Greeting, } | { "type": "thinking" } & Thinking | { "type": "pong",
  /** From the question. */
  n: number,
  /** The server's time, in milliseconds since 1970. */
  now: number,
};

/** Message from a client. */
export type ToServer = { "type": "hello",
  /** The version of the protocol that it speaks. */
  protocol: number,
  /** The last version of the match that it has seen; 0 for none. */
  since?: Version,
  /** The secret of the client's seat; without one it watches. */
  seat?: SeatSecret, } | { "type": "join",
  /** The id, as for a command. */
  id: CommandId,
  /** Which seat; any free one without it. */
  player?: Player,
  /** As shown to the other; empty without a name. */
  name?: string, } | { "type": "greet", greeting: Greeting, } | { "type": "command",
  /** The id of the command. */
  id: CommandId,
  /** The player who gives it. */
  player: Player,
  /** What to do. */
  command: Command,
  /**
   * The version the command applies to: rejected if the match has moved on. Without it, the
   * command applies to the current state.
   */
  version?: Version, } | { "type": "move-now" } | { "type": "ping",
  /** Comes back in the answer. */
  n: number,
};

/** Cost of a search. */
export type TreeCost = {
  /** Positions, the root included. */
  positions: number,
  /** Those of them that were evaluated. */
  leaves: number,
  /** Whether the search was complete: otherwise it was stopped. */
  complete: boolean,
};

/** `GET /api/think`: the games whose trees can be looked at. */
export type TreeDemoInfo = {
  /** The game's id. */
  game: string,
  /** Positions worth a look. */
  examples: Array<ExampleInfo>,
  /** The greatest depth. */
  deepest: number,
};

/** A search, node by node. */
export type TreeInfo = {
  /** The game's id. */
  game: string,
  /** The game so far. */
  record: GameRecord,
  /** The position at its end, the tree's root. */
  position: string,
  /** Who is Max: the player to move. All values are for that player. */
  max: Seat,
  /** How deep the search goes, in plies. */
  depth: number,
  /** Whether it leaves out what cannot matter. */
  alpha_beta: boolean,
  /** In which order moves are tried. */
  order: MoveOrder,
  /** How many levels below the root are in `nodes`; values always come from the full depth. */
  levels: number,
  /** The nodes in the order of the search; the first is the root. */
  nodes: Array<NodeInfo>,
  /** What happens, in order: a node's number and what happens to it. */
  steps: Array<[number, StepKind]>,
  /** What is counted at leaves. */
  labels: Array<LabelInfo>,
  /** What plain minimax visits. */
  minimax: TreeCost,
  /** What alpha-beta visits. */
  pruned: TreeCost,
  /** Whether the search was broken off, so that some nodes have no value. */
  stopped: boolean,
};

/** `POST /api/think`: a tree, answered with a [`TreeInfo`]. */
export type TreeRequest = {
  /** The game's id. */
  game: string,
  /** The position to begin at; the usual start of the game without it. */
  start?: string | null,
  /** The moves from there, apart or run together. */
  moves?: string,
  /** How many plies deep. */
  depth: number,
  /** Whether to leave out what cannot matter. */
  alpha_beta?: boolean,
  /** In which order moves are tried. */
  order?: MoveOrder,
};

/** The two sides of a tree. */
export type TreeSide = "max" | "min";

/** The value of a move; all but an estimate is proved. */
export type ValueInfo = { "kind": "win",
  /** In so many moves of the winner, the last included. */
  moves: number,
  /** In so many plies. */
  plies: number,
  /** `at-most` where these numbers are only a bound: it may come sooner. Absent where they are exact. */
  bound?: Bound, } | { "kind": "loss",
  /** In so many moves of the winner, the last included. */
  moves: number,
  /** In so many plies. */
  plies: number,
  /** `at-most` where these numbers are only a bound: it may come sooner. Absent where they are exact. */
  bound?: Bound, } | { "kind": "margin", margin: number, } | { "kind": "estimate",
  /** In hundredths of an advantage that wins about 73 games in 100. */
  points: number,
};

/** Number of events in a match. */
export type Version = number;

/** All that a screen needs to show a game and to let a player move. */
export type View = {
  /** What is drawn, cell by cell. */
  board: Board,
  /** Who is to move. */
  turn: Seat,
  /** How the game ended, if it has. */
  outcome: Ending | null,
  /** The last move, as it was on the board before it. */
  last: Choice | null,
  /** Cells worth a sign. */
  marks: Marks,
  /** The legal moves; none when the game is over. */
  choices: Array<Choice>,
};

/** Who a player is. */
export type Who = { "type": "human",
  /** As shown to the other; empty without a name. */
  name: string, } | { "type": "computer",
  /** The opponent's id, such as `difficult`. */
  opponent: string,
  /** Where its chance decisions come from. */
  seed: number,
};

/** `GET /api/you`: figures of the visitor's finished matches, and the devices of the profile. */
export type You = {
  /** The games that the visitor has played, in the order of menus. */
  games: Array<GameFigures>,
  /** Devices that came to the profile by a link, the oldest first. */
  devices: Array<DeviceInfo>,
};
