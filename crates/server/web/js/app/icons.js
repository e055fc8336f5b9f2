// @ts-check
// Small signs on buttons, drawn with one line.

import { s } from "./dom.js";

const PATHS = {
  back: "M15 5l-7 7 7 7",
  settings: "M3.5 7h9.3M18.2 7h2.3M3.5 17h2.3M11.2 17h9.3M15.5 4.3a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4zM8.5 14.3a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4z",
  help: "M9.2 9a2.9 2.9 0 1 1 4.2 2.6c-1 .5-1.4 1.1-1.4 2.2M12 17.2v.3M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  sound: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11",
  mute: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5",
  rules: "M5 4.5h5.5A2.5 2.5 0 0 1 12 7v12.5a2.5 2.5 0 0 0-2-1H5zM19 4.5h-5A2.5 2.5 0 0 0 12 7v12.5a2.5 2.5 0 0 1 2-1h5z",
  quit: "M12 4v8M7.5 6.8a7.5 7.5 0 1 0 9 0",
  undo: "M8 5L3.5 9.5 8 14M4 9.5h9.5a5.5 5.5 0 0 1 0 11H10",
  redo: "M16 5l4.5 4.5L16 14M20 9.5h-9.5a5.5 5.5 0 0 0 0 11H14",
  hint: "M9 17.5h6M10 20.5h4M12 3.5a6 6 0 0 0-3.6 10.8c.7.6 1 1.2 1 2.2h5.2c0-1 .3-1.6 1-2.2A6 6 0 0 0 12 3.5z",
  flip: "M7 4v15M7 4L3.5 7.5M7 4l3.5 3.5M17 20V5M17 20l3.5-3.5M17 20l-3.5-3.5",
  full: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  share: "M10 13.5a4 4 0 0 0 5.8.3l3-3a4 4 0 0 0-5.7-5.7l-1.2 1.2M14 10.5a4 4 0 0 0-5.8-.3l-3 3a4 4 0 0 0 5.7 5.7l1.2-1.2",
  copy: "M9 9h10.5v11H9zM5 15H4V4h10.5v1.5",
  download: "M12 4v11M7.5 11l4.5 4.5L16.5 11M4.5 19.5h15",
  open: "M12 15.5V4M7.5 8.5L12 4l4.5 4.5M4.5 19.5h15",
  flag: "M6 21V4M6 4.5c4-2 7 2 12 0v9c-5 2-8-2-12 0",
  draw: "M5 9.5h14M5 14.5h14",
  menu: "M4 7h16M4 12h16M4 17h16",
  first: "M18 6l-6 6 6 6M11 6l-6 6 6 6",
  prev: "M15 6l-6 6 6 6",
  next: "M9 6l6 6-6 6",
  last: "M6 6l6 6-6 6M13 6l6 6-6 6",
  play: "M8 5.5v13l10.5-6.5z",
  pause: "M8.5 5.5v13M15.5 5.5v13",
  fast: "M4 6v12l8-6zM12.5 6v12l8-6z",
  online: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3.5 12h17M12 3c-5 5.5-5 12.5 0 18M12 3c5 5.5 5 12.5 0 18",
  dice: "M5 5h14v14H5zM9 9h.01M15 9h.01M12 12h.01M9 15h.01M15 15h.01",
  turn: "M19 12a7 7 0 1 1-2.2-5.1M17.5 3v4h-4",
  mirror: "M12 3.5v17M9 7.5L4 16.5h5zM15 7.5l5 9h-5z",
  close: "M6 6l12 12M18 6L6 18",
  learn: "M2.5 9.5L12 5l9.5 4.5L12 14zM6.5 11.7v4.6c1.5 1.6 3.4 2.2 5.5 2.2s4-.6 5.5-2.2v-4.6M21.5 9.5v5",
  look: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5l5 5",
  up: "M12 19V5M6 11l6-6 6 6",
  check: "M5 12.5l4.5 4.5L19 7.5",
  tiles: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  phone: "M7.5 3h9v18h-9zM11 18h2",
  plus: "M12 5v14M5 12h14",
  edit: "M4.5 19.5l1-4.5L16 4.5l3.5 3.5L9 18.5zM13.5 7l3.5 3.5",
  bin: "M5 7h14M10 7V4.5h4V7M7 7l1 12.5h8L17 7M10.5 10.5v6M13.5 10.5v6",
};

/** @typedef {keyof typeof PATHS} Icon */

/** @param {Icon} name */
export const icon = (name) =>
  s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: PATHS[name] }));
