// @ts-check
// The page: which screen an address shows, and what all screens share.
/** @import { Catalogue, GameInfo, Lang } from "../net/types.js" */
/** @import { PlaceId } from "./navigation.js" */

import * as api from "../net/api.js";
import { setTitle } from "./attention.js";
import { fill, h } from "./dom.js";
import { capital, language, learn as know, nameShownColours, pick, say, speak, t } from "./i18n.js";
import { browser, tab } from "./kept.js";
import * as keys from "./keys.js";
import { Navigation } from "./navigation.js";
import { announce, toast } from "./notice.js";
import { matched, push, replace as replaceRoute, route, targetOf } from "./routing.js";
import * as profile from "./settings.js";
import { play, unlock } from "./sound/sound.js";
import { standalone } from "../net/transport.js";
import { closedByBack, recoverEntry } from "./windowhistory.js";

/**
 * @typedef {object} App
 * @property {Catalogue} catalogue
 * @property {(id: string) => GameInfo | undefined} game
 * @property {(path: string, replace?: boolean) => void} go
 * @property {(...names: string[]) => Promise<unknown>} bring the style sheets and the words of these names
 *
 * @typedef {object} Screen
 * @property {string} title
 * @property {HTMLElement} element
 * @property {() => void} [close]
 * @property {string} [name] a class for the whole page
 * @property {string} [game] the game that it is about
 * @property {PlaceId} [place] where it belongs, if its address does not tell
 * @property {boolean} [titled] whether it sets the title of the page itself
 * @property {boolean} [stays] whether rules and settings open above it
 *
 * @typedef {{ show(app: App, params: string[], query: URLSearchParams): Promise<Screen> | Screen }} ScreenModule
 */

/**
 * The routes with their screens. `{name}` is a segment of a path, `{name?}` one that may be missing with all that
 * follows, `{name*}` the rest, if there is any. A server reads this list, too: all other paths are answered with status
 * 404.
 * @type {[string, () => Promise<ScreenModule>][]}
 */
const ROUTES = [
  ["/", () => import("../screens/home.js")],
  ["/play/{game}", () => import("../screens/setup.js")],
  ["/m/{id}", () => loaded(import("../screens/match.js"), style("match"))],
  ["/think/{game?}/{moves*}", () => loaded(import("../screens/think.js"), style("think"), part("think"), part("key"))],
  ["/quadrants", () => loaded(import("../screens/quadrants.js"), style("quadrants"))],
  ["/quadrants/new", () => quadrant()],
  ["/quadrants/edit/{name}", () => quadrant()],
  ["/m/{id}/analyse", async () => ({ show: (await analysis()).showMatch })],
  ["/analyse", () => loaded(import("../screens/analyse.js"), style("analysis"), part("analysis"))],
  ["/analyse/{game}/{moves*}", () => analysis()],
  ["/online", () => online()],
  ["/learn/{path?}", () => loaded(import("../screens/learn.js"), app.bring("learn"))],
  ["/puzzles/{id?}", () => loaded(import("../screens/puzzles.js"), app.bring("learn", "puzzles"), part("analysis"))],
  ["/you", () => loaded(import("../screens/you.js"), app.bring("you"))],
  ["/games", () => loaded(import("../screens/games.js"), app.bring("games"))],
  ["/rules/{game?}", () => import("../screens/rules.js")],
  ["/settings", () => import("../screens/settings.js")],
  ["/about", () => loaded(import("../screens/about.js"), part("games"))],
];

/**
 * The module of a screen, when all has come that the screen needs besides.
 * @template T
 * @param {Promise<T>} screen
 * @param {...Promise<unknown>} parts
 */
const loaded = async (screen, ...parts) => (await Promise.all([screen, ...parts]))[0];
const quadrant = () => loaded(import("../screens/quadrant.js"), style("quadrants"));
/** @type {() => Promise<ScreenModule>} */
const others = () => (standalone ? import("../screens/server.js") : import("../screens/online.js"));
const online = () => loaded(others(), app.bring("online"));
const analysis = () =>
  loaded(import("../screens/analysis.js"), style("match"), style("analysis"), part("analysis"));

/**
 * Brings a style sheet that only some screens need.
 * @param {string} name
 */
function style(name) {
  const href = new URL(`../../css/${name}.css`, import.meta.url).href;
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

/**
 * A part of an address as it was before it became one.
 * @param {string | undefined} part
 */
function decode(part = "") {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
const navigation = new Navigation(/** @type {HTMLElement} */ (document.getElementById("header")), {
  help: keyboardHelp, toggleSound,
});
/** @type {Screen | null} */
let current = null;
let visits = 0;
/** Whether the words have come. */
let ready = false;

/** @type {App} */
const app = {
  catalogue: { games: [], version: "", owner: false, analysis: "server" },
  game: (id) => app.catalogue.games.find((game) => game.id === id),
  go(path, replace = false) {
    if (replace) replaceRoute(path);
    else push(path);
    void show(true);
  },
  bring: (...names) => Promise.all(names.flatMap((name) => [style(name), part(name)])),
};

/**
 * The screen of an address.
 * @param {string} pathname
 * @param {string} [search]
 * @returns {Promise<Screen>}
 */
async function screenOf(pathname, search = "") {
  const found = ROUTES.map(([pattern, load]) => ({ params: matched(pattern, pathname), load }))
    .find(({ params }) => params);
  if (!found?.params) return missing();
  try {
    return await (await found.load()).show(app, found.params.map(decode), new URLSearchParams(search));
  } catch (error) {
    if (!(error instanceof api.Failure)) throw error;
    return missing(error);
  }
}

/** What may open above a screen that stays. */
const OVER = /^\/(?:rules|settings)(?:\/|$)/;
/** @type {string | null} what is open above the screen */
let above = null;

/** @param {string} pathname */
async function showAbove(pathname) {
  const [{ showOver }, screen] = await Promise.all([import("./over.js"), screenOf(pathname)]);
  const shown = showOver(screen);
  above = pathname;
  await shown;
  if (above === pathname) above = null;
}

async function closeAbove() {
  if (above === null) return;
  above = null;
  (await import("./over.js")).closeOver();
}

/** @param {boolean} moved whether the player came from another screen */
async function show(moved) {
  const visit = ++visits;
  if (moved && standalone && (await import("./offline.js")).isolates()) return location.reload();
  current?.close?.();
  current = null;
  if (moved) void closeAbove();
  const { pathname, search } = route();
  const screen = await screenOf(pathname, search);
  if (visit !== visits) return screen.close?.();
  current = screen;
  if (!screen.titled) setTitle(screen.title === "Damier" ? "Damier" : `${screen.title} · Damier`);
  document.body.className = screen.name ?? "";
  fill(root, screen.element);
  drawHeader();
  if (!standalone && playsElsewhere()) {
    void import("../match/online/running.js").then(({ followRunning }) => followRunning(app));
  }
  if (!moved) return;
  scrollTo(0, 0);
  const heading = root.querySelector("h1");
  if (heading) {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }
  announce(screen.title);
}

/** @param {api.Failure} [failure] @returns {Screen} */
function missing(failure) {
  const lost = failure !== undefined && failure.status !== 404;
  const why = lost && failure.problem ? capital(say(failure.problem.text)) : null;
  const title = why ?? t(lost ? "unreachable" : "not-found");
  return {
    title,
    element: h("main", { id: "main", class: "page narrow" },
      h("h1", {}, title),
      why === null && h("p", {}, t(lost ? "unreachable-more" : "not-found-more")),
      h("div", { class: "buttons" },
        lost && h("button", { class: "primary", onclick: () => void show(false) }, t("try-again")),
        h("a", { class: lost ? "button" : "button primary", href: "/" }, t("home")))),
  };
}

function drawHeader() {
  const { games, owner } = app.catalogue;
  navigation.show({
    pathname: route().pathname, place: current?.place, game: current?.game, owner,
    tiles: games.some(({ tiles }) => tiles.length > 0),
  });
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
  const renamed = (page.dataset.palette ?? "usual") !== palette;
  page.dataset.palette = palette;
  nameShownColours(palette === "distinct");
  // A game below a window calls its pieces by another colour now.
  if (renamed && current?.stays) void show(false);
  const dark = theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.querySelector("meta[name=theme-color]")?.setAttribute("content", dark ? "#241b15" : "#f4ebdb");
}

/**
 * Speaks a language from now on.
 * @param {Lang} lang
 * @param {{ [id: string]: string }} [words] what the page says in it, if that has come already
 */
async function learn(lang, words) {
  speak(lang, words ?? (standalone ? (await api.start(lang)).texts : await api.texts(lang)));
  document.documentElement.lang = lang;
}

/** Shows everything anew, in another language. */
async function speakAgain() {
  const open = above;
  await show(false);
  if (open !== null) await showAbove(open);
}

const wanted = () => pick(profile.settings().lang, navigator.languages);

/** What is said in both languages when not even the words have come: of a server, and of a page that has none. */
const SERVER_ABSENT = [
  ["fr", "Damier ne répond pas", "Le programme est sans doute arrêté. Relancez-le : la page revient d'elle-même."],
  [
    "en",
    "Damier does not answer",
    "The program has probably been stopped. Start it again: the page comes back by itself.",
  ],
];
const FILES_ABSENT = [
  [
    "fr",
    "Damier n'a pas pu être chargé",
    "Vérifiez la connexion : la page essaie encore. Une fois chargée, elle n'en a plus besoin.",
  ],
  ["en", "Damier could not be loaded", "Check the connection: the page tries again. Once it is loaded, it needs none."],
];

/** Whether the tab looked for an opponent before it was loaded again. */
const looksForOpponent = () => tab.get("damier-seek") !== null;

/** Whether this browser has a seat in a game with clocks, which may go on. */
const playsElsewhere = () => (browser.get("damier-seats") ?? "").includes('"timed":true');

async function start() {
  dress();
  try {
    const { catalogue, lang, profile: stored, texts } = await api.start(wanted());
    app.catalogue = catalogue;
    await profile.load(stored);
    await learn(wanted(), wanted() === lang ? texts : undefined);
  } catch {
    // Not even the words have come: said in both languages, and tried again.
    fill(root, h("main", { class: "page narrow" }, h("h1", { class: "visually-hidden" }, "Damier"),
      ...(standalone ? FILES_ABSENT : SERVER_ABSENT).map(([lang, title, more]) =>
        h("section", { lang, class: "panel" }, h("h2", {}, title), h("p", {}, more)))));
    setTimeout(start, 2000);
    return;
  }
  dress();
  ready = true;
  await show(false);
  if (standalone) return void import("./offline.js").then(({ goOffline }) => goOffline());
  if (looksForOpponent()) void import("../match/online/seeking.js").then(({ resumeSeek }) => resumeSeek(app));
  // Other machines are called over plain http, where browsers allow none.
  if (isSecureContext) navigator.serviceWorker?.register("/sw.js").catch(() => {});
}

profile.attach();
keys.attach();
unlock();
recoverEntry();
keys.listen({ "?": keyboardHelp, m: toggleSound });
profile.watch(() => {
  dress();
  if (!ready) return;
  if (language() === wanted()) return drawHeader();
  learn(wanted()).then(() => speakAgain(), () => toast(t("unreachable"), "problem"));
});
addEventListener("popstate", () => {
  if (!closedByBack()) void show(true);
});
addEventListener("click", (event) => {
  const { metaKey, ctrlKey, shiftKey, altKey } = event;
  if (event.defaultPrevented || event.button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const target = link && !link.target ? targetOf(link) : null;
  if (!link || target === null) return;
  if (link.hasAttribute("download") || target.startsWith("/api/")) {
    if (standalone) download(event, target, link.download);
    return;
  }
  event.preventDefault();
  if (target.startsWith("#")) document.getElementById(target.slice(1))?.focus();
  else if (current?.stays && OVER.test(target)) void showAbove(target);
  else app.go(target);
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", dress);
void start();

/**
 * Saves what the core answers: nobody else could follow such a link.
 * @param {Event} event
 * @param {string} path
 * @param {string} name
 */
function download(event, path, name) {
  event.preventDefault();
  import("./saving.js").then(({ save }) => save(path, name)).catch(() => toast(t("unreachable"), "problem"));
}
