// @ts-check
// How others find a match, and how a player takes the seat to another device.
/** @import { MatchController } from "../controller.js" */

import * as api from "../../net/api.js";
import { open } from "../../app/dialog.js";
import { h } from "../../app/dom.js";
import { t } from "../../app/i18n.js";
import { pictureParts } from "../../app/share/dialog.js";
import { shareTarget } from "../actions.js";
import { invitation, origins, passedOn } from "./invite.js";
import { qrPicture } from "./qr.js";
import { heldSeat, seatMark } from "./seats.js";

/** @param {MatchController} match */
export async function shareDialog(match) {
  const { id, online, end, view } = match.state.snapshot;
  const [lan] = await Promise.all([api.lan(), match.app.bring("share")]);
  const seat = heldSeat(id)?.seat;
  const [origin = location.origin] = origins(lan);
  const link = seat ? `${origin}/m/${id}${seatMark(seat)}` : "";
  const target = await shareTarget(match, origin, t("link-copied"));
  void open(t("share"), () => [
    invitation({ id, code: online?.code ?? "" }, lan, t("online-watch-link")),
    ...(link && !end ? [seatLink(link)] : []),
    ...(view.board.cells.length > 0 ? pictureParts(target) : [])]);
}

/** @param {string} link */
const seatLink = (link) => h("details", { class: "classics" },
  h("summary", {}, t("online-seat-link")),
  h("p", {}, t("online-seat-link-more")),
  passedOn(t("online-seat-link"), link, t("link-copied")),
  qrPicture(link, t("online-qr")));
