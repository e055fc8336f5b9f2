// @ts-check
// Failed requests in words.

import { Failure } from "../net/api.js";
import { say, t } from "./i18n.js";

/**
 * Why a request failed, in words; any other error is thrown again.
 * @param {unknown} error
 */
export function failureWords(error) {
  if (!(error instanceof Failure)) throw error;
  return error.problem ? say(error.problem.text) : t("unreachable");
}
