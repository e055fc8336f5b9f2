// @ts-check
// All games of the visitor, and what can be done with them.
/** @import { App, Screen } from "../app/main.js" */
/** @import { Filter } from "../you/api.js" */

import { h } from "../app/dom.js";
import { say, t } from "../app/i18n.js";
import { replace, route } from "../app/routing.js";
import { standalone } from "../net/transport.js";
import { EVERYTHING, queryOf } from "../you/api.js";
import { dataPanel } from "../you/data.js";
import { GameList } from "../you/gamelist.js";
import { tabs } from "../you/tabs.js";

/** How long somebody types before the list is searched, in milliseconds. */
const SEARCH_PAUSE_MS = 250;

/** @param {App} app @param {string[]} _params @param {URLSearchParams} query @returns {Screen} */
export function show(app, _params, query) {
  const filter = /** @type {Filter} */ (Object.fromEntries(
    Object.keys(EVERYTHING).map((name) => [name, query.get(name) ?? ""])));
  const list = new GameList(app, filter);
  const search = h("input", {
    type: "search", id: "games-search", autocomplete: "off", spellcheck: "false", placeholder: t("games-search-hint"),
    oninput: typed,
  });
  search.value = filter.search;
  let pause = 0;
  const any = { value: "", label: t("games-any") };
  const every = [any, ...app.catalogue.games.map(({ id, title }) => ({ value: id, label: say(title) }))];
  const fields = [
    select("game", t("games-game"), every),
    select("result", t("games-result"), [
      any,
      ...["won", "lost", "drawn"].map((value) => ({ value, label: t(`games-result-${value}`) })),
    ]),
    select("opponent", t("games-opponent"), [
      any,
      ...["computer", ...(standalone ? [] : ["online"]), "screen"].map((value) =>
        ({ value, label: t(`games-opponent-${value}`) })),
    ]),
    select("over", t("games-state"), [
      any,
      { value: "true", label: t("games-over") },
      { value: "false", label: t("games-result-running") },
    ]),
  ];
  list.onreset = () => {
    search.value = "";
    for (const { input } of fields) input.value = "";
    change(EVERYTHING);
    search.focus();
  };
  const filters = h("search", { class: "panel games-filters" },
    h("div", { class: "games-field wide" }, h("label", { for: "games-search" }, t("games-search")), search),
    ...fields.map(({ element }) => element));
  // A newcomer has nothing to look for.
  list.onupdate = () => {
    filters.hidden = list.isEmpty();
  };
  void list.load(true);
  return {
    title: t("games-title"),
    name: "games-page",
    element: h("main", { id: "main", class: "page" },
      h("h1", {}, t("games-title")),
      tabs("games"),
      filters,
      list.element,
      dataPanel(app, () => void list.load(true))),
    close: () => clearTimeout(pause),
  };

  /** @param {Partial<Filter>} changes */
  function change(changes) {
    const next = { ...list.filter, ...changes };
    replace(route().pathname + queryOf(next), history.state);
    void list.show(next);
  }

  function typed() {
    clearTimeout(pause);
    pause = setTimeout(() => change({ search: search.value.trim() }), SEARCH_PAUSE_MS);
  }

  /** @param {keyof Filter} name @param {string} label @param {{ value: string, label: string }[]} options */
  function select(name, label, options) {
    const input = h("select", { id: `games-${name}`, onchange: () => change({ [name]: input.value }) },
      ...options.map(({ value, label: words }) => h("option", { value }, words)));
    input.value = filter[name];
    return { input, element: h("div", { class: "games-field" }, h("label", { for: `games-${name}` }, label), input) };
  }
}
