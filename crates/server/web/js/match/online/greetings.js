// @ts-check
// What can be said at a table: a few kind words, and no others.
/** @import { Greeting } from "../../net/types.js" */

/** @type {{ [greeting in Greeting]: string }} the text of each */
export const GREETINGS = {
  hello: "online-greet-hello",
  "good-luck": "online-greet-good-luck",
  "well-played": "online-greet-well-played",
  thanks: "online-greet-thanks",
  "one-moment": "online-greet-one-moment",
  oops: "online-greet-oops",
  bye: "online-greet-bye",
};
