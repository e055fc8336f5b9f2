// @ts-check
// What is pressed: the settings of a search, and its steps.
/** @import { Order } from "../../net/types.js" */

import { fill, h, s, set } from "../../app/dom.js";
import { yesNo } from "../../app/form.js";
import { count, t } from "../../app/i18n.js";
import { SHAPES } from "./drawing.js";

/** How long a step is shown, in milliseconds. */
export const STEP_DELAYS_MS = /** @type {const} */ ({ slow: 2400, normal: 1000, fast: 120 });

/** @typedef {keyof typeof STEP_DELAYS_MS} Speed */
/** @typedef {{ depth: number, alpha_beta: boolean, order: Order }} Plan */

const SIGNS = {
  restart: "M6 5v14M18.5 6L9 12l9.5 6z",
  back: "M15.5 6L6 12l9.5 6z",
  step: "M8.5 6l9.5 6-9.5 6z",
  run: "M4 6l8 6-8 6zM12.5 6l8 6-8 6z",
  pause: "M8 6v12M16 6v12",
  cut: "M6.5 5.5a2.3 2.3 0 1 0 .1 0zM6.5 14a2.3 2.3 0 1 0 .1 0zM8.5 9l11 8.5M8.5 15l11-8.5",
  end: "M18 5v14M5.5 6l9.5 6-9.5 6z",
};

/** @param {keyof typeof SIGNS} name */
const sign = (name) =>
  s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: SIGNS[name] }));

/**
 * One of several.
 * @param {string} id
 * @param {string[][]} options values and labels
 * @param {string} value
 * @param {(value: string) => void} change
 */
function choice(id, options, value, change) {
  const select = h("select", { id, onchange: () => change(select.value) },
    ...options.map(([option, label]) => h("option", { value: option, selected: option === value }, label)));
  return select;
}

/**
 * The settings of a search.
 * @param {Plan} plan
 * @param {number} deepest
 * @param {(changes: Partial<Plan>) => void} change
 */
export function settings(plan, deepest, change) {
  const words = () => count("think-ahead", Number(slider.value));
  const slider = h("input", { type: "range", id: "think-depth", min: 1, max: deepest, step: 1, value: plan.depth,
    oninput: () => {
      output.textContent = words();
    },
    onchange: () => change({ depth: Number(slider.value) }) });
  const output = h("output", { for: "think-depth" }, words());
  const orders = [
    ["listed", t("think-order-listed")], ["best", t("think-order-best")], ["worst", t("think-order-worst")],
  ];
  const order = choice("think-order", orders, plan.order, (value) => change({ order: /** @type {Order} */ (value) }));
  return h("div", { class: "think-settings", role: "group", "aria-label": t("think-settings") },
    h("div", { class: "field" }, h("label", { for: "think-depth" }, t("think-depth")), slider, output),
    yesNo(t("think-alpha-beta"), plan.alpha_beta, (alpha_beta) => change({ alpha_beta })),
    h("div", { class: "field" }, h("label", { for: "think-order" }, t("think-order")), order));
}

export class Controls {
  /**
   * @param {{ restart(): void, back(): void, step(): void, run(): void, cut(): void, end(): void, speed(speed: Speed):
   *   void }} owner
   * @param {Speed} speed
   */
  constructor(owner, speed) {
    /** @type {(name: keyof typeof SIGNS, label: string, act: () => void, kind?: string) => HTMLButtonElement} */
    const button = (name, label, act, kind = "quiet") =>
      h("button", { class: kind, "aria-label": label, title: label, onclick: act }, sign(name));
    this.restart = button("restart", t("think-restart"), owner.restart);
    this.back = button("back", t("think-back"), owner.back);
    this.step = h("button", { class: "primary", "aria-label": t("think-step"), onclick: owner.step },
      sign("step"),
      h("span", {}, t("think-step")));
    this.run = h("button", { onclick: owner.run });
    this.cut = h("button", {
      "aria-label": t("think-next-cut"), title: t("think-next-cut"), onclick: owner.cut,
    }, sign("cut"), h("span", { class: "wide" }, t("think-next-cut")));
    this.end = button("end", t("think-end"), owner.end);
    const speeds = [["slow", t("think-slow")], ["normal", t("think-normal")], ["fast", t("think-fast")]];
    const choose = choice("think-speed", speeds, speed, (value) => owner.speed(/** @type {Speed} */ (value)));
    choose.setAttribute("aria-label", t("think-speed"));
    this.element = h("div", { class: "think-controls", role: "group", "aria-label": t("think-controls") },
      this.restart, this.back, this.step, this.run, this.cut, this.end, choose);
    this.update({ at: 0, length: 0, prunes: false, running: false });
  }

  /** @param {{ at: number, length: number, prunes: boolean, running: boolean }} state */
  update({ at, length, prunes, running }) {
    this.restart.disabled = this.back.disabled = at === 0;
    this.step.disabled = this.end.disabled = this.run.disabled = at === length;
    this.cut.disabled = at === length || !prunes;
    this.cut.hidden = !prunes;
    const words = t(running ? "think-pause" : "think-run");
    if (this.run.title === words) return;
    set(this.run, { "aria-label": words, title: words });
    fill(this.run, sign(running ? "pause" : "run"), h("span", { class: "wide" }, words));
  }
}

/** What the signs of the tree mean. */
export function legend() {
  const shape = (/** @type {keyof typeof SHAPES} */ name, /** @type {string} */ words) =>
    h("li", {},
      s("svg", { viewBox: "-24 -24 48 48", "aria-hidden": "true" },
        s("g", { class: `node ${name} done` }, s("path", { class: "shape", d: SHAPES[name] }))),
      words);
  const line = (/** @type {string} */ name, /** @type {string} */ words) =>
    h("li", {},
      s("svg", { viewBox: "-24 -24 48 48", "aria-hidden": "true" },
        s("path", { class: `edge node ${name}`, d: "M-20 14C-4 14 4-14 20-14" })),
      words);
  return h("ul", { class: "think-legend", "aria-label": t("think-legend") },
    shape("max", t("think-legend-max")), shape("min", t("think-legend-min")), shape("leaf", t("think-legend-leaf")),
    line("best", t("think-legend-best")), line("cut", t("think-legend-cut")));
}
