// Trees to test with.

/**
 * A tree of two levels, searched with alpha-beta: 2 is cut after its first answer.
 *
 *          max 3
 *     1: min 3   2: min <=2   3: min 4
 *     a 3  b 5   a 2  (b c)   a 4  b 6
 */
export function small() {
  const leaf = (parent, move, value, window = {}) =>
    ({ parent, move, side: "max", value, terms: [[0, value]], ...window });
  return {
    game: "g",
    record: { start: "s", swap: false, moves: [] },
    position: "s",
    max: "first",
    depth: 2,
    alpha_beta: true,
    order: "listed",
    levels: 2,
    nodes: [
      { side: "max", value: 4, best: 6, below: 8 },
      { parent: 0, move: "1", side: "min", value: 3, best: 2, below: 2 },
      leaf(1, "a", 3),
      leaf(1, "b", 5, { beta: 3 }),
      {
        parent: 0, move: "2", side: "min", alpha: 3, value: 2, bound: "at-most", best: 5, below: 1,
        cut: { sure: 3, at: 1, skipped: ["b", "c"] },
      },
      leaf(4, "a", 2, { alpha: 3 }),
      { parent: 0, move: "3", side: "min", alpha: 3, value: 4, best: 7, below: 2 },
      leaf(6, "a", 4, { alpha: 3 }),
      leaf(6, "b", 6, { alpha: 3, beta: 4 }),
    ],
    steps: [
      [0, "enter"], [1, "enter"], [2, "judge"], [2, "better"], [3, "judge"], [3, "worse"], [1, "leave"], [1, "better"],
      [4, "enter"], [5, "judge"], [5, "better"], [4, "cut"], [4, "leave"], [4, "worse"],
      [6, "enter"], [7, "judge"], [7, "better"], [8, "judge"], [8, "worse"], [6, "leave"], [6, "better"], [0, "leave"],
    ],
    labels: [{ label: { en: "things", fr: "choses" }, weight: 1 }],
    minimax: { positions: 11, leaves: 7, complete: true },
    pruned: { positions: 9, leaves: 5, complete: true },
    stopped: false,
  };
}

/** A root with so many moves, each a leaf worth its number. */
export function wide(count) {
  const nodes = [{ side: "max", value: count, best: count, below: count }];
  const steps = [[0, "enter"]];
  for (let node = 1; node <= count; node++) {
    nodes.push({ parent: 0, move: `m${node}`, side: "min", value: node, terms: [[0, node]] });
    steps.push([node, "judge"], [node, "better"]);
  }
  return { ...small(), nodes, steps: [...steps, [0, "leave"]], depth: 1, levels: 1, alpha_beta: false };
}
