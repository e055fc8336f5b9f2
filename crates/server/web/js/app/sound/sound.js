// @ts-check
// When sounds are made and music is played; how, is in `synth.js` and `music.js`, which come when they
// are needed.

import { settings, watch } from "../settings.js";

/** @typedef {"drop" | "move" | "capture" | "flip" | "turn" | "win" | "lose" | "draw" | "low" | "button"} Sound */

let touched = false;
let played = false;

/** A browser lets a page sound once the player has touched it. */
export function unlock() {
  const touch = () => {
    if (touched) return;
    touched = true;
    void music();
  };
  for (const event of ["pointerdown", "keydown"]) addEventListener(event, touch, { capture: true });
  document.addEventListener("visibilitychange", music);
  watch(music);
}

/**
 * Makes a sound, if sounds are on.
 * @param {Sound} sound
 */
export function play(sound) {
  const { sound: on, volume } = settings();
  if (touched && on && volume > 0) void import("./synth.js").then(({ make }) => make(sound, volume));
}

/** Plays music or stops it, as the player wants; nobody listens to a hidden tab. */
async function music() {
  const { music: on, musicVolume } = settings();
  const wanted = touched && on && document.visibilityState === "visible" ? musicVolume : 0;
  if (wanted === 0 && !played) return;
  played = true;
  const { tune } = await import("./music.js");
  tune(wanted);
}
