// @ts-check
// The keys of a match.
/** @import { Keys } from "../app/keys.js" */
/** @import { MatchController } from "./controller.js" */

import { flip, hint, leave, lookAtGame, pause, redo, step, undo } from "./actions.js";
import { playAgain } from "./again.js";
import { isShow } from "./state.js";

/** @param {MatchController} match @returns {Keys} */
export function keys(match) {
  const onceEnded = (/** @type {() => void} */ act) => () => {
    if (match.state.snapshot.end && match.state.earlier === null) act();
  };
  return {
    u: () => undo(match),
    r: () => redo(match),
    h: () => void hint(match),
    f: () => flip(match),
    g: () => match.connection.moveNow(),
    ...Object.fromEntries(Array.from({ length: 9 }, (_, i) => [
      String(i + 1), () => match.board.pointDigit(String(i + 1)),
    ])),
    ArrowLeft: () => step(match, -1),
    ArrowRight: () => step(match, 1),
    "[": () => step(match, -1),
    "]": () => step(match, 1),
    "+": onceEnded(() => void playAgain(match, 1)),
    "-": onceEnded(() => void playAgain(match, -1)),
    Space: () => {
      if (isShow(match.state.snapshot) && !match.state.snapshot.end) pause(match);
      else onceEnded(() => void playAgain(match))();
    },
    Enter: () => {
      if (match.state.asked) match.board.confirm();
      else onceEnded(() => void playAgain(match))();
    },
    n: onceEnded(() => void leave(match)),
    Escape: () => {
      if (match.state.earlier) lookAtGame(match);
      else if (!match.board.cancel() && match.state.snapshot.end) void leave(match);
    },
  };
}
