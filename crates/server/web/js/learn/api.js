// @ts-check
// Playable introductions, as the server tells and judges them.
/** @import { IntroductionAnswer, IntroductionAttempt, IntroductionInfo } from "../net/types.js" */

import { ask, send } from "../net/api.js";

/** @param {string} game */
const path = (game) => `/api/introductions/${encodeURIComponent(game)}`;

/** @type {(game: string) => Promise<IntroductionInfo>} */
export const introduction = (game) => ask(path(game));
/** @type {(game: string, attempt: IntroductionAttempt) => Promise<IntroductionAnswer>} */
export const attempt = (game, attempt) => send(path(game), attempt);
