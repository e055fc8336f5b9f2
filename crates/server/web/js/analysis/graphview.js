// @ts-check
// The graph over a game: pointed at, touched or moved along with the arrow keys.
/** @import { GameInfo, ReviewedMove } from "../net/types.js" */

import { change, h, renew, s } from "../app/dom.js";
import { t } from "../app/i18n.js";
import { seatName } from "../app/names.js";
import { moveNumber } from "../app/numbering.js";
import { across, area, entriesAt, HEIGHT, isBlame, points, sign, strokes, WIDTH } from "./graph.js";
import { gradeName } from "./gradeicon.js";
import { percent } from "./values.js";

export class GraphView {
  /**
   * @param {GameInfo} info
   * @param {(entries: number) => void} go shows the position after so many moves of the game
   */
  constructor(info, go) {
    this.info = info;
    this.go = go;
    this.all = 0;
    this.at = 0;
    this.drawing = s("g", {});
    this.cursor = s("path", { class: "graph-cursor" });
    this.svg = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
      this.drawing, this.cursor);
    this.signs = s("svg", { class: "graph-signs", "aria-hidden": "true" });
    this.element = h("div", {
      class: "graph", role: "slider", tabindex: 0, "aria-label": t("analysis-graph"), "aria-orientation": "horizontal",
      "aria-valuemin": 0,
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
      onpointerdown: (/** @type {PointerEvent} */ event) => this.press(event),
      onpointermove: (/** @type {PointerEvent} */ event) =>
        this.element.hasPointerCapture(event.pointerId) && this.point(event),
    }, this.svg, this.signs);
  }

  /**
   * @param {(ReviewedMove | undefined)[]} moves
   * @param {number} at how many moves of the game the position follows
   * @param {boolean} hidden whether mistakes are
   * @param {(notation: string) => string} name
   */
  show(moves, at, hidden, name) {
    this.all = moves.length;
    this.at = at;
    const line = points(moves);
    renew(this.drawing, line.map(({ x, y, exact }) => [x, y, exact]), () => [
      s("path", { class: "graph-area", d: area(line) }),
      s("path", { class: "graph-even", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
      ...strokes(line).map(({ exact, d }) => s("path", { class: `graph-line ${exact ? "exact" : "estimated"}`, d })),
    ]);
    const blamed = hidden ? [] : line.filter(({ entries }) => entries > 0 && isBlame(moves[entries - 1]?.grade ?? ""));
    renew(this.signs, blamed.map(({ x, y, entries }) => [x, y, moves[entries - 1]?.grade]), () =>
      blamed.map(({ x, y, entries }) => {
        const grade = moves[entries - 1]?.grade ?? "";
        // The graph is stretched, its signs are not.
        return isBlame(grade)
          ? s("svg", { x: `${(x / WIDTH) * 100}%`, y: `${(y / HEIGHT) * 100}%`, class: "graph-sign" },
              s("path", { class: grade, d: sign(grade, 0, 0) }))
          : null;
      }));
    const x = across(at, this.all);
    change(this.cursor, "d", `M${x} 0V${HEIGHT}`);
    change(this.element, "aria-valuemax", String(this.all));
    change(this.element, "aria-valuenow", String(at));
    const move = at > 0 ? moves[at - 1] : undefined;
    const chance = move?.after ?? moves[0]?.before;
    const played = moves.map((one) => one?.played.moves[0]?.notation ?? "");
    const words = [at === 0
      ? t("looking-start")
      : t("move-number", { number: moveNumber(played, at - 1), move: name(move?.played.moves[0]?.notation ?? "") })];
    if (chance !== undefined && !hidden) {
      words.push(t("analysis-share", { seat: seatName(this.info, "first"), percent: percent(chance) }));
    }
    if (move && !hidden && isBlame(move.grade)) words.push(gradeName(move.grade));
    change(this.element, "aria-valuetext", words.join(", "));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    /** @type {{ [key: string]: number }} */
    const to = {
      ArrowLeft: this.at - 1, ArrowDown: this.at - 1, ArrowRight: this.at + 1, ArrowUp: this.at + 1,
      PageDown: this.at - 10, PageUp: this.at + 10, Home: 0, End: this.all,
    };
    const wanted = to[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    this.go(Math.min(this.all, Math.max(0, wanted)));
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (event.button !== 0) return;
    this.element.setPointerCapture(event.pointerId);
    this.point(event);
  }

  /** @param {PointerEvent} event */
  point(event) {
    const box = this.element.getBoundingClientRect();
    const entries = entriesAt((event.clientX - box.left) / box.width, this.all);
    if (entries !== this.at) this.go(entries);
  }
}
