// A tree with the symbols of the lectures (MAX points up, MIN down, chance is round). Only open nodes are drawn.

import { html, svg } from "./elements.js";
import { boundText } from "./growth.js";
import { numberText, valueText } from "./search_data.js";
import { treeZoom } from "./tree_zoom.js";

const ROW = 110; // pixels from one ply to the next
const SIGN = 17; // from the middle of a symbol to its edge
const LEAF = 14; // the same of the narrowest leaf
const LETTER = 7.4;
const FONT = 'system-ui, "Segoe UI", Arial, sans-serif'; // font and sizes are those of tree.css
const EDGE_FONT = `11px ${FONT}`;
const MARK_FONT = `600 13px ${FONT}`;
const GAP = 6;
const CORNER = 6; // extra width of a triangle on each side of its text
const EDGE_TEXT = 0.68; // position of the text on an edge, as a share from the top
const MARGIN = 8;
const MOST_DRAWN = 1200;
const FIRST_DRAWN = 45;
const REMARK = 13; // height of the line under a node
const BOUND = 104; // room for the terms of UCB1 over a node
const SCISSORS = 16; // room for the sign of a cut beside a node
const THICKEST = 11; // width of an edge that has all visits

// `onPoint(node)` is called when the mouse points at a node, `onPick(node)` when it is clicked; if that returns true, the
// view opens or closes the node. `misfit`: the first node whose own value does not follow. `differing`: nodes that the
// other search does not have, or only the other one has. `isAlone`: there is no other tree beside this one.
export function treeView(tree, { words, marked = null, misfit = null, differing = new Set(), isAlone = true, onPoint, onPick }) {
  let opened = pliesThatFit(tree);
  let step = tree.steps.last;
  let looks = () => ""; // more classes for a node
  let places = new Map();
  let onStack = new Set();
  const picture = svg("svg", {
    class: "tree", role: "group", onpointerover: pointed, onfocusin: pointed, onclick: clicked, onkeydown: pressed,
  });
  const frame = html("div", { class: "tree-frame" }, picture);
  const zoom = treeZoom(frame, picture, words, isAlone, () => show(marked ?? misfit ?? 0, true));
  for (const node of [marked, misfit]) if (node !== null) reveal(node);

  function reveal(node) {
    for (const each of tree.path(node).slice(0, -1)) opened.add(each);
  }

  function nodeOf(event) {
    const found = event.target.closest("[data-node]");
    return found ? Number(found.dataset.node) : null;
  }

  function pointed(event) {
    const node = nodeOf(event);
    if (node !== null) onPoint(node);
  }

  function clicked(event) {
    const node = nodeOf(event);
    if (node !== null && onPick(node) && tree.isInner(node)) toggleNode(node);
  }

  function pressed(event) {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      clicked(event);
    }
  }

  function toggleNode(node) {
    if (opened.has(node)) opened.delete(node);
    else opened.add(node);
    draw();
    picture.querySelector(`[data-node="${node}"]`)?.focus({ preventScroll: true });
  }

  // Open another ply of everything that is drawn; return false if there are too many nodes to draw.
  function openMore() {
    const more = new Set(opened);
    for (const node of places.keys()) more.add(node);
    if (countDrawn(tree, more) > MOST_DRAWN) return false;
    opened = more;
    draw();
    return true;
  }

  function close() {
    opened = pliesThatFit(tree);
    for (const node of [marked, misfit]) if (node !== null) reveal(node);
    draw();
  }

  function openAll() {
    opened = new Set(Array.from({ length: tree.size }, (_, node) => node));
    draw();
  }

  function draw() {
    const running = tree.steps.nodes[step];
    onStack = step < tree.steps.last ? new Set(tree.path(running)) : new Set();
    const hidesValues = frame.classList.contains("quizzed"); // then the width of a symbol must not reveal its value
    const markWidth = (node, open) => (isMarked(node) ? textWidth(markText(node, open), MARK_FONT) : 0);
    places = placed(tree, (node) => opened.has(node) || onStack.has(node), hidesValues, markWidth);
    const all = [...places.values()];
    const left = Math.min(...all.map(({ x, half }) => x - half)) - MARGIN;
    const right = Math.max(...all.map(({ x, half }) => x + half)) + MARGIN;
    const height = ROW * Math.max(...all.map(({ depth }) => depth)) + 2 * (SIGN + MARGIN) + REMARK;
    picture.setAttribute("viewBox", `${left} ${-SIGN - MARGIN} ${right - left} ${height}`);
    zoom.resize({ width: right - left, height });
    picture.replaceChildren(...all.flatMap(edgesOf), ...all.map((place) => sign(place, running)));
    if (step < tree.steps.last) show(running);
  }

  function classes(node) {
    const { entered, cutAt } = tree.steps;
    const parent = tree.parents[node];
    const isLate = tree.isVisited(node) ? entered[node] > step : (cutAt.get(visitedAbove(tree, node)) ?? 0) > step;
    const isBest = tree.best.has(node) || (node === 0 && tree.best.size);
    return [
      !tree.isVisited(node) && "unvisited",
      isLate && "later",
      isBest && step === tree.steps.last && (parent < 0 || tree.best.has(parent) || parent === 0) && "best",
      isMarked(node) && "wrong",
      differing.has(node) && "differs",
      tree.growth && onStack.has(node) && "walked",
      looks(node),
    ].filter(Boolean).join(" ");
  }

  function edgesOf({ node, x, depth }) {
    return (places.get(node).open ? tree.children[node] : []).map((child) => {
      const end = places.get(child);
      const at = { x: x + EDGE_TEXT * (end.x - x), y: ROW * (depth + EDGE_TEXT) - 6 };
      const line = svg("line", { x1: x, y1: ROW * depth, x2: end.x, y2: ROW * end.depth });
      if (tree.growth) line.style.strokeWidth = 1 + (THICKEST - 1) * tree.growth.share(child);
      return svg("g", { class: `edge ${classes(child)}` }, line, svg("text", at, edgeText(tree, child)));
    });
  }

  function sign({ node, x, depth, sign: half, open }, running) {
    const y = ROW * depth;
    const kind = kindOf(tree, node);
    const isKnown = tree.steps.returned[node] <= step || !tree.isVisited(node);
    const middle = y + ({ max: 9, min: 1 }[kind] ?? 5);
    const parts = [outline(kind, x, y, half), svg("text", { x, y: middle }, isKnown ? valueText(tree, node) : "")];
    const under = y + SIGN + REMARK + 2;
    if (isMarked(node)) {
      parts.push(svg("text", { class: "part", x, y: under }, markText(node, open)));
    } else if (!open && tree.isInner(node)) {
      parts.push(svg("text", { class: "more", x, y: under }, moreText(node)));
    }
    if (open && tree.window(node) && tree.steps.entered[node] <= step && tree.isVisited(node)) {
      parts.push(svg("text", { class: "window", x, y: y - SIGN - 7 }, windowText(tree.window(node))));
    }
    const bound = tree.growth?.bound(node);
    if (bound) parts.push(svg("text", { class: "window", x, y: y - SIGN - 7 }, boundText(bound)));
    if (tree.cuts.has(node) && tree.steps.cutAt.get(node) <= step) {
      parts.push(svg("text", { class: "cut", x: x + half + SCISSORS / 2, y: y + 14 }, "✂"));
    }
    const current = node === running && step < tree.steps.last ? " current" : "";
    const label = `${tree.action(node)} ${isKnown ? valueText(tree, node) : ""}`;
    return svg(
      "g",
      { class: `node ${kind} ${classes(node)}${current}`, "data-node": node, tabindex: 0, role: "button", "aria-label": label },
      ...parts,
    );
  }

  // The number of hidden nodes below a folded one; in a tree that is still growing it is not known.
  function moreText(node) {
    const isGrowing = tree.growth && step < tree.steps.last;
    return isGrowing ? "⋯" : `⋯ ${(tree.below[node] || 1).toLocaleString("en")}`;
  }

  // One line, because the next one belongs to the edges of neighbours.
  function isMarked(node) {
    return node === marked || node === misfit;
  }

  // The value that the code returned: the node itself has the one that follows from its children.
  function ownText(node) {
    return tree.own(node) === undefined ? "" : numberText(tree.own(node));
  }

  function markText(node, open) {
    const texts = !open && tree.isInner(node) ? [moreText(node)] : [];
    if (node === marked) texts.push(words["here-they-part"]);
    if (node === misfit) texts.push([words["first-wrong-value"], ownText(node)].filter(Boolean).join(": "));
    return texts.join(" · ");
  }

  // Scroll to a node.
  function show(node, isCentred = false) {
    const place = places.get(node);
    if (!place) return;
    const scale = zoom.scale();
    const [left, top] = [scale * (place.x - picture.viewBox.baseVal.x), scale * (ROW * place.depth + SIGN + MARGIN)];
    const isOut = (at, from, room) => at < from + 50 || at > from + room - 50;
    if (isCentred || isOut(left, frame.scrollLeft, frame.clientWidth)) frame.scrollLeft = left - frame.clientWidth / 2;
    if (isCentred || isOut(top, frame.scrollTop, frame.clientHeight)) frame.scrollTop = top - frame.clientHeight / 2;
  }

  function seek(to) {
    step = to;
    tree.growth?.seek(step);
    draw();
  }

  function decorate(how) {
    looks = how;
    draw();
  }

  const width = () => picture.viewBox.baseVal.width;

  return { root: zoom.root, frame, width, draw, seek, show, openMore, openAll, close, decorate };
}

export function windowText([alpha, beta]) {
  return `[${numberText(alpha)}, ${numberText(beta)}]`;
}

export function kindOf(tree, node) {
  if (!tree.isInner(node) && tree.player(node) < -1) return "leaf";
  return { max: "max", min: "min", mean: "chance" }[tree.rule(node)] ?? "other";
}

// The nearest visited node above a skipped one.
export function visitedAbove(tree, node) {
  let above = node;
  while (!tree.isVisited(above)) above = tree.parents[above];
  return above;
}

const textWidths = new Map(); // by font and text
let pen = null;
function textWidth(text, font) {
  const key = `${font} ${text}`;
  if (!textWidths.has(key)) {
    pen ??= document.createElement("canvas").getContext("2d");
    pen.font = font;
    textWidths.set(key, pen.measureText(text).width);
  }
  return textWidths.get(key);
}

// The action; below a chance node also its probability, and in a Monte Carlo tree the visits.
function edgeText(tree, node) {
  if (tree.growth) return visitsText(tree, node, tree.growth.visits(node));
  const parent = tree.parents[node];
  const count = tree.children[parent].filter(tree.isVisited).length;
  return tree.rule(parent) === "mean" && tree.uniform && count ? `${tree.action(node)} 1/${count}` : tree.action(node);
}

function visitsText(tree, node, visits) {
  return visits ? `${tree.action(node)} n ${visits.toLocaleString("en")}` : tree.action(node);
}

function outline(kind, x, y, half) {
  const [left, right] = [x - half, x + half];
  if (kind === "max") return svg("path", { d: `M${x} ${y - SIGN - 4}L${right} ${y + SIGN - 3}H${left}Z` });
  if (kind === "min") return svg("path", { d: `M${x} ${y + SIGN + 4}L${right} ${y - SIGN + 3}H${left}Z` });
  if (kind === "chance") return svg("ellipse", { cx: x, cy: y, rx: half, ry: SIGN });
  if (kind === "other") return svg("path", { d: `M${x} ${y - SIGN}L${right} ${y}L${x} ${y + SIGN}L${left} ${y}Z` });
  return svg("rect", { x: x - half, y: y - 12, width: 2 * half, height: 24, rx: 5 });
}

// The number of whole plies that fit into the first view; at least one.
function pliesThatFit(tree) {
  const found = new Set();
  let layer = [0];
  let count = 1;
  while (layer.length) {
    const next = layer.flatMap((node) => tree.children[node]);
    count += next.length;
    if (found.size && count > FIRST_DRAWN) break;
    for (const node of layer) found.add(node);
    layer = next;
  }
  return found;
}

function countDrawn(tree, opened) {
  let count = 0;
  const pending = [0];
  while (pending.length && count <= MOST_DRAWN) {
    const node = pending.pop();
    count += 1;
    if (opened.has(node)) pending.push(...tree.children[node]);
  }
  return count;
}

// Place children side by side, a parent over their middle, and every ply as far to the left as possible.
// `markWidth(node, open)`: the width of the text under a node.
function placed(tree, isOpen, hidesValues, markWidth) {
  const places = new Map();
  const ends = [];
  const textOf = (node) => (hidesValues && tree.isInner(node) ? "" : valueText(tree, node));
  // Texts on edges are nearer to each other than the nodes below, because all edges of a node begin at one point.
  const wordsOnEdge = (node) => (tree.growth ? visitsText(tree, node, tree.growth.finally(node)) : edgeText(tree, node));
  const onEdge = (node) => (node ? textWidth(wordsOnEdge(node), EDGE_FONT) / EDGE_TEXT : 0);
  const least = (node) => (kindOf(tree, node) === "leaf" ? LEAF : SIGN);
  const signOf = (node) => Math.max(2 * least(node), LETTER * textOf(node).length + 12) / 2 + (tree.isInner(node) ? CORNER : 0);
  const bound = (node) => (node && tree.growth ? BOUND : 0);
  const roomOf = (node, open) => Math.max(bound(node), onEdge(node), markWidth(node, open)) / 2;

  function shift(node, by) {
    const place = places.get(node);
    place.x += by;
    ends[place.depth] = Math.max(ends[place.depth], place.x + place.half + GAP);
    if (place.open) for (const child of tree.children[node]) shift(child, by);
  }

  function put(node, depth) {
    const open = isOpen(node) && tree.isInner(node);
    const sign = signOf(node);
    const half = Math.max(sign + (tree.cuts.has(node) ? SCISSORS : 0), roomOf(node, open));
    const place = { node, depth, sign, half, x: 0, open };
    places.set(node, place);
    if (open) for (const child of tree.children[node]) put(child, depth + 1);
    const start = (ends[depth] ?? 0) + place.half;
    const kids = open ? tree.children[node] : [];
    place.x = kids.length ? (places.get(kids[0]).x + places.get(kids[kids.length - 1]).x) / 2 : start;
    ends[depth] = place.x + place.half + GAP;
    if (place.x < start) shift(node, start - place.x);
  }

  put(0, 0);
  return places;
}
