// @ts-check
// Joining others: a code, a link, or the address of another Damier.
/** @import { App } from "../../app/main.js" */

import * as api from "../../net/api.js";
import { h, write } from "../../app/dom.js";
import { failureWords } from "../../app/failure.js";
import { t } from "../../app/i18n.js";
import { browser } from "../../app/kept.js";
import { standalone } from "../../net/transport.js";
import { readPlace } from "./address.js";
import { keepSeat, seatMark } from "./seats.js";

/** The address of the server that was last visited from a page without one. */
const SERVER_KEY = "damier-server";

/**
 * Whether an address is that of the server that answers this page.
 * @param {string} origin
 */
const isHere = (origin) => !standalone && origin === location.origin;

/**
 * Goes to the page of another server, in a tab of its own: whatever is there, or is not, this page stays. It is that
 * page which talks to the server: this one sends it nothing.
 * @param {string} origin
 * @param {string} path
 */
function visit(origin, path) {
  if (standalone) browser.set(SERVER_KEY, origin);
  open(origin + path, "_blank", "noopener,noreferrer");
}

/**
 * Whether anything answers at an address. The owner's program looks; the page itself may ask no other server.
 * @param {string} origin
 */
async function answers(origin) {
  const { hostname, port, protocol } = new URL(origin);
  const found = await api.probe({
    host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || (protocol === "https:" ? 443 : 80)),
  });
  return found.answers;
}

/** The server that was last visited from here. */
export const lastServer = () => browser.get(SERVER_KEY);

/** @param {App} app */
export function joinPanel(app) {
  const input = h("input", {
    type: "text", id: "join", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: 300,
    placeholder: t(standalone ? "offline-join-example" : "online-join-example"),
    "aria-describedby": "join-how join-problem",
  });
  const problem = h("p", { class: "problem", id: "join-problem", role: "alert" });
  const looking = h("p", { class: "faint", role: "status" });
  const submit = h("button", { type: "submit", class: "primary" }, t("online-join"));
  const form = h("form", { class: "panel join", novalidate: true },
    h("h2", {}, t("online-join-title")),
    h("label", { for: "join", class: "faint", id: "join-how" }, t(standalone ? "offline-join-how" : "online-join-how")),
    h("div", { class: "passed-on" }, input, submit), looking, problem);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void join();
  });
  return form;

  async function join() {
    problem.textContent = "";
    const place = readPlace(input.value);
    if (place === null) return complain(t(input.value.trim() === "" ? "online-join-empty" : "online-join-unreadable"));
    if (place.kind === "code" && standalone) return complain(t("offline-code"));
    if (place.kind === "server") {
      return isHere(place.origin) ? complain(t("online-join-here")) : leaveFor(place.origin, "/online");
    }
    if (place.kind === "match") {
      const path = `/m/${place.id}`;
      if (!isHere(place.origin)) return leaveFor(place.origin, path + (place.seat ? seatMark(place.seat) : ""));
      if (place.seat) keepSeat(place.id, { seat: place.seat });
      return app.go(path);
    }
    submit.disabled = true;
    try {
      const { id } = await api.matchOfCode(place.code);
      app.go(`/m/${id}`);
    } catch (error) {
      const lost = error instanceof api.Failure && error.status === 404;
      complain(lost ? t("online-code-unknown") : failureWords(error));
    } finally {
      submit.disabled = false;
    }
  }

  /**
   * Goes to another server, if anything answers there.
   * @param {string} origin
   * @param {string} path
   */
  async function leaveFor(origin, path) {
    if (!app.catalogue.owner) return visit(origin, path);
    const server = new URL(origin).host;
    submit.disabled = true;
    write(looking, t("online-join-looking", { place: server }));
    try {
      if (await answers(origin)) location.assign(origin + path);
      else complain(t("online-join-silent", { place: server }));
    } catch (error) {
      complain(failureWords(error));
    } finally {
      write(looking, "");
      submit.disabled = false;
    }
  }

  /** @param {string} words */
  function complain(words) {
    problem.textContent = words;
    input.focus();
  }
}
