// @ts-check
// Sounds, made on the spot: no file is loaded.
/** @import { Sound } from "./sound.js" */

/** @type {AudioContext | null} */
let context = null;

/**
 * One tone that fades.
 * @param {AudioContext} audio
 * @param {AudioNode} out
 * @param {{ at?: number, from: number, to?: number, last: number, loud?: number, shape?: OscillatorType }} tone
 */
function tone(audio, out, { at = 0, from, to = from, last, loud = 0.5, shape = "sine" }) {
  const start = audio.currentTime + at;
  const source = audio.createOscillator();
  const gain = audio.createGain();
  source.type = shape;
  source.frequency.setValueAtTime(from, start);
  source.frequency.exponentialRampToValueAtTime(Math.max(20, to), start + last);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loud, start + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + last);
  source.connect(gain).connect(out);
  source.start(start);
  source.stop(start + last + 0.02);
}

/**
 * A short knock, as of wood on wood.
 * @param {AudioContext} audio
 * @param {AudioNode} out
 * @param {{ at?: number, pitch: number, last: number, loud?: number }} knock
 */
function knock(audio, out, { at = 0, pitch, last, loud = 0.6 }) {
  const start = audio.currentTime + at;
  const length = Math.ceil(audio.sampleRate * last);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 4;
  const gain = audio.createGain();
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(out);
  source.start(start);
  tone(audio, out, { at, from: pitch * 0.55, to: pitch * 0.3, last: last * 0.9, loud: loud * 0.35 });
}

/** @type {{ [sound in Sound]: (audio: AudioContext, out: AudioNode) => void }} */
const SOUNDS = {
  drop(audio, out) {
    knock(audio, out, { at: 0.08, pitch: 900, last: 0.09, loud: 1.4 });
    knock(audio, out, { at: 0.19, pitch: 800, last: 0.06, loud: 0.6 });
  },
  move: (audio, out) => knock(audio, out, { pitch: 620, last: 0.09, loud: 1.4 }),
  capture(audio, out) {
    knock(audio, out, { pitch: 480, last: 0.11, loud: 1.6 });
    knock(audio, out, { at: 0.07, pitch: 1100, last: 0.06, loud: 0.9 });
  },
  flip(audio, out) {
    for (let i = 0; i < 3; i++) knock(audio, out, { at: i * 0.055, pitch: 1000 + i * 180, last: 0.05, loud: 0.8 });
  },
  turn: (audio, out) => tone(audio, out, { from: 660, to: 880, last: 0.14, loud: 0.12 }),
  win(audio, out) {
    [523, 659, 784, 1047].forEach((from, i) =>
      tone(audio, out, { at: i * 0.12, from, last: i === 3 ? 0.7 : 0.3, loud: 0.28, shape: "triangle" }));
  },
  lose(audio, out) {
    [392, 349, 311, 262].forEach((from, i) =>
      tone(audio, out, { at: i * 0.16, from, last: i === 3 ? 0.7 : 0.3, loud: 0.24, shape: "triangle" }));
  },
  draw(audio, out) {
    [440, 494, 440].forEach((from, i) =>
      tone(audio, out, { at: i * 0.15, from, last: 0.35, loud: 0.22, shape: "triangle" }));
  },
  low: (audio, out) => tone(audio, out, { from: 1000, last: 0.09, loud: 0.18, shape: "square" }),
  button: (audio, out) => knock(audio, out, { pitch: 1500, last: 0.03, loud: 0.35 }),
};

/**
 * Makes a sound.
 * @param {Sound} sound
 * @param {number} volume
 */
export function make(sound, volume) {
  if (typeof AudioContext === "undefined") return;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    const out = context.createGain();
    out.gain.value = volume;
    out.connect(context.destination);
    SOUNDS[sound](context, out);
    setTimeout(() => out.disconnect(), 2000);
  } catch {
    // A machine without sound plays on in silence.
  }
}
