// @ts-check
// The set-up: what is chosen before a game.
/** @import { GameInfo, SetupChoices } from "../net/types.js" */
/** @import { App, Screen } from "../app/main.js" */
/** @import { SetupState } from "../match/setup/state.js" */

import * as api from "../net/api.js";
import { miniature } from "../board/miniature.js";
import { fill, h } from "../app/dom.js";
import { failureWords } from "../app/failure.js";
import { say, t } from "../app/i18n.js";
import { icon } from "../app/icons.js";
import * as keys from "../app/keys.js";
import { opponentName } from "../app/names.js";
import { initialChoices, matchOf, randomSeed } from "../match/setup/newmatch.js";
import { announce, complain } from "../app/notice.js";
import { flush, isNewTo, isOfferDue, rememberSetup } from "../app/settings.js";
import { fields } from "../match/setup/fields.js";
import { chosenSetup, formKey, fromLink, isComplete } from "../match/setup/state.js";
import { choose } from "../match/setup/transitions.js";
import { play } from "../app/sound/sound.js";
import { standalone } from "../net/transport.js";

/** @typedef {typeof import("../match/online/opening.js")} Opening */

/** @param {App} app @param {string[]} params @param {URLSearchParams} query @returns {Promise<Screen>} */
export async function show(app, [id], query) {
  const info = app.game(id);
  if (!info) throw new api.Failure(null, 404);
  const choices = fromLink(info, initialChoices(info), query);
  // A link from a server's page may ask for what needs one.
  if (standalone && choices.mode === "online") {
    return (await Promise.all([import("./server.js"), app.bring("online")]))[0].show(app);
  }
  const online = choices.mode === "online" ? await bringOnline(app) : null;
  const screen = new SetupScreen(app, { info, choices, seed: Number(query.get("seed")) || randomSeed(info) }, online);
  return { title: say(info.title), name: "setup-page", element: screen.element, close: () => screen.close() };
}

/**
 * What is needed only to play with others elsewhere.
 * @param {App} app
 * @returns {Promise<Opening>}
 */
async function bringOnline(app) {
  const [found] = await Promise.all([import("../match/online/opening.js"), app.bring("online")]);
  return found;
}

export class SetupScreen {
  /** @param {App} app @param {SetupState} state @param {Opening | null} online */
  constructor(app, state, online) {
    this.app = app;
    this.state = state;
    this.online = online;
    /** Previews asked for: an older answer is dropped. */
    this.previews = 0;
    /** @type {{ level: string, element: HTMLElement } | null} the level that would be an even match, as an offer */
    this.even = null;
    /** Forgets the fairness of another board. */
    this.resetFairness = () => {};
    this.picture = h("div", { class: "setup-board" });
    this.problem = h("p", { class: "problem", role: "alert" });
    this.start = h("button", { type: "submit", class: "primary big" });
    this.form = h("form", { class: "setup-form panel" });
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.begin();
    });
    this.element = layout(state.info, this.picture, this.form);
    this.draw();
    void this.preview();
    void this.propose();
    this.close = keys.listen({ e: () => this.takeEven() });
  }

  /** Offers the level that would be an even match, once that is known. */
  async propose() {
    const { info } = this.state;
    if (isNewTo(info.id)) return;
    const { evenLevel, evenOffer } = await import("../you/even.js");
    const level = await evenLevel(this.app, info);
    if (level === null) return;
    this.even = { level, element: evenOffer(info, level, () => this.takeEven()) };
    this.updateOffer();
    this.redraw();
  }

  /** The offer stands beside other levels, with the usual rules, by which levels are measured. */
  updateOffer() {
    const { info, choices: { mode, level, rules } } = this.state;
    if (this.even) {
      this.even.element.hidden = mode !== "computer" || level === this.even.level
        || rules !== (info.rule_sets[0]?.id ?? "");
    }
  }

  takeEven() {
    if (!this.even || this.even.element.hidden) return;
    this.choose({ level: this.even.level });
    this.redraw();
    // The button has gone: the focus is where the level is.
    const chosen = this.form.querySelector(`input[value="${this.even.level}"]`);
    if (chosen instanceof HTMLElement) chosen.focus({ preventScroll: true });
    announce(opponentName(this.state.info, this.even.level));
  }

  draw() {
    fill(this.form, ...fields(this), this.problem, h("div", { class: "setup-start" }, this.start));
    fill(this.start, icon("play"), t(this.state.choices.mode === "online" ? "online-open" : "play"));
  }

  /** @param {SetupState} next */
  update(next) {
    const before = this.state;
    this.state = next;
    this.updateOffer();
    if (formKey(next) !== formKey(before)) this.redraw();
    if (JSON.stringify(chosenSetup(next)) !== JSON.stringify(chosenSetup(before))) void this.preview();
  }

  /** Draws the form anew; the focus stays where it is. */
  redraw() {
    const controls = () => [...this.form.querySelectorAll("input, select, button")];
    const at = controls().indexOf(/** @type {Element} */ (document.activeElement));
    this.draw();
    const again = controls()[at];
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }

  /**
   * Something was chosen with a button.
   * @param {SetupState} next
   */
  change(next) {
    play("button");
    this.update(next);
  }

  /** @param {Partial<SetupChoices>} changes */
  choose(changes) {
    this.change(choose(this.state, changes));
  }

  /** @param {SetupChoices["mode"]} mode */
  async chooseMode(mode) {
    if (mode === "online") this.online ??= await bringOnline(this.app);
    this.choose({ mode });
  }

  remember() {
    rememberSetup(this.state.info.id, { ...this.state.choices });
  }

  async preview() {
    const now = ++this.previews;
    const { info } = this.state;
    this.resetFairness();
    try {
      const { board } = await api.preview(info.id, chosenSetup(this.state));
      if (now !== this.previews) return;
      fill(this.picture, miniature(info, board));
      this.problem.textContent = "";
    } catch (error) {
      if (now === this.previews) this.problem.textContent = failureWords(error);
    }
  }

  async begin() {
    const { info, choices } = this.state;
    if (!isComplete(this.state)) {
      this.problem.textContent = t("places-empty");
      return;
    }
    if (choices.mode !== "watch" && isOfferDue(info)) {
      const answer = await (await import("../learn/offer.js")).offer(this.app, info);
      if (answer === "learn") this.app.go(`/learn/${info.id}`);
      if (answer !== "play") return;
    }
    this.start.disabled = true;
    this.remember();
    try {
      const setup = chosenSetup(this.state);
      const path = this.online && choices.mode === "online"
        ? await this.online.openTable(info, choices, setup)
        : `/m/${(await api.newMatch(matchOf(info, choices, setup))).id}`;
      void flush();
      this.app.go(path);
    } catch (error) {
      this.start.disabled = false;
      this.problem.textContent = failureWords(error);
      complain(error);
    }
  }
}

/** @param {GameInfo} info @param {HTMLElement} picture @param {HTMLElement} form */
const layout = (info, picture, form) => h("main", { id: "main", class: "page setup" },
  h("div", { class: "setup-side" },
    h("h1", {}, say(info.title)),
    h("p", { class: "goal" }, say(info.goal)),
    picture,
    h("p", { class: "small" },
      info.introduction > 0 && h("a", { href: `/learn/${info.id}` }, icon("play"), t("introduction")),
      h("a", { href: `/rules/${info.id}` }, icon("rules"), t("read-rules")))),
  form);
