// @ts-check
// The page without a server: it loads the core when it has shown itself, keeps all files for use without a network, and
// says when a new version of them is there.
/** @import { StorageState } from "../net/local/messages.js" */

import { h } from "./dom.js";
import { isWaiting } from "./gamefiles.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";
import { tab } from "./kept.js";
import { announce, showMessage, toast } from "./notice.js";
import * as profile from "./settings.js";
import { base, openCore } from "../net/transport.js";

/** Time between two looks for a new version. */
const UPDATE_CHECK_INTERVAL_MS = 3_600_000;

/**
 * Messages by which a page asks the service worker of a new version to take over, and to keep the data of all games.
 */
const TAKE_OVER = "take-over";
const KEEP_DATA = "keep-data";

/** @type {{ [state in StorageState["state"]]?: string }} what is said where nothing, or no more, is kept */
const STORAGE_PROBLEMS = {
  memory: "offline-storage-memory", "no-room": "offline-storage-no-room", full: "offline-storage-full",
  failing: "offline-storage-failing",
};
/** @type {string | undefined} the text of what is wrong with what is stored */
let storageProblem;
/** Closes the message about it. */
let closeProblem = () => {};

/** Whether this tab has asked the new version to take over. */
let taking = false;

/** Loads the core, and keeps the page. */
export async function goOffline() {
  void keepFiles();
  try {
    const local = await openCore();
    local.onstorage = tellStorage;
    if (local.storage) tellStorage(local.storage);
    await profile.load();
    await keepData();
  } catch {
    toast(t("offline-core-failed"), "problem", { label: t("try-again"), act: () => void goOffline() });
  }
}

/**
 * Says what is wrong with what is stored: nothing may be kept, or no more. It is shown until it is mended or closed.
 * @param {StorageState} storage
 */
function tellStorage({ state }) {
  closeProblem();
  closeProblem = () => {};
  storageProblem = STORAGE_PROBLEMS[state];
  if (!storageProblem) return;
  announce(t(storageProblem));
  closeProblem = showMessage(t(storageProblem), "problem", undefined, Infinity);
}

/** What becomes of what is stored, in words. */
export const storageWords = () => t(storageProblem ?? "offline-kept");

/** Whether the page was loaded again already. */
const ISOLATED = "damier-isolated";

/**
 * Whether the page should be loaded again where it is left for another screen: its first load came before the service
 * worker, through which it may share memory with its engines, for threads and for stopping them at once. Once at most,
 * and not where a load forgets what is not stored, or files that the next screen is to open.
 */
export function isolates() {
  if (crossOriginIsolated || storageProblem || isWaiting() || !navigator.serviceWorker?.controller) return false;
  return !tab.get(ISOLATED) && tab.set(ISOLATED, "yes");
}

/** Has the data of all games kept, so that all work without a network; not by somebody who pays for what is loaded. */
async function keepData() {
  const connection = /** @type {{ saveData?: boolean } | undefined} */ (Reflect.get(navigator, "connection"));
  if (!isSecureContext || !navigator.serviceWorker || connection?.saveData) return;
  (await navigator.serviceWorker.ready).active?.postMessage(KEEP_DATA);
}

/** Registers the service worker, which browsers allow in secure contexts only. */
async function keepFiles() {
  const worker = isSecureContext ? navigator.serviceWorker : undefined;
  if (!worker) return;
  const had = worker.controller !== null;
  worker.addEventListener("controllerchange", () => {
    if (taking) location.reload();
    // Another tab has taken the new version. This one works on with its own files, which are kept.
    else if (had) offer(t("offline-version-elsewhere"), t("offline-version-reload"), () => location.reload());
  });
  try {
    const registration = await worker.register(new URL("sw.js", base), { updateViaCache: "none" });
    if (registration.waiting && had) offerVersion(registration);
    registration.addEventListener("updatefound", () => follow(registration));
    if (registration.installing) follow(registration);
    let checked = Date.now();
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState !== "visible" || Date.now() - checked < UPDATE_CHECK_INTERVAL_MS) return;
      checked = Date.now();
      registration.update().catch(() => {});
    });
  } catch {
    // The page works without it, as long as there is a network.
  }
}

/**
 * Offers the version that is being installed, once it is complete.
 * @param {ServiceWorkerRegistration} registration
 */
function follow(registration) {
  const { installing } = registration;
  installing?.addEventListener("statechange", () => {
    if (installing.state === "installed" && navigator.serviceWorker.controller) offerVersion(registration);
  });
}

/** @param {ServiceWorkerRegistration} registration */
const offerVersion = (registration) =>
  offer(t("offline-version-new"), t("offline-version-take"), () => {
    taking = true;
    registration.waiting?.postMessage(TAKE_OVER);
  });

/**
 * Shows an offer that stays until it is taken or put away.
 * @param {string} words
 * @param {string} label
 * @param {() => void} act
 */
function offer(words, label, act) {
  document.querySelector(".version")?.remove();
  const close = () => box.remove();
  const box = h("aside", { class: "toasts version", "aria-label": t("offline-version-title") },
    h("div", { class: "toast" }, h("span", {}, words),
      h("button", { class: "quiet", onclick: act }, label),
      h("button", { class: "quiet", "aria-label": t("close"), onclick: close }, icon("close"))));
  document.body.append(box);
  announce(words);
}
