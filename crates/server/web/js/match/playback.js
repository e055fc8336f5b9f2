// @ts-check
// Two computers play: their game is paused, shown move by move, and slowed down.
/** @import { MatchController } from "./controller.js" */
/** @import { MatchScreenState } from "./state.js" */

import { change, h, renew } from "../app/dom.js";
import { t } from "../app/i18n.js";
import { icon } from "../app/icons.js";
import { pause, showMove } from "./actions.js";
import { setPace } from "./transitions.js";

/** The least time between two moves of each pace, in milliseconds. */
const PACE_MS = { "pace-normal": 0, "pace-slow": 2000, "pace-slower": 5000 };

/** @param {MatchController} match */
export function playback(match) {
  const pace = h("select", {
    "aria-label": t("pace"), onchange: () => match.update(setPace(match.state, Number(pace.value))),
  },
  ...Object.entries(PACE_MS).map(([id, milliseconds]) => h("option", { value: milliseconds }, t(id))));
  return h("div", { class: "playback", role: "group", "aria-label": t("playback") },
    h("button", { class: "pause", onclick: () => pause(match) }),
    h("button", { class: "step", onclick: () => showMove(match) }, icon("next"), t("playback-step")),
    pace);
}

/**
 * @param {HTMLElement} group
 * @param {MatchScreenState} state
 */
export function updatePlayback(group, { paused, queue, snapshot }) {
  const [button, step] = group.querySelectorAll("button");
  group.hidden = snapshot.end !== null;
  renew(button, paused, () => [icon(paused ? "play" : "pause"), t(paused ? "playback-go-on" : "playback-pause")]);
  change(button, "aria-pressed", String(paused));
  step.disabled = !paused || queue.length === 0;
}
