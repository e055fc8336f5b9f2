// @ts-check
// The page: which screen an address shows, and what all screens share.
/** @import { Catalogue, GameInfo, Lang } from "./types.js" */

import * as api from "./api.js";
import { fill, h, s } from "./dom.js";
import { language, learn as know, pick, speak, t } from "./i18n.js";
import { icon } from "./icons.js";
import * as keys from "./keys.js";
import { announce, toast } from "./notice.js";
import * as profile from "./settings.js";
import { play, unlock } from "./sound.js";

/**
 * @typedef {object} App
 * @property {Catalogue} catalogue
 * @property {(id: string) => GameInfo | undefined} game
 * @property {(path: string, replace?: boolean) => void} go
 *
 * @typedef {object} Screen
 * @property {string} title
 * @property {HTMLElement} element
 * @property {() => void} [close]
 * @property {string} [name] a class for the whole page
 *
 * @typedef {{ show(app: App, params: string[], query: URLSearchParams): Promise<Screen> | Screen }} ScreenModule
 */

/** @type {[RegExp, () => Promise<ScreenModule>][]} */
const ROUTES = [
  [/^\/$/, () => import("./screens/home.js")],
  [/^\/play\/([^/]+)$/, () => import("./screens/setup.js")],
  [/^\/m\/([^/]+)$/, async () => (await Promise.all([import("./screens/match.js"), style("match")]))[0]],
  [/^\/think(?:\/([^/]+)(?:\/(.*))?)?$/, async () => (await Promise.all([import("./screens/think.js"), style("think"), part("think"), part("key")]))[0]],
  [/^\/rules(?:\/([^/]+))?$/, () => import("./screens/rules.js")],
  [/^\/settings$/, () => import("./screens/settings.js")],
  [/^\/about$/, () => import("./screens/about.js")],
];

/**
 * Brings a style sheet that only some screens need.
 * @param {string} name
 */
function style(name) {
  const href = new URL(`../css/${name}.css`, import.meta.url).href;
  const found = [...document.styleSheets].some((sheet) => sheet.href === href);
  if (found) return Promise.resolve();
  return new Promise((resolve) => {
    document.head.append(h("link", { rel: "stylesheet", href, onload: resolve, onerror: resolve }));
  });
}

/**
 * Brings words that only some screens say.
 * @param {string} name
 */
const part = async (name) => know(await api.texts(language(), name));

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
const header = /** @type {HTMLElement} */ (document.getElementById("header"));
/** @type {Screen | null} */
let current = null;
let visits = 0;

/** @type {App} */
const app = {
  catalogue: { games: [], version: "", owner: false },
  game: (id) => app.catalogue.games.find((game) => game.id === id),
  go(path, replace = false) {
    if (replace) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    void show(true);
  },
};

/** @param {boolean} moved whether the player came from another screen */
async function show(moved) {
  const visit = ++visits;
  current?.close?.();
  current = null;
  const found = ROUTES.map(([path, load]) => ({ params: path.exec(location.pathname), load })).find(({ params }) => params);
  /** @type {Screen} */
  let screen;
  try {
    screen = found?.params
      ? await (await found.load()).show(app, found.params.slice(1).map((part) => decodeURIComponent(part ?? "")), new URLSearchParams(location.search))
      : missing();
  } catch (error) {
    if (!(error instanceof api.Failure)) throw error;
    screen = missing(error);
  }
  if (visit !== visits) return screen.close?.();
  current = screen;
  document.title = screen.title === "Damier" ? "Damier" : `${screen.title} · Damier`;
  document.body.className = screen.name ?? "";
  fill(root, screen.element);
  drawHeader();
  if (!moved) return;
  scrollTo(0, 0);
  const heading = root.querySelector("h1");
  if (heading) {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }
  announce(screen.title);
}

/**
 * @param {api.Failure} [failure]
 * @returns {Screen}
 */
function missing(failure) {
  const lost = failure !== undefined && failure.status !== 404;
  const title = t(lost ? "unreachable" : "not-found");
  return {
    title,
    element: h("main", { id: "main", class: "page narrow" },
      h("h1", {}, title),
      h("p", {}, t(lost ? "unreachable-more" : "not-found-more")),
      h("div", { class: "buttons" },
        lost && h("button", { type: "button", class: "primary", onclick: () => void show(false) }, t("try-again")),
        h("a", { class: lost ? "button" : "button primary", href: "/" }, t("home")))),
  };
}

/** The mark of the house: four squares and two discs. */
function mark() {
  return s("svg", { class: "mark", viewBox: "0 0 32 32", "aria-hidden": "true" },
    s("rect", { width: 32, height: 32, rx: 7, class: "mark-wood" }),
    s("path", { d: "M5 5h11v11H5zM16 16h11v11H16z", class: "mark-light" }),
    s("circle", { cx: 21.5, cy: 10.5, r: 4, class: "mark-first" }),
    s("circle", { cx: 10.5, cy: 21.5, r: 4, class: "mark-second" }));
}

function drawHeader() {
  const { sound } = profile.settings();
  const other = language() === "fr" ? "en" : "fr";
  fill(header,
    h("a", { class: "brand", href: "/", "aria-label": t("brand-home") }, mark(), h("span", {}, "Damier")),
    h("nav", { "aria-label": t("navigation") },
      h("button", { type: "button", class: "quiet lang", lang: other, "aria-label": `${other.toUpperCase()} · ${t("other-language")}`, title: t("other-language"), onclick: () => profile.change({ lang: other }) }, other.toUpperCase()),
      h("button", { type: "button", class: "quiet", "aria-pressed": String(sound), "aria-label": t("sound"), title: t("sound"), onclick: toggleSound }, icon(sound ? "sound" : "mute")),
      h("button", { type: "button", class: "quiet wide", "aria-label": t("keyboard-help"), title: t("keyboard-help"), onclick: keyboardHelp }, icon("help")),
      h("a", { class: "button quiet", href: "/settings", "aria-label": t("settings"), title: t("settings") }, icon("settings"))));
}

function toggleSound() {
  profile.change({ sound: !profile.settings().sound });
  play("button");
}

function keyboardHelp() {
  void Promise.all([import("./help.js"), part("key")]).then(([{ help }]) => help());
}

function dress() {
  const { theme, palette } = profile.settings();
  const page = document.documentElement;
  if (theme === "system") delete page.dataset.theme;
  else page.dataset.theme = theme;
  page.dataset.palette = palette;
  const dark = theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.querySelector("meta[name=theme-color]")?.setAttribute("content", dark ? "#241b15" : "#f4ebdb");
}

/** @param {Lang} lang */
async function learn(lang) {
  speak(lang, await api.texts(lang));
  document.documentElement.lang = lang;
}

const wanted = () => pick(profile.settings().lang, navigator.languages);

async function start() {
  dress();
  const stored = profile.load();
  const asked = wanted();
  try {
    const [catalogue] = await Promise.all([api.catalogue(), learn(asked), stored]);
    app.catalogue = catalogue;
    if (wanted() !== asked) await learn(wanted());
  } catch {
    // Not even the words have come: said in both languages, and tried again.
    fill(root, h("main", { class: "page narrow" }, h("p", {}, "Damier ne répond pas. · Damier does not answer.")));
    setTimeout(start, 2000);
    return;
  }
  dress();
  await show(false);
}

profile.attach();
keys.attach();
unlock();
keys.listen({ "?": keyboardHelp, m: toggleSound });
profile.watch(() => {
  dress();
  if (language() === wanted()) return drawHeader();
  learn(wanted()).then(() => show(false), () => toast(t("unreachable"), "problem"));
});
addEventListener("popstate", () => void show(true));
addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.origin !== location.origin || link.hasAttribute("download") || link.target || link.pathname.startsWith("/api/")) return;
  event.preventDefault();
  if (link.hash && link.pathname === location.pathname) {
    document.getElementById(link.hash.slice(1))?.focus();
    return;
  }
  app.go(link.pathname + link.search);
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", dress);
void start();
