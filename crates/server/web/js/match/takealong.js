// @ts-check
// Going on with a game of this screen on another device: a link with the secret of the match.
/** @import { MatchController } from "./controller.js" */

import * as api from "../net/api.js";
import { open } from "../app/dialog.js";
import { h } from "../app/dom.js";
import { t } from "../app/i18n.js";
import { complain } from "../app/notice.js";
import { origins, passedOn } from "./online/invite.js";
import { qrPicture } from "./online/qr.js";
import { seatMark } from "./online/seats.js";

/** @param {MatchController} match */
export async function takeAlong({ app, state: { snapshot: { id } } }) {
  try {
    const [{ seat }, lan] = await Promise.all([api.takeAlong(id), api.lan(), app.bring("online")]);
    const [origin] = origins(lan);
    const link = `${origin ?? location.origin}/m/${id}${seatMark(seat)}`;
    void open(t("take-along"), () => [
      h("p", {}, t("take-along-more")),
      ...(origin === undefined ? [h("p", { class: "note" }, t("online-alone"))] : []),
      passedOn(t("take-along"), link, t("link-copied")),
      ...(origin === undefined ? [] : [qrPicture(link, t("online-qr"))])]);
  } catch (error) {
    complain(error);
  }
}
