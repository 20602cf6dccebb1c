// The page of one decision: the tree that was searched, or two of them, beside the board and the running line of code.

import { html, readData } from "./elements.js";
import { nodePanel } from "./node_panel.js";
import { expandTree } from "./search_data.js";
import { searchPanel } from "./search_panel.js";
import { xray } from "./xray.js";

const page = await readData("page");
const sources = await Promise.all(page.trees.map((_, number) => readData(`tree-${number}`)));
const trees = sources.map((source, number) => expandTree(source, page.trees[number].knowsOrder));
const side = nodePanel(page.words);
const panels = page.trees.map((shown, number) => searchPanel(shown, trees[number], page.words, side));
const place = document.getElementById("search");
place.className = `search of-${panels.length}`;
place.append(
  html("div", { class: "panels" }, ...panels.map(({ root }) => root)),
  side.root,
  page.xray ? xray(page.xray, page.words) : "",
);
panels.forEach((panel) => panel.start());
