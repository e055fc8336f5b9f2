// The page's own types, and those of the messages under the names that the page has for them.

import type * as wire from "./wire.js";
import type { Listing, TimeControl, Who } from "./wire.js";

export * from "./wire.js";
export type {
  MoveOrder as Order,
  OpponentInfo as Opponent,
  StyleInfo as Style,
} from "./wire.js";

export type Lang = "en" | "fr";

// A match that has started: every seat is taken.

export type PlayerState = wire.PlayerState & { who: Who };
export type MatchState = Omit<wire.MatchState, "players"> & { players: [PlayerState, PlayerState] };
export type ToClient = Exclude<wire.ToClient, { type: "state" }> | ({ type: "state" } & MatchState);

// Before the start a seat may be free.

export type Place = wire.PlayerState;
export type TableState = Omit<wire.MatchState, "online"> & {
  online: wire.OnlineState & { gathering: wire.GatheringState };
};

/** What the page starts with; the profile is the page's own. */
export type Start = Omit<wire.Start, "lang" | "profile"> & { lang: Lang; profile: Partial<Profile> };

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
  /** Whether strangers are shown without their names. */
  hideNames: boolean;
  greetings: boolean;
  notifications: boolean;
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
/** How far somebody has come in learning a game. */
export interface GameProgress {
  /** Steps of the introduction that are finished, from the first on. */
  steps?: number;
  /** Whether the introduction has been offered, or begun. */
  offered?: boolean;
  /** The match in which the player is coached; `true` once everything is said. */
  coached?: string | true;
  /** Whether the rules have been opened. */
  rules?: boolean;
  /** Whether a search tree has been opened. */
  watched?: boolean;
}
export interface Profile {
  settings: Settings;
  setups: { [game: string]: SetupChoices };
  scores: { [game: string]: { [opponent: string]: Score } };
  counted: string[];
  learning: { [game: string]: GameProgress };
}
