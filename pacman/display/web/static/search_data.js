// A searched tree from its compact data (documented in tree_data.py), the steps of the search, and its boards.

import { expandBoards } from "./board_scenes.js";
import { HEADINGS } from "./game.js";
import { expandGrowth } from "./growth.js";

export const ENTER = 0;
export const UPDATE = 1;
export const CUT = 2;
export const RETURN = 3;
const CHANCE_PLAYER = -1;
const KNOWLEDGE = ["seen", "inferred", "bounded", "unknown", "evaluated"];
const DIGITS = 6; // digits shown of a number
const MOST_DIGITS = 10; // a number that has no more digits is shown in full: values may differ very little

export function expandTree(data, knowsOrder = true) {
  const size = data.players.length;
  const parents = new Int32Array(size).fill(-1);
  const depths = new Uint16Array(size);
  const children = Array.from({ length: size }, () => []);
  for (let node = 1; node < size; node++) {
    parents[node] = node - data.parents[node - 1];
    depths[node] = depths[parents[node]] + 1;
    children[parents[node]].push(node);
  }
  const below = new Int32Array(size); // number of visited nodes in the subtree
  const last = Int32Array.from({ length: size }, (_, node) => node); // the last of them
  for (let node = data.visited - 1; node > 0; node--) {
    below[parents[node]] += below[node] + 1;
    last[parents[node]] = Math.max(last[parents[node]], last[node]);
  }
  const numbers = data.numbers.map((text) => Number(text.replace("inf", "Infinity")));
  const growth = data.growth && expandGrowth(data.growth, numbers, parents, data.players);
  const action = (node) => (node ? data.actions[data.action[node - 1]] : "");
  if (growth) for (const each of children) each.sort((one, other) => HEADINGS.indexOf(action(one)) - HEADINGS.indexOf(action(other)));
  const cuts = new Set(data.cuts);
  const over = new Set(data.over);
  const best = new Set(data.best);
  const tree = {
    size, parents, depths, children, below, cuts, best, growth, action,
    visited: data.visited,
    uniform: data.uniform,
    boards: data.boards && expandBoards(data.boards),
    isVisited: (node) => node < data.visited,
    isOver: (node) => over.has(node),
    isInner: (node) => children[node].length > 0,
    name: (node) => data.names?.[node],
    player: (node) => data.players[node],
    rule: (node) => data.rules[data.players[node]] ?? (data.players[node] === CHANCE_PLAYER ? "mean" : null),
    low: (node) => (growth ? known(node, -Infinity) : numbers[data.low[node]]),
    high: (node) => (growth ? known(node, Infinity) : numbers[data.high[node]]),
    window: (node) => (data.alpha[node] < 0 ? null : [numbers[data.alpha[node]], numbers[data.beta[node]]]),
    own: (node) => numbers[data.own[node]], // undefined where the search's own code returned none
    knowledge: (node) => KNOWLEDGE[Number(data.known[node])],
    path,
  };

  function known(node, otherwise) {
    return growth.visits(node) ? growth.mean(node) : otherwise;
  }

  function path(node) {
    const found = [];
    for (let each = node; each >= 0; each = parents[each]) found.unshift(each);
    return found;
  }

  return { ...tree, knowsOrder, hasWindows: data.alpha.some((place) => place >= 0), steps: growth?.steps ?? stepsOf(tree, last, knowsOrder) };
}

// The steps of the search in order. The value of a node is known from step `returned`; its parent uses it at step
// `reported`. For a search that was only watched from outside, nothing but the order of its nodes is known.
function stepsOf(tree, last, knowsOrder) {
  const kinds = [];
  const nodes = [];
  const entered = new Int32Array(tree.size);
  const returned = new Int32Array(tree.size);
  const reported = new Int32Array(tree.size);
  const cutAt = new Map();
  const add = (kind, node) => {
    kinds.push(kind);
    nodes.push(node);
    return kinds.length - 1;
  };
  for (let latest = 0; latest < tree.visited; latest++) {
    entered[latest] = add(ENTER, latest);
    for (let node = latest; node >= 0 && last[node] === latest; node = tree.parents[node]) {
      if (knowsOrder && tree.below[node]) {
        if (tree.cuts.has(node)) cutAt.set(node, add(CUT, node));
        returned[node] = add(RETURN, node);
      } else {
        returned[node] = kinds.length - 1;
      }
      if (knowsOrder && node) reported[node] = add(UPDATE, node);
    }
  }
  return { kinds, nodes, entered, returned, reported, cutAt, last: kinds.length - 1 };
}

// The step of one search that corresponds to a step of another: the same step, or the same number of states entered if
// only the order of states is known of one of them. The last step corresponds to the last.
export function sameMoment(from, to, step) {
  if (step === from.steps.last) return to.steps.last;
  if (from.knowsOrder === to.knowsOrder) return Math.min(step, to.steps.last);
  const entered = from.steps.entered.subarray(0, from.visited).filter((when) => when <= step).length;
  return to.steps.entered[Math.min(entered, to.visited) - 1];
}

// The nodes of a search that another one does not visit, and those that only the other one visits.
export function differences(found, expected) {
  const [ours, theirs] = [found, expected].map((tree) => {
    const keys = [""];
    for (let node = 1; node < tree.size; node++) keys.push(`${keys[tree.parents[node]]}\n${tree.action(node)}`);
    return keys;
  });
  const visited = new Set(theirs.slice(0, expected.visited));
  return new Set(ours.map((_, node) => node).filter((node) => found.isVisited(node) !== visited.has(ours[node])));
}

// -- values ----------------------------------------------------------------------------------------------------------

export function numberText(value) {
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "-∞";
  const exact = Number(value.toPrecision(MOST_DIGITS));
  return String(exact === value ? exact : Number(value.toPrecision(DIGITS)));
}

export function valueText(tree, node) {
  const [low, high] = [tree.low(node), tree.high(node)];
  if (low === high) return numberText(low);
  if (low === -Infinity && high === Infinity) return "?";
  if (low === -Infinity) return `≤ ${numberText(high)}`;
  if (high === Infinity) return `≥ ${numberText(low)}`;
  return `${numberText(low)} … ${numberText(high)}`;
}

// The value that a search returned from a node; for a bound, its number.
function returnedValue(tree, node) {
  return Number.isFinite(tree.low(node)) || tree.low(node) === tree.high(node) ? tree.low(node) : tree.high(node);
}

// The variables of a search at a node after a step: v, and alpha and beta if it has them.
export function variablesAt(tree, node, step) {
  const rule = tree.rule(node);
  const reported = tree.children[node].filter((child) => tree.isVisited(child) && tree.steps.reported[child] <= step);
  const values = reported.map((child) => returnedValue(tree, child));
  const window = tree.window(node);
  if (rule === "mean") {
    const count = tree.children[node].filter(tree.isVisited).length;
    return { v: values.reduce((sum, value) => sum + value / count, 0), window };
  }
  const best = rule === "max" ? (all) => Math.max(-Infinity, ...all) : (all) => Math.min(Infinity, ...all);
  const v = best(values);
  if (!window) return { v, window };
  const [alpha, beta] = window;
  const isCut = rule === "max" ? v > beta : v < alpha; // after a cut, the last value does not change the bounds
  const moved = isCut ? best(values.slice(0, -1)) : v;
  return { v, window: rule === "max" ? [Math.max(alpha, moved), beta] : [alpha, Math.min(beta, moved)] };
}
