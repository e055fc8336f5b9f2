// @ts-check
// The profile on other devices: a link that brings it there, once, and the devices that have it.
/** @import { App } from "../app/main.js" */
/** @import { DeviceInfo } from "../net/types.js" */

import { lan } from "../net/api.js";
import { confirm, open } from "../app/dialog.js";
import { h } from "../app/dom.js";
import { count, t } from "../app/i18n.js";
import { icon } from "../app/icons.js";
import { browser } from "../app/kept.js";
import { complain, toast } from "../app/notice.js";
import { origins, passedOn } from "../match/online/invite.js";
import { qrPicture } from "../match/online/qr.js";
import { leaveProfile, linkProfile, removeDevices, takeProfile } from "./api.js";
import { dateWords } from "./words.js";

const MINUTE_MS = 60_000;

/**
 * The part of an address that carries a profile; browsers send it nowhere.
 * @param {string} secret
 */
const profileMark = (secret) => `#profile=${secret}`;

/**
 * The secret that the end of an address carries, if it carries one.
 * @param {string} hash
 */
const readProfileMark = (hash) => /^#profile=([0-9a-f]{32})$/i.exec(hash)?.[1].toLowerCase() ?? null;

/** @param {App} app @param {DeviceInfo[]} devices */
export function devicesPanel(app, devices) {
  const here = devices.some(({ is_this }) => is_this);
  const others = devices.filter(({ is_this }) => !is_this);
  return h("section", { class: "panel you-devices", "aria-labelledby": "you-devices" },
    h("h2", { id: "you-devices" }, t("you-devices")),
    h("p", {}, t("you-devices-more")),
    here && h("p", {}, t("you-device-here")),
    others.length > 0 && h("p", {},
      count("you-devices-linked", others.length, { date: dateWords(others[others.length - 1].added) })),
    h("div", { class: "buttons" },
      h("button", { onclick: () => void showLink(app) }, icon("phone"), t("you-device-link")),
      others.length > 0 && h("button", { onclick: () => void remove(app) }, icon("close"), t("you-devices-remove")),
      here && h("button", { onclick: () => void leave() }, icon("quit"), t("you-device-leave"))));
}

/** @param {App} app */
async function showLink(app) {
  try {
    const [{ secret, lifetime }, found] = await Promise.all([linkProfile(), lan(), app.bring("online")]);
    const [origin] = origins(found);
    const link = `${origin ?? location.origin}/you${profileMark(secret)}`;
    void open(t("you-device-link"), () => [
      h("p", {}, t("you-device-link-more", { minutes: Math.round(lifetime / MINUTE_MS) })),
      ...(origin === undefined ? [h("p", { class: "note" }, t("you-device-alone"))] : []),
      passedOn(t("you-device-link"), link, t("link-copied")),
      ...(origin === undefined ? [] : [qrPicture(link, t("online-qr"))])]);
  } catch (error) {
    complain(error);
  }
}

/** @param {App} app */
async function remove(app) {
  if (!(await confirm(t("you-devices-remove"), t("you-devices-remove-question"), t("you-devices-remove")))) return;
  try {
    await removeDevices();
    toast(t("you-devices-removed"));
    app.go("/you", true);
  } catch (error) {
    complain(error);
  }
}

async function leave() {
  if (!(await confirm(t("you-device-leave"), t("you-device-leave-question"), t("you-device-leave")))) return;
  try {
    await leaveProfile();
    beginAnew();
  } catch (error) {
    complain(error);
  }
}

/** Brings the profile here that the page's own address carries, and hides it there: an address is passed on easily. */
export async function takeMarked() {
  const secret = readProfileMark(location.hash);
  if (secret === null) return;
  history.replaceState(history.state, "", location.pathname + location.search);
  if (!(await confirm(t("you-take"), t("you-take-question"), t("you-take-yes")))) return;
  try {
    await takeProfile(secret);
    beginAnew();
  } catch (error) {
    complain(error);
  }
}

/** Forgets the browser's copy of the other profile, which would be sent to this one, and begins with this one. */
function beginAnew() {
  for (const key of ["damier", "damier-unsent"]) browser.remove(key);
  location.replace("/you");
}
