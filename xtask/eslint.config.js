// Layout and faults of the page's files. The width of their lines is a rule of `cargo xtask tidy`, their types one of tsc.
import css from "@eslint/css";
import js from "@eslint/js";
import stylistic from "@stylistic/eslint-plugin";
import globals from "globals";

export default [
  { ignores: ["**/*.d.ts"] },
  { files: ["**/*.js"], ...js.configs.recommended },
  {
    files: ["**/*.js"],
    ...stylistic.configs.customize({ indent: 2, quotes: "double", semi: true, arrowParens: true, braceStyle: "1tbs" }),
  },
  {
    files: ["**/*.js"],
    languageOptions: { globals: { ...globals.browser, ...globals.serviceworker, ...globals.node } },
    rules: {
      complexity: ["error", 20],
      "max-lines-per-function": ["error", { max: 100, skipBlankLines: true, skipComments: true }],
      eqeqeq: "error",
      "no-else-return": "error",
      "no-lonely-if": "error",
      "no-unneeded-ternary": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      // A name with an underscore is there for its place.
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@stylistic/operator-linebreak": ["error", "before", { overrides: { "=": "after" } }],
      "@stylistic/quote-props": ["error", "as-needed"],
      "@stylistic/quotes": ["error", "double", { avoidEscape: true }],
      // It takes the comment with the type of the first element for white space.
      "@stylistic/array-bracket-spacing": "off",
      // Where the parts are long trees of elements, a question stands on the line of its answer.
      "@stylistic/multiline-ternary": "off",
    },
  },
  {
    files: ["**/*.css"],
    plugins: { css },
    language: "css/css",
    rules: {
      ...css.configs.recommended.rules,
      // Which browsers are promised is tested in them; the variables of a theme are set by code.
      "css/use-baseline": "off",
      "css/no-invalid-properties": "off",
      // What is hidden stays hidden, and who wants no motion has none, whatever a rule of a screen says.
      "css/no-important": "off",
    },
  },
];
