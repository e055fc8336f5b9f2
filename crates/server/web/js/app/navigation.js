// @ts-check
// The navigation that stays: the places of the page, and the tools in reach on every screen.
/** @import { Icon } from "./icons.js" */

import { h, renew, set } from "./dom.js";
import { language, t } from "./i18n.js";
import { icon } from "./icons.js";
import { targetOf } from "./routing.js";
import { change, settings } from "./settings.js";

/**
 * @typedef {"play" | "online" | "learn" | "analyse" | "quadrants"} PlaceId
 *
 * @typedef {object} NavigationState
 * @property {string} pathname
 * @property {PlaceId} [place] the place of the screen, where its address does not tell
 * @property {string} [game] the game of the screen: its rules are offered
 * @property {boolean} owner whether the program can be stopped from here
 * @property {boolean} tiles whether there is a game with quadrants
 *
 * @typedef {{ help(): void, toggleSound(): void }} NavigationActions
 */

/**
 * The places, and the addresses that belong to each: the last that fits counts.
 * @type {{ id: PlaceId, href: string, sign: Icon, paths: RegExp }[]}
 */
const PLACES = [
  { id: "play", href: "/", sign: "play", paths: /^\/(?:$|play\/|m\/|games|you)/ },
  { id: "online", href: "/online", sign: "online", paths: /^\/online/ },
  { id: "learn", href: "/learn", sign: "learn", paths: /^\/(?:learn|rules|think|puzzles)/ },
  { id: "analyse", href: "/analyse", sign: "look", paths: /^\/(?:analyse|m\/[^/]+\/analyse)/ },
  { id: "quadrants", href: "/quadrants", sign: "tiles", paths: /^\/quadrants/ },
];

/**
 * The place that an address belongs to.
 * @param {string} pathname
 * @returns {PlaceId | null}
 */
const placeOf = (pathname) => PLACES.findLast(({ paths }) => paths.test(pathname))?.id ?? null;

export class Navigation {
  /** @param {HTMLElement} header @param {NavigationActions} actions */
  constructor(header, actions) {
    this.header = header;
    this.actions = actions;
    this.places = /** @type {HTMLElement} */ (header.querySelector("#nav"));
    this.tools = /** @type {HTMLElement} */ (header.querySelector("#tools"));
    this.sound = h("button", { class: "quiet", onclick: actions.toggleSound });
    this.more = h("div", { class: "tools-more", id: "tools-more" });
    this.menu = h("button", {
      class: "quiet menu", "aria-controls": "tools-more", onclick: () => this.open(!this.isOpen()),
    });
    addEventListener("click", ({ target }) => {
      if (this.isOpen() && !(target instanceof Node && this.menu.contains(target))) this.open(false);
    });
    header.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.isOpen()) return;
      event.preventDefault();
      this.open(false);
      this.menu.focus();
    });
  }

  isOpen() {
    return this.menu.getAttribute("aria-expanded") === "true";
  }

  /** @param {boolean} open */
  open(open) {
    set(this.menu, { "aria-expanded": String(open) });
    if (open) this.more.querySelector("button")?.focus();
  }

  /** @param {NavigationState} state */
  show(state) {
    this.header.querySelector(".brand")?.setAttribute("aria-label", t("brand-home"));
    this.showPlaces(state);
    this.showTools(state);
  }

  /** @param {NavigationState} state */
  showPlaces({ pathname, place = placeOf(pathname) ?? undefined, tiles }) {
    set(this.places, { "aria-label": t("navigation") });
    const shown = PLACES.filter(({ id }) => tiles || id !== "quadrants");
    renew(this.places, [language(), tiles], () => shown.map(({ id, href, sign }) =>
      h("a", { href, "data-place": id }, icon(sign), h("span", {}, t(id)))));
    for (const link of this.places.querySelectorAll("a")) {
      const here = link.dataset.place === place;
      set(link, { "aria-current": here && (targetOf(link) === pathname ? "page" : "true") });
    }
  }

  /** @param {NavigationState} state */
  showTools({ game, owner }) {
    const { sound } = settings();
    const switched = document.activeElement?.classList.contains("lang");
    renew(this.tools, [language(), game, owner], () => [
      link("/rules" + (game ? `/${game}` : ""), "rules", t("rules")),
      link("/settings", "settings", t("settings")),
      this.menu, this.more]);
    set(this.menu, { "aria-label": t("menu"), title: t("menu"), "aria-expanded": String(this.isOpen()) });
    renew(this.menu, "menu", () => [icon("menu")]);
    renew(this.more, [language(), owner], () => [
      languageButton(),
      this.sound,
      tool("help", t("keyboard-help"), "keys-tool", this.actions.help),
      owner && tool("quit", t("quit"), "", async () => (await import("./quit.js")).quit())]);
    if (switched) this.more.querySelector("button")?.focus();
    set(this.sound, { "aria-pressed": String(sound), "aria-label": t("sound"), title: t("sound") });
    renew(this.sound, [sound, language()], () => [icon(sound ? "sound" : "mute"), label(t("sound"))]);
  }
}

/**
 * What a tool is called, shown where there is room.
 * @param {string} text
 */
const label = (text) => h("span", { class: "tool-label" }, text);

/** @param {string} href @param {Icon} sign @param {string} text */
const link = (href, sign, text) => h("a", { class: "button quiet", href, "aria-label": text, title: text }, icon(sign));

/** @param {Icon} sign @param {string} text @param {string} more @param {() => void} act */
const tool = (sign, text, more, act) =>
  h("button", { class: `quiet ${more}`, "aria-label": text, title: text, onclick: act }, icon(sign), label(text));

function languageButton() {
  const other = language() === "fr" ? "en" : "fr";
  const [code, text] = [other.toUpperCase(), t("other-language")];
  return h("button", {
    class: "quiet lang", lang: other, "aria-label": `${code} · ${text}`, title: text,
    onclick: () => change({ lang: other }),
  },
  h("span", { class: "lang-code" }, code), label(text));
}
