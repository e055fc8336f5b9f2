// @ts-check
// What differs between a match at one screen and one with somebody elsewhere, as data. All else follows from the
// snapshot: who acts here (`you`), and what a command does (`undoCommand`, `resignCommand`).
/** @import { Kind, Offer } from "../net/types.js" */

/**
 * @typedef {object} KindOfMatch
 * @property {string} home the screen that its players come from and go back to
 * @property {string} undo the text of the button that takes a move back, or asks for that
 * @property {{ [offer in Offer]?: string }} asked what is said when an offer has been sent
 * @property {string[]} first names of the buttons that are used most
 * @property {string[]} more names of the other buttons
 */

/** @type {{ [kind in Kind]: KindOfMatch }} */
export const KINDS = {
  local: {
    home: "/",
    undo: "undo",
    asked: { draw: "draw-asked" },
    first: ["undo", "redo", "hint", "flip"],
    more: [
      "draw", "resign", "new", "rematch", "analyse", "full", "share", "along", "copy", "record", "open", "think",
      "rules",
    ],
  },
  online: {
    home: "/online",
    undo: "online-takeback",
    asked: { draw: "draw-asked", takeback: "online-takeback-asked" },
    first: ["undo", "draw", "resign", "flip"],
    more: ["share", "analyse", "full", "copy", "record", "rules", "hint", "report", "leave"],
  },
};
