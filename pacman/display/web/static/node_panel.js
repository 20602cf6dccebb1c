// Panel about one node: its board, its value and window, the reason of a cut, and the current line of code.

import { board } from "./board.js";
import { filledIn, html } from "./elements.js";
import { growthFacts } from "./growth_steps.js";
import { pseudocode } from "./pseudocode.js";
import { numberText, valueText } from "./search_data.js";
import { visitedAbove, windowText } from "./tree_view.js";

export function nodePanel(words) {
  const boards = new Map(); // by tree, because each has its own start
  const maze = html("div", { class: "maze" });
  const facts = html("dl", { class: "node-facts" });
  const remarks = html("div", { class: "node-remarks" });
  const code = html("ol", { class: "pseudocode", hidden: "" });
  const doing = html("p", { class: "doing", role: "status" });
  const root = html("aside", { class: "node-panel" }, maze, facts, remarks, doing, code);

  function show(tree, node) {
    maze.hidden = !tree.boards;
    if (tree.boards) showBoard(tree, node);
    facts.replaceChildren(...factsOf(tree, node).flatMap(([name, value]) => [html("dt", {}, name), html("dd", {}, value)]));
    remarks.replaceChildren(...remarksOf(tree, node, words).map((text) => html("p", {}, text)));
    root.dataset.node = node;
  }

  function showBoard(tree, node) {
    if (!boards.has(tree)) boards.set(tree, board(tree.boards.game));
    const drawn = boards.get(tree);
    if (maze.firstChild !== drawn.picture) maze.replaceChildren(drawn.picture);
    drawn.show(tree.boards.scene(tree.path(node)));
  }

  function factsOf(tree, node) {
    const way = tree.path(node).slice(1).map(tree.action).join(" ");
    const found = [[filledIn(words.node, { number: node }), kindText(tree, node, words)]];
    if (way) found.push([words.way, way]);
    if (tree.name(node) !== undefined) found.push([words["state-name"], tree.name(node)]);
    if (tree.isVisited(node)) {
      found.push(...(tree.growth ? growthFacts(tree, node, words) : [[words.value, `${valueText(tree, node)} (${words[tree.knowledge(node)]})`]]));
    }
    if (tree.own(node) !== undefined) found.push([words["your-value"], numberText(tree.own(node))]);
    if (tree.window(node)) found.push([words.window, `[α, β] = ${windowText(tree.window(node))}`]);
    if (tree.boards) found.push([words.score, String(tree.boards.scene(tree.path(node)).score)]);
    return found;
  }

  // Show the line of code at a step; none if it is not known.
  function run(line) {
    doing.textContent = line?.text ?? "";
    code.hidden = !line?.code;
    if (!line?.code) return;
    code.replaceChildren(
      ...(line.code.lines ?? pseudocode(line.code.rule, line.code.hasWindows)).map((text, number) =>
        codeLine(text, number === line.code.line),
      ),
    );
  }

  return { root, show, run };
}

// A line that is too long is continued with a deeper indentation.
function codeLine(text, isRunning) {
  const line = html("li", { class: isRunning ? "running" : null }, text);
  line.style.setProperty("--indentation", text.search(/\S/));
  return line;
}

export function kindText(tree, node, words) {
  if (!tree.isInner(node)) return words[tree.isVisited(node) && tree.knowledge(node) === "unknown" ? "not-searched" : "leaf"];
  return words[tree.rule(node)] ?? filledIn(words["not-understood"], { agent: tree.player(node) });
}

function remarksOf(tree, node, words) {
  const found = [];
  if (!tree.isVisited(node)) {
    found.push(words["left-out"]);
    const above = visitedAbove(tree, node);
    if (tree.cuts.has(above)) found.push(cutText(tree, above, words));
  }
  if (tree.isOver(node)) found.push(words["is-over"]);
  if (tree.cuts.has(node)) {
    const spared = tree.children[node].filter((child) => !tree.isVisited(child)).map(tree.action);
    found.push(cutText(tree, node, words), filledIn(words.spared, { actions: spared.join(", ") }));
  }
  return found;
}

// The inequality with enough digits to distinguish its two sides.
export function cutText(tree, node, words) {
  const isMax = tree.rule(node) === "max";
  const [value, bound] = isMax ? [tree.low(node), tree.window(node)[1]] : [tree.high(node), tree.window(node)[0]];
  const isClose = numberText(value) === numberText(bound);
  const text = (number) => (isClose ? String(number) : numberText(number));
  return filledIn(words[isMax ? "cut-max" : "cut-min"], { value: text(value), bound: text(bound) });
}
