// @ts-check
// Words that several screens of online play need.
/** @import { TimeControl } from "../../net/types.js" */

import { control } from "../clock.js";
import { t } from "../../app/i18n.js";

/**
 * A time control in words.
 * @param {TimeControl} time
 */
export function timeWords(time) {
  if (time.kind === "none") return t("online-no-clock");
  return t(time.kind === "move" ? "clock-move" : "clock-game", { time: control(time) });
}
