// The data that the server sends and takes, as `crates/wire` defines it, and the page's own.

export interface Text { en: string; fr: string }
export type Lang = "en" | "fr";
export type Seat = "first" | "second";
export type Player = "one" | "two";
export interface BySeat<T> { first: T; second: T }

// What a screen may know of a game.

export interface Style { label: Text; glyph: string; letter: string; colour: string }
/** How a board is drawn; `lower` is the seat whose pieces begin at the lower edge. */
export interface LookInfo { surface: "cloth" | "tiles" | "rack"; falling: boolean; lower: Seat | null }
export interface RuleSet { id: string; title: Text; about: Text }
export interface Tile { name: string; rows: string }
export interface TileSet { id: string; title: Text; tiles: Tile[] }
export interface Opponent { id: string; title: Text; titles?: Record<string, Text>; depth?: number }
export interface GameInfo {
  id: string;
  title: Text;
  seats: [Text, Text];
  grounds: Style[];
  pieces: Style[];
  look: LookInfo;
  files: string[];
  ranks: string[];
  rule_sets: RuleSet[];
  tiles: TileSet[];
  swap: boolean;
  levels: Opponent[];
  classics: Opponent[];
  formats: { name: string; endings: string[] }[];
}
export interface Catalogue { games: GameInfo[]; version: string; owner: boolean }

// The picture of a position.

export type Spot = number;
export type CellIndex = number;
export interface Cell { spot: Spot | null; ground: number | null; piece: number | null; label: string }
export interface Tally { label: Text; count: BySeat<number> }
export interface Board { columns: number; cells: Cell[]; tallies: Tally[] }
export interface Change { cell: CellIndex; from: CellIndex | null; piece: number | null }
export interface Choice { notation: string; steps: Spot[]; changes: Change[] }
export interface Marks { winning: CellIndex[]; forbidden: CellIndex[] }
export interface Ending { winner: Seat | null; reason: string; text: Text; margin: number | null }
export interface View {
  board: Board;
  turn: Seat;
  outcome: Ending | null;
  last: Choice | null;
  marks: Marks;
  choices: Choice[];
}

// A match.

export interface Setup { rules?: string | null; board?: string | null; seed?: number }
export interface GameRecord { start: string; swap: boolean; moves: string[] }
export type Who =
  | { type: "human"; name: string }
  | { type: "computer"; opponent: string; seed: number };
export type TimeControl =
  | { kind: "none" }
  | { kind: "game"; total: number; increment: number }
  | { kind: "move"; limit: number };
export type Offer = "draw" | "takeback" | "rematch";
export type Greeting = "hello" | "good-luck" | "well-played" | "thanks" | "one-moment" | "oops" | "bye";
export interface Gone { since: number; until: number }
export interface PlayerState { player: Player; who: Who; seat: Seat; gone: Gone | null }
export interface EndState { winner: Player | null; reason: string; text: Text; margin: number | null }
export interface ClockState { control: TimeControl; left: BySeat<number>; running: Seat | null; now: number }
export interface Thinking { version: number; depth: number; nodes: number; time: number }
export interface MatchState {
  id: string;
  version: number;
  game: string;
  kind: "local" | "online";
  rules: string | null;
  record: GameRecord;
  position: string;
  view: View;
  players: [PlayerState, PlayerState];
  to_move: Player | null;
  end: EndState | null;
  offers: { offer: Offer; by: Player }[];
  undoable: number;
  redoable: number;
  may_abort: boolean;
  clock: ClockState | null;
  thinking: boolean;
  unstored?: boolean;
  you: Player | null;
  online: OnlineState | null;
}
export type Listing = "public" | "unlisted";
export interface OnlineState {
  code: string;
  listing: Listing;
  host: Player;
  watchers: number;
  gathering: Gathering | null;
  rematch: string | null;
  now: number;
}
export interface Half { tiles: string; confirmed: boolean }
export interface Gathering { rules: string | null; time: TimeControl; swap: boolean; halves: [Half, Half] | null }
/** Before the start: a seat may be free. */
export type Place = Omit<PlayerState, "who"> & { who: Who | null };
export type TableState = Omit<MatchState, "players" | "online"> & { players: [Place, Place]; online: OnlineState & { gathering: Gathering } };
export type Command =
  | { type: "move"; notation: string }
  | { type: "undo" }
  | { type: "redo" }
  | { type: "resign" }
  | { type: "offer"; offer: Offer }
  | { type: "accept"; offer: Offer }
  | { type: "decline"; offer: Offer }
  | { type: "abort" }
  | { type: "claim"; claim: "win" | "draw" }
  | { type: "leave" }
  | { type: "lay"; half: string }
  | { type: "confirm" }
  | { type: "invite"; opponent: string; seed: number };
export type ToServer =
  | { type: "hello"; protocol: number; since: number; seat?: string }
  | { type: "join"; id: string; player?: Player; name: string }
  | { type: "greet"; greeting: Greeting }
  | { type: "command"; id: string; player: Player; command: Command; version?: number }
  | { type: "move-now" }
  | { type: "ping"; n: number };
export type ToClient =
  | ({ type: "state" } & MatchState)
  | { type: "applied"; id: string; version: number }
  | { type: "refused"; id: string | null; code: string; text: Text }
  | ({ type: "thinking" } & Thinking)
  | { type: "greeted"; player: Player; greeting: Greeting }
  | { type: "pong"; n: number; now: number };

// HTTP.

export interface Start { lang: Lang; texts: { [id: string]: string }; catalogue: Catalogue; profile: Partial<Profile> }

export interface NewMatch {
  game: string;
  setup?: Setup;
  record?: GameRecord;
  swap?: boolean;
  players: BySeat<Who>;
  time?: TimeControl;
}
export interface NewRoom {
  game: string;
  setup?: Setup;
  lay_board?: boolean;
  swap?: boolean;
  time?: TimeControl;
  listing: Listing;
  side?: Seat | "random";
  name?: string;
  seat: string;
}
export interface RoomCreated { id: string; code: string; player: Player }
export type Stage = "open" | "laying" | "playing";
export interface RoomSummary {
  id: string;
  game: string;
  rules: string | null;
  stage: Stage;
  players: BySeat<Who | null>;
  time: TimeControl;
  swap: boolean;
  lay_board: boolean;
  watchers: number;
  entries: number;
  at: number;
}
/** Where others reach this Damier, and the others that it hears of. */
export interface Lan { lan: boolean; addresses: string[]; neighbours: { name: string; url: string }[] }
export interface Lobby { rooms: RoomSummary[]; total: number }
export interface MatchSummary {
  id: string;
  game: string;
  kind: "local" | "online";
  players: BySeat<Who | null>;
  version: number;
  entries: number;
  over: boolean;
  at: number;
  rules: string | null;
  winner: Player | null;
  reason: string | null;
  created: number;
  ended: number | null;
}
export interface Diagram { view: View; picked: Spot[] }
export interface Rules { text: Text; diagrams: Diagram[] }
export interface Preview { board: Board; setup: Setup }
export interface FairGame { turned: boolean; score: number; plies: number }
export interface FairnessInfo {
  games: FairGame[];
  score: number;
  error: number;
  parts: [number, number];
  length: number;
  proved: Seat | null;
  verdict: Text;
}
export interface MeasuredBoard { seed: number; score: number; error: number; parts: [number, number]; length: number; fair: boolean }
export interface Hint { notation: string | null; chance: number; version: number }
export interface OwnTile extends Tile { games: string[]; warnings: Text[] }
export interface TileProblem { text: Text; at: [number, number]; line: number; column: number }
export interface TileAnswer { problem: TileProblem | null; warnings: Text[] }
export interface TileReport {
  tiles: { name: string; rows: string; kept: string | null; new: boolean }[];
  problems: TileProblem[];
  more_problems?: number;
}
export interface Problem { code: string; text: Text; at?: [number, number]; field?: string }

// Trees of minimax.

export type Order = "listed" | "best" | "worst";
export interface Example {
  id: string;
  title: Text;
  about: Text;
  start: string;
  depth: number;
  alpha_beta: boolean;
  order: Order;
  deeper: number | null;
}
export interface Lesson { game: string; examples: Example[]; deepest: number }
export interface TreeRequest { game: string; start?: string; moves?: string; depth: number; alpha_beta: boolean; order: Order }
export interface TreeNode {
  parent?: number;
  move?: string;
  side: "max" | "min";
  alpha?: number;
  beta?: number;
  value?: number;
  bound?: "at-least" | "at-most";
  best?: number;
  cut?: { sure: number; at: number | null; skipped: string[] };
  terms?: [label: number, count: number][];
  ending?: Ending;
  below?: number;
}
export type StepName = "enter" | "judge" | "search" | "better" | "worse" | "cut" | "leave";
export interface TreeCost { positions: number; leaves: number; complete: boolean }
export interface Tree {
  game: string;
  record: GameRecord;
  position: string;
  max: Seat;
  depth: number;
  alpha_beta: boolean;
  order: Order;
  levels: number;
  nodes: TreeNode[];
  steps: [node: number, what: StepName][];
  labels: { label: Text; weight: number }[];
  minimax: TreeCost;
  pruned: TreeCost;
  stopped: boolean;
}
export interface PositionInfo { position: string; view: View }

// What the profile keeps.

export interface Settings {
  lang: Lang | null;
  sound: boolean;
  volume: number;
  music: boolean;
  musicVolume: number;
  motion: "off" | "quick" | "classic";
  theme: "system" | "light" | "dark";
  palette: "usual" | "distinct";
  coordinates: boolean;
  confirm: boolean;
  delay: number;
  name: string;
  greetings: boolean;
}
export type Mode = "computer" | "two" | "watch" | "online";
export interface SetupChoices {
  mode: Mode;
  level: string;
  level2: string;
  starts: "me" | "other" | "random";
  clock: TimeControl;
  rules: string;
  swap: boolean;
  board: "random" | "tiles" | "halves";
  places: string[];
  listing: Listing;
}
export interface Score { wins: number; draws: number; losses: number; time: number }
export interface Profile {
  settings: Settings;
  setups: { [game: string]: SetupChoices };
  scores: { [game: string]: { [opponent: string]: Score } };
  counted: string[];
}

// Analysis.

export type Worth =
  | { kind: "win"; moves: number; plies: number }
  | { kind: "loss"; moves: number; plies: number }
  | { kind: "margin"; margin: number }
  | { kind: "estimate"; points: number };
export interface MoveValue { notation: string; chance: number; worth: Worth; grade: string }
export interface LineMove { notation: string; changes: Change[] }
export interface LineValue { chance: number; worth: Worth; moves: LineMove[] }
export interface PositionThought {
  question: number;
  depth: number;
  nodes: number;
  time: number;
  selectivity?: number;
  done: boolean;
  moves: MoveValue[];
  lines: LineValue[];
}
export interface ReviewedMove {
  index: number;
  seat: Seat;
  player: Seat;
  before: number;
  after: number;
  grade: string;
  played: LineValue;
  best: LineValue;
  reasons: Text[];
  depth: number;
}
export type FromAnalyst =
  | { type: "ready" }
  | ({ type: "thought" } & PositionThought)
  | ({ type: "reviewed"; question: number; progress: [number, number] } & ReviewedMove)
  | { type: "review-over"; question: number; accuracy: BySeat<number | null> }
  | { type: "refused"; question: number | null; code: string; text: Text }
  | { type: "pong"; n: number; now: number };
export interface Look { record: GameRecord; position: string; view: View; path: string }
export interface Found {
  kind: "moves" | "position" | "record" | "link";
  game: string;
  entries: number;
  players: BySeat<string | null>;
  date?: string;
  about?: string;
  result: string;
  board: Board | null;
  path: string | null;
  index: number;
}
export interface Recognised { found: Found[]; left_out?: number; refused?: number; problems?: Text[] }
export interface AnalysedMove { parent: number | null; notation: string; comment?: string; mark?: string; notes?: string[] }
export interface Analysis {
  id: string;
  version: number;
  match: boolean;
  game: string;
  start: string;
  swap: boolean;
  players: BySeat<string | null>;
  result: string;
  comment: string;
  moves: AnalysedMove[];
}
export interface AnalysisSummary {
  id: string;
  match: boolean;
  game: string;
  players: BySeat<string | null>;
  entries: number;
  variations: number;
  at: number;
}
