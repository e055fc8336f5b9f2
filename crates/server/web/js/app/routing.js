// @ts-check
// Routes and addresses. A route is the path of a screen, such as `/play/GAME?…`. At a server it is the path of the
// address; a static host has one page for all routes, which stand behind its `#`.

import { base, standalone } from "../net/transport.js";
import { takeEntry } from "./windowhistory.js";

/**
 * The address of a route, for links.
 * @param {string} path
 */
export const href = (path) => (standalone && path.startsWith("/") ? `#${path}` : path);

/**
 * The whole address of a route, to pass it on.
 * @param {string} path
 */
export const linkTo = (path) => (standalone ? base + href(path) : new URL(path, base).href);

/** The route that is shown, without the mark behind it. */
export function route() {
  if (!standalone) return { pathname: location.pathname, search: location.search };
  const { pathname, search } = new URL(location.hash.startsWith("#/") ? location.hash.slice(1) : "/", "http://route");
  return { pathname, search };
}

/** The route that is shown, as a text. */
export function routePath() {
  const { pathname, search } = route();
  return pathname + search;
}

/**
 * What stands in a path for the parts of a pattern in braces, `undefined` for those that are missing; `null` if the
 * path is another one.
 * @param {string} pattern `/m/{id}`, with `{id?}` for a segment that may be missing with all that follows, and `{id*}`
 *   for
 * the rest, if there is any
 * @param {string} path
 * @returns {(string | undefined)[] | null}
 */
export function matched(pattern, path) {
  const source = pattern
    .replace(/\/\{\w+\*\}$/, "(?:/(.*))?")
    .replace(/\/\{\w+\?\}(.*)$/, "(?:/([^/]+)$1)?")
    .replace(/\{\w+\}/g, "([^/]+)");
  return new RegExp(`^${source}$`).exec(path)?.slice(1) ?? null;
}

/** @param {string} path */
export const push = (path) => (takeEntry() ? replace(path) : history.pushState(null, "", href(path)));

/**
 * Another address for what is shown.
 * @param {string} path
 * @param {unknown} [state] of the history
 */
export const replace = (path, state = null) => history.replaceState(state, "", href(path));

/**
 * The route to which a link leads, `#ID` for a place in the same screen, and `null` for everything else.
 * @param {HTMLAnchorElement} link
 */
export function targetOf(link) {
  const written = link.getAttribute("href") ?? "";
  if (standalone) return written.startsWith("#/") ? written.slice(1) : written.startsWith("#") ? written : null;
  if (link.origin !== location.origin) return null;
  return link.hash && link.pathname === location.pathname ? link.hash : link.pathname + link.search;
}
