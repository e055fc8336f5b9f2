/** What a browser keeps, without a browser. */
export function storage() {
  const kept = {};
  Object.defineProperties(kept, {
    getItem: { value: (key) => kept[key] ?? null },
    setItem: { value: (key, value) => (kept[key] = String(value)) },
    removeItem: { value: (key) => delete kept[key] },
    length: { get: () => Object.keys(kept).length },
  });
  return kept;
}
