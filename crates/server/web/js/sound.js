// @ts-check
// When sounds are made; how, is in `synth.js`, which comes with the first of them.

import { settings } from "./settings.js";

/** @typedef {"drop" | "move" | "capture" | "flip" | "turn" | "win" | "lose" | "draw" | "low" | "button"} Sound */

let touched = false;

/** A browser lets a page sound once the player has touched it. */
export function unlock() {
  for (const event of ["pointerdown", "keydown"]) {
    addEventListener(event, () => {
      touched = true;
    }, { capture: true, once: true });
  }
}

/**
 * Makes a sound, if sounds are on.
 * @param {Sound} sound
 */
export function play(sound) {
  const { sound: on, volume } = settings();
  if (touched && on && volume > 0) void import("./synth.js").then(({ make }) => make(sound, volume));
}
