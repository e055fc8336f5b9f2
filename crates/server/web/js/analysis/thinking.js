// @ts-check
// Where the engine of an analysis thinks: at what answers the page, or in this browser beside a server.
/** @import { Catalogue, Text } from "../net/types.js" */
/** @import { Listener, Question } from "./connection.js" */
/** @import { Options } from "./options.js" */

import { Failure, send } from "../net/api.js";
import { BROWSER } from "../net/connection.js";
import { openLocalSocket } from "../net/coresocket.js";
import { AnalysisConnection } from "./connection.js";

const PATH = "/api/analysis/socket";

/** @type {Text} */
const NO_ANSWER = { en: "Damier does not answer", fr: "Damier ne répond pas" };

/**
 * Whether this browser thinks, by what the server offers and the player prefers.
 * @param {Pick<Catalogue, "analysis">} catalogue
 * @param {Pick<Options, "here">} options
 */
export const thinksHere = ({ analysis }, { here }) => analysis === "browser" || (analysis === "either" && here);

/**
 * Connects to the engine.
 * @param {boolean} here whether in this browser, beside a server
 * @param {Listener} listener
 */
export const connect = (here, listener) =>
  (here ? new LocalAnalysis(listener) : new AnalysisConnection(PATH, listener));

/**
 * Asks the server whether the player may be helped: nobody in a game that they play against a person.
 * @param {Question} question
 */
const checkAtServer = ({ game, record, match }) => send("/api/analysis/check", { game, record, match });

/** Connection to the engine in this browser. The server decides whether it may be asked. */
export class LocalAnalysis extends AnalysisConnection {
  /** @param {Listener} listener @param {typeof checkAtServer} [check] @param {typeof openLocalSocket} [open] */
  constructor(listener, check = checkAtServer, open = openLocalSocket) {
    super(PATH, listener, { ...BROWSER, open });
    this.check = check;
    this.checks = 0;
  }

  /** @override @param {"analyse" | "review"} type @param {Question} question */
  put(type, question) {
    super.stop();
    const number = ++this.checks;
    // The core in this browser does not know the matches of the server.
    const { match: _, ...asked } = question;
    this.check(question).then(() => {
      if (number === this.checks) super.put(type, asked);
    }, (error) => {
      if (number !== this.checks) return;
      const problem = error instanceof Failure ? error.problem : null;
      this.listener.refused(type, problem?.code ?? "failed", problem?.text ?? NO_ANSWER);
    });
  }

  /** @override */
  stop() {
    this.checks++;
    super.stop();
  }
}
