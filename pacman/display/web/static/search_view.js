// Searched trees side by side, or one alone, with what is known of the node that is pointed at.

import { html } from "./elements.js";
import { nodePanel } from "./node_panel.js";
import { expandTree } from "./search_data.js";
import { searchPanel } from "./search_panel.js";

// `shown`: what is said of each tree; `sources`: their data. What comes back starts them, once they are on the page.
export function searchView(place, shown, sources, words) {
  const side = nodePanel(words);
  const trees = sources.map((source, number) => expandTree(source, shown[number].knowsOrder));
  const panels = shown.map((each, number) => searchPanel(each, trees[number], words, side));
  place.className = `search of-${panels.length}`;
  place.append(html("div", { class: "panels" }, ...panels.map(({ root }) => root)), side.root);
  return () => panels.forEach((panel) => panel.start());
}
