// @ts-check
// The fields of the set-up form.
/** @import { Opponent, SetupChoices, TimeControl } from "../../net/types.js" */
/** @import { SetupState } from "./state.js" */
/** @import { SetupScreen } from "../../screens/setup.js" */

import { control } from "../clock.js";
import { h } from "../../app/dom.js";
import { oneOf, yesNo } from "../../app/form.js";
import { say, t } from "../../app/i18n.js";
import { icon } from "../../app/icons.js";
import { opponentName } from "../../app/names.js";
import { randomSeed } from "./newmatch.js";
import { play } from "../../app/sound/sound.js";
import { standalone } from "../../net/transport.js";
import { boardMode, chosenSetup, clockKey, CLOCKS, CUSTOM_CLOCK, hasCustomClock, isComplete } from "./state.js";
import { choose, chooseClock, CLOCK_LIMITS, setSeed, typeClock, typeSeed } from "./transitions.js";

/**
 * All fields, in their order.
 * @param {SetupScreen} screen
 */
export function fields(screen) {
  const { info, choices } = screen.state;
  const { mode } = choices;
  return [
    modeField(screen),
    mode === "online" && screen.online?.openingFields(choices, (changes) => screen.choose(changes)),
    (mode === "computer" || mode === "watch")
    && levelField(screen, t(mode === "watch" ? "level-first" : "level"), "level"),
    mode === "watch" && levelField(screen, t("level-second"), "level2"),
    (mode === "computer" || mode === "online") && startsField(screen),
    clockField(screen),
    info.rule_sets.length > 1 && rulesField(screen),
    info.swap && yesNo(t("swap-rule"), choices.swap, (swap) => screen.choose({ swap }), t("swap-rule-more")),
    info.tiles.length > 0 && boardField(screen),
  ];
}

/** @param {SetupScreen} screen */
const modeField = (screen) => oneOf(t("opponent"), [
  { value: "computer", label: t("mode-computer") },
  { value: "two", label: t("mode-two") },
  { value: "watch", label: t("mode-watch") },
  ...(standalone ? [] : [{ value: /** @type {const} */ ("online"), label: t("online") }]),
], screen.state.choices.mode, (mode) => void screen.chooseMode(mode));

/** @param {SetupScreen} screen */
function startsField(screen) {
  const { mode, starts } = screen.state.choices;
  return oneOf(t("starts"), [
    { value: "me", label: t("starts-me") },
    { value: "other", label: t(mode === "online" ? "online-starts-other" : "starts-other") },
    { value: "random", label: t("starts-random") },
  ], starts, (value) => screen.choose({ starts: value }));
}

/** @param {SetupScreen} screen @param {string} legend @param {"level" | "level2"} which */
function levelField(screen, legend, which) {
  const { info, choices } = screen.state;
  const options = info.levels.map(({ id }) => ({ value: id, label: opponentName(info, id, choices.rules) }));
  const field = oneOf(legend, options, choices[which], (level) => screen.choose({ [which]: level }));
  const rating = levelRating(screen.state, choices[which]);
  if (rating) field.append(h("p", { class: "faint level-rating" }, rating));
  if (screen.even && which === "level") field.append(screen.even.element);
  if (info.classics.length > 0) {
    const link = info.classics.some(({ depth }) => depth) && h("p", {},
      h("a", { href: `/think/${info.id}` }, t("watch-thinking")));
    field.append(furtherOpponents(screen, which, info.classics,
      { title: t("classics"), about: t("classics-more"), prompt: t("classics-choose") }, link));
  }
  if (info.bots.length > 0) {
    field.append(furtherOpponents(screen, which, info.bots,
      { title: t("bots"), about: t("bots-more"), prompt: t("bots-choose") }, false));
  }
  return field;
}

/**
 * What a level is rated, in words. Only games by the usual rules have been measured.
 * @param {SetupState} state
 * @param {string} id
 */
function levelRating({ info, choices: { rules } }, id) {
  const rating = info.levels.find((level) => level.id === id)?.rating;
  if (!rating || (rules !== null && rules !== info.rule_sets[0]?.id)) return null;
  return t(rating.error === 0 ? "level-rating-fixed" : "level-rating", {
    level: opponentName(info, id, rules), points: rating.points, error: rating.error,
  });
}

/**
 * Opponents beside the levels, folded away.
 * @param {SetupScreen} screen
 * @param {"level" | "level2"} which
 * @param {Opponent[]} list
 * @param {{ title: string, about: string, prompt: string }} words
 * @param {HTMLElement | false} more
 */
function furtherOpponents(screen, which, list, { title, about, prompt }, more) {
  const { info, choices } = screen.state;
  const select = h("select", { "aria-label": title, onchange: () => {
    if (select.value) screen.choose({ [which]: select.value });
  } },
  h("option", { value: "" }, prompt),
  ...list.map(({ id }) => h("option", { value: id, selected: id === choices[which] }, opponentName(info, id))));
  return h("details", { class: "classics", open: list.some(({ id }) => id === choices[which]) },
    h("summary", {}, title), h("p", { class: "faint" }, about), select, more);
}

/** @param {SetupScreen} screen */
function clockField(screen) {
  const { clock } = screen.state.choices;
  const custom = hasCustomClock(screen.state);
  const name = (/** @type {TimeControl} */ one) =>
    (one.kind === "none"
      ? t("clock-none")
      : t(one.kind === "move" ? "clock-move" : "clock-game", { time: control(one) }));
  const options = [
    ...CLOCKS.map((one) => ({ value: clockKey(one), label: name(one) })), { value: "custom", label: t("clock-custom") },
  ];
  const field = oneOf(t("clock"), options, custom ? "custom" : clockKey(clock), (key) =>
    screen.change(chooseClock(screen.state, key)));
  if (custom) field.append(customClock(screen));
  return field;
}

/** @param {SetupScreen} screen */
function customClock(screen) {
  const { clock } = screen.state.choices;
  const { total, increment } = clock.kind === "game" ? clock : CUSTOM_CLOCK;
  const read = () => screen.update(typeClock(screen.state, Number(minutes.value), Number(seconds.value)));
  /** @type {(id: string, value: number, limits: { min: number, max: number }) => HTMLInputElement} */
  const number = (id, value, limits) =>
    h("input", { type: "number", id, value, ...limits, step: "any", oninput: read });
  const minutes = number("clock-minutes", total / 60_000, CLOCK_LIMITS.minutes);
  const seconds = number("clock-seconds", increment / 1000, CLOCK_LIMITS.seconds);
  return h("div", { class: "custom-clock" },
    h("label", { for: "clock-minutes" }, t("clock-minutes")), minutes,
    h("label", { for: "clock-seconds" }, t("clock-increment")), seconds);
}

/** @param {SetupScreen} screen */
function rulesField(screen) {
  const { info, choices } = screen.state;
  const field = oneOf(t("rule-set"),
    info.rule_sets.map(({ id, title, about }) => ({ value: id, label: say(title), about: say(about) })),
    choices.rules, (rules) => screen.choose({ rules }));
  const chosen = info.rule_sets.find(({ id }) => id === choices.rules);
  field.append(h("p", { class: "faint" }, chosen ? say(chosen.about) : ""));
  return field;
}

/** @param {SetupScreen} screen */
function boardField(screen) {
  const { state } = screen;
  const mode = boardMode(state);
  const field = oneOf(t("board"), [
    { value: /** @type {SetupChoices["board"]} */ ("random"), label: t("board-random") },
    { value: "tiles", label: t("board-tiles") },
    ...(state.choices.mode === "online"
      ? [{ value: /** @type {const} */ ("halves"), label: t("online-board-halves") }]
      : []),
  ], mode, (board) => screen.choose({ board }));
  if (mode === "halves") field.append(h("p", { class: "faint" }, t("online-board-halves-more")));
  else if (mode === "tiles") field.append(tilesPart(screen), fairnessPart(screen, null));
  else field.append(...seedParts(screen));
  return field;
}

/** @param {SetupScreen} screen */
function tilesPart(screen) {
  const { info, choices } = screen.state;
  const place = h("div");
  void import("../../tiles/picker/view.js").then(({ TilePicker }) => {
    const picker = new TilePicker(info, choices.places, {
      change: (places) => screen.update(choose(screen.state, { places })),
      leave: () => screen.remember(),
    });
    place.replaceWith(picker.element);
  });
  return place;
}

/** @param {SetupScreen} screen */
function seedParts(screen) {
  const input = h("input", { type: "text", id: "seed", inputmode: "numeric", pattern: "[0-9]{1,15}",
    autocomplete: "off", value: screen.state.seed,
    oninput: () => screen.update(typeSeed(screen.state, input.value)) });
  const take = (/** @type {number} */ seed) => {
    input.value = String(seed);
    screen.update(setSeed(screen.state, seed));
  };
  const draw = () => {
    play("button");
    take(randomSeed(screen.state.info));
  };
  return [h("div", { class: "seed" }, h("label", { for: "seed" }, t("seed")), input,
    h("button", { onclick: draw }, icon("dice"), t("seed-new"))),
  fairnessPart(screen, take)];
}

/**
 * @param {SetupScreen} screen
 * @param {((seed: number) => void) | null} take takes the board of a seed
 */
function fairnessPart(screen, take) {
  const place = h("div");
  void import("./fairness.js").then(({ fairness }) => {
    // A board that both lay is known only when they have.
    const isKnown = () => isComplete(screen.state) && boardMode(screen.state) !== "halves";
    const panel = fairness(screen.state.info, () => (isKnown() ? chosenSetup(screen.state) : null), take);
    screen.resetFairness = panel.reset;
    place.replaceWith(panel.element);
  });
  return place;
}
