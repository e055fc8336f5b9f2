// @ts-check
// The player's settings.
/** @import { Screen } from "../app/main.js" */

import { askToNotify, canNotify } from "../app/notification.js";
import { oneOf, yesNo } from "../app/form.js";
import { h, write } from "../app/dom.js";
import { language, t } from "../app/i18n.js";
import { nameField } from "../match/online/name.js";
import { change, settings, watch } from "../app/settings.js";
import { play } from "../app/sound/sound.js";
import { standalone } from "../net/transport.js";

/** @returns {Screen} */
export function show() {
  const now = settings();
  const volume = h("input", { type: "range", id: "volume", min: 0, max: 100, step: 5,
    value: Math.round(now.volume * 100),
    oninput: () => change({ volume: Number(volume.value) / 100 }), onchange: () => play("move") });
  const musicVolume = h("input", { type: "range", id: "music-volume", min: 5, max: 100, step: 5,
    value: Math.round(now.musicVolume * 100),
    oninput: () => change({ musicVolume: Number(musicVolume.value) / 100 }) });
  const delay = h("input", { type: "range", id: "delay", min: 0, max: 2000, step: 100, value: now.delay,
    "aria-describedby": "delay-value",
    oninput: () => {
      change({ delay: Number(delay.value) });
      shown.textContent = seconds(Number(delay.value));
    } });
  const shown = h("output", { id: "delay-value", for: "delay" }, seconds(now.delay));
  const sounds = yesNo(t("sound"), now.sound, (sound) => {
    change({ sound });
    play("button");
  });
  const end = watch(() => {
    const input = sounds.querySelector("input");
    if (input) input.checked = settings().sound;
  });
  return {
    title: t("settings"),
    close: () => void end(),
    element: h("main", { id: "main", class: "page narrow settings" },
      h("h1", {}, t("settings")),
      h("section", { class: "panel" },
        h("h2", {}, t("settings-look")),
        oneOf(t("language"), [{ value: "fr", label: "Français" }, { value: "en", label: "English" }], language(),
          (lang) => change({ lang })),
        oneOf(t("theme"), [
          { value: "system", label: t("theme-system") },
          { value: "light", label: t("theme-light") },
          { value: "dark", label: t("theme-dark") },
        ], now.theme, (theme) => change({ theme })),
        yesNo(t("palette"), now.palette === "distinct", (on) => change({ palette: on ? "distinct" : "usual" }),
          t("palette-more")),
        yesNo(t("coordinates"), now.coordinates, (coordinates) => change({ coordinates }))),
      h("section", { class: "panel" },
        h("h2", {}, t("settings-sound")),
        sounds,
        h("div", { class: "field" }, h("label", { for: "volume" }, t("volume")),
          h("span", { class: "range" },
            volume,
            h("button", { onclick: () => play("win") }, t("sound-test")))),
        yesNo(t("music"), now.music, (music) => change({ music }), t("music-more")),
        h("div", { class: "field" },
          h("label", { for: "music-volume" }, t("music-volume")),
          h("span", { class: "range" }, musicVolume))),
      h("section", { class: "panel" },
        h("h2", {}, t("settings-play")),
        oneOf(t("motion"), [
          { value: "off", label: t("motion-off") },
          { value: "quick", label: t("motion-quick") },
          { value: "classic", label: t("motion-classic") },
        ], now.motion, (motion) => change({ motion })),
        ...(standalone ? [] : withOthers()),
        yesNo(t("confirm-moves"), now.confirm, (confirm) => change({ confirm }), t("confirm-moves-more")),
        h("div", { class: "field" },
          h("label", { for: "delay" }, t("delay")),
          h("span", { class: "range" }, delay, shown))),
      h("p", { class: "faint" }, t("settings-kept"))),
  };
}

/** What matters when others play along, at a server. */
const withOthers = () => [
  nameField(),
  h("p", { class: "faint small" }, t("name-more")),
  yesNo(t("hide-names"), settings().hideNames, (hideNames) => change({ hideNames }), t("hide-names-more")),
  notifications(),
];

/** The switch for notifications. Browsers are asked for the permission when it is switched on, and not before. */
function notifications() {
  const possible = canNotify();
  const problem = h("p", { class: "problem", role: "alert" });
  const field = yesNo(t("notify"), possible && settings().notifications && Notification.permission === "granted",
    (on) => void choose(on),
    t(possible ? "notify-more" : "notify-insecure"));
  const input = /** @type {HTMLInputElement} */ (field.querySelector("input"));
  input.disabled = !possible;
  return h("div", {}, field, problem);

  /** @param {boolean} on */
  async function choose(on) {
    write(problem, "");
    // It is on once the browser has agreed.
    input.checked = false;
    const allowed = !on || (await askToNotify());
    input.checked = on && allowed;
    change({ notifications: on && allowed });
    if (!allowed) write(problem, t("notify-denied"));
  }
}

/** @param {number} milliseconds */
const seconds = (milliseconds) =>
  t("seconds", { seconds: (milliseconds / 1000).toLocaleString(language(), { minimumFractionDigits: 1 }) });
