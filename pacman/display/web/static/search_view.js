// One searched tree, or two side by side, with a panel about the node under the mouse.

import { html } from "./elements.js";
import { nodePanel } from "./node_panel.js";
import { differences, expandTree } from "./search_data.js";
import { headOf, searchPanel } from "./search_panel.js";
import { treeView } from "./tree_view.js";

const HALF_SHEET = 480; // pixels; a wider tree takes the whole width of a printed page

// `shown`: the texts about each tree; `sources`: their data. Returns a function that starts them once they are on the page.
export function searchView(place, shown, sources, words) {
  const side = nodePanel(words);
  const trees = sources.map((source, number) => expandTree(source, shown[number].knowsOrder));
  let isLinked = false;
  const isAlone = shown.length === 1;
  const panels = shown.map((each, number) =>
    searchPanel(each, trees[number], words, side, differingNodes(trees, number), isAlone, (step) => lead(number, step)),
  );
  const link = html("button", { class: "link", type: "button", "aria-pressed": "false", onclick: toggleLink }, `⇄ ${words["link-sliders"]}`);
  const linkBar = isAlone ? [] : [html("div", { class: "link-bar" }, link)];
  place.className = `search of-${panels.length}`;
  place.append(html("div", { class: "panels" }, ...panels.map(({ root }) => root), ...linkBar), side.root);

  function lead(number, step) {
    if (!isLinked) return;
    for (const panel of panels) if (panel !== panels[number]) panel.follow(trees[number], step);
  }

  function toggleLink() {
    isLinked = !isLinked;
    link.setAttribute("aria-pressed", isLinked);
    lead(0, panels[0].step());
  }

  return () => panels.forEach((panel) => panel.start());
}

// The first tree is the one that may be wrong.
function differingNodes(trees, number) {
  return number === 0 && trees.length > 1 ? differences(trees[0], trees[1]) : new Set();
}

// The trees alone, each with its name and its answer.
export function treeFigures(place, shown, sources, words) {
  const trees = sources.map((source, number) => expandTree(source, shown[number].knowsOrder));
  for (const [number, each] of shown.entries()) {
    const options = { words, marked: each.marked, misfit: each.misfit, differing: differingNodes(trees, number), isAlone: false };
    const view = treeView(trees[number], { ...options, onPoint: () => {}, onPick: () => true });
    const figure = html("figure", {}, html("figcaption", {}, headOf(each, words)), view.root);
    place.append(figure);
    view.draw();
    figure.classList.toggle("broad", view.width() > HALF_SHEET);
  }
}
