// @ts-check
// Parts of tables.

import { h } from "./dom.js";
import { t } from "./i18n.js";

/**
 * The row of headings over a table's columns.
 * @param {...string} ids their texts
 */
export const tableHead = (...ids) =>
  h("thead", {}, h("tr", {}, ...ids.map((id) => h("th", { scope: "col" }, t(id)))));
