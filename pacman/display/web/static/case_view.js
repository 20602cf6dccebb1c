// The view of a failed case, from its data (documented in grade_data.py); pages of grades and the lab share it.

import { html } from "./elements.js";

// `drawTrees(place, shown)` fills the place of the two searches when the case is first opened, `drawGame(place, shown)`
// that of the game at once. Returns the element, and `open`, which draws the trees if that is still to do.
export function failedCase(shown, words, { drawTrees, drawGame, isOpen = false }) {
  const trees = shown.search ? html("div", { class: "trees" }) : "";
  const game = shown.game ? html("div", { class: "case-game" }) : "";
  let isDrawn = false;
  const root = html(
    "details",
    { class: "case failed", open: isOpen ? "" : null, ontoggle: () => root.open && open() },
    html("summary", {}, shown.heading),
    ...shown.lines.map((line, number) => html("p", { class: shown.isNamed && number === 0 ? "bug" : null }, line)),
    shown.command ? html("p", { class: "faint" }, `${words[shown.search ? "grade-same-command" : "grade-command"]} `, html("code", {}, shown.command)) : "",
    trees,
    shown.drawing ? html("pre", {}, shown.drawing) : "",
    game,
    shown.output ? printed(shown, words) : "",
  );

  function open() {
    if (isDrawn || !trees) return;
    isDrawn = true;
    drawTrees(trees, shown);
  }

  if (game) drawGame(game, shown);
  return { root, open };
}

function printed({ output, isOutputCut }, words) {
  return html("details", {}, html("summary", {}, words[isOutputCut ? "grade-output-end" : "grade-output"]), html("pre", {}, output));
}
