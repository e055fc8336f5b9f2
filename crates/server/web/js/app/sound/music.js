// @ts-check
// Music, made on the spot from what `composer.js` writes: no file is loaded.
/** @import { Moment, Note } from "./composer.js" */

import { compose, START } from "./composer.js";

/** Seconds that a bar lasts. */
const BAR_SECONDS = 4.2;
/** Seconds in which music comes and goes. */
const FADE_SECONDS = 1.2;
/** How loud it is at most, so that the sounds of the game stand out. */
const FULL_GAIN = 0.5;

/**
 * How a voice sounds: seconds in which a note comes, frequencies that pass, and oscillators with their detuning in
 * cents.
 * @type {{ [voice in Note["voice"]]: { rise: number, lowpass: number, oscillators: [number, OscillatorType][] } }}
 */
const VOICES = {
  pad: { rise: 1.3, lowpass: 700, oscillators: [[-4, "triangle"], [4, "triangle"]] },
  bell: { rise: 0.012, lowpass: 2400, oscillators: [[0, "sine"]] },
};

/** @type {{ audio: AudioContext, master: GainNode, out: AudioNode } | null} */
let player = null;
let timer = 0;
let pause = 0;
let due = 0;
/** @type {Moment} */
let moment = START;

/**
 * Plays at that volume; 0 fades out and stops.
 * @param {number} volume
 */
export function tune(volume) {
  if (typeof AudioContext === "undefined") return;
  try {
    if (volume > 0) begin(volume);
    else end();
  } catch {
    // A machine without sound plays on in silence.
  }
}

/** @param {number} volume */
function begin(volume) {
  player ??= build();
  const { audio, master } = player;
  clearTimeout(pause);
  void audio.resume();
  master.gain.setTargetAtTime(volume * FULL_GAIN, audio.currentTime, FADE_SECONDS / 3);
  if (timer) return;
  due = audio.currentTime + 0.1;
  write();
}

function end() {
  if (!player || !timer) return;
  const { audio, master } = player;
  clearTimeout(timer);
  timer = 0;
  master.gain.setTargetAtTime(0, audio.currentTime, FADE_SECONDS / 4);
  pause = setTimeout(() => void audio.suspend(), FADE_SECONDS * 1000);
}

/** Writes the next bar a little before it begins. */
function write() {
  if (!player) return;
  const { notes, next } = compose(moment, Math.random);
  for (const note of notes) sound(player.audio, player.out, note);
  moment = next;
  due += BAR_SECONDS;
  timer = setTimeout(write, Math.max(0, (due - player.audio.currentTime - 0.5) * 1000));
}

/** A room with a soft echo. */
function build() {
  const audio = new AudioContext();
  const master = audio.createGain();
  master.gain.value = 0;
  master.connect(audio.destination);
  const out = audio.createGain();
  const echo = audio.createDelay(2);
  const again = audio.createGain();
  echo.delayTime.value = BAR_SECONDS / 8;
  again.gain.value = 0.32;
  out.connect(master);
  out.connect(echo).connect(again).connect(echo);
  again.connect(master);
  return { audio, master, out };
}

/** @param {AudioContext} audio @param {AudioNode} out @param {Note} note */
function sound(audio, out, { at, pitch, last, loud, voice }) {
  const start = due + at * BAR_SECONDS;
  const stop = start + last * BAR_SECONDS;
  const { rise, lowpass, oscillators } = VOICES[voice];
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loud, start + rise);
  gain.gain.exponentialRampToValueAtTime(0.0001, stop);
  const filter = audio.createBiquadFilter();
  filter.type = "lowpass";
  filter.frequency.value = lowpass;
  filter.connect(gain).connect(out);
  for (const [detune, shape] of oscillators) {
    const source = audio.createOscillator();
    source.type = shape;
    source.frequency.value = 440 * 2 ** ((pitch - 69) / 12);
    source.detune.value = detune;
    source.connect(filter);
    source.start(start);
    source.stop(stop + 0.05);
    source.onended = () => gain.disconnect();
  }
}
