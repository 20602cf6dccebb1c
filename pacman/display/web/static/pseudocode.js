// Pseudocode of the searches as in the lectures: a function for each kind of node, with or without alpha and beta.

import { CUT, ENTER, RETURN, UPDATE } from "./search_data.js";

const NAMES = { max: "max-value", min: "min-value", mean: "chance-value" };
const STARTS = { max: "v ← −∞", min: "v ← +∞", mean: "v ← 0" };
const CUTS = {
  max: ["    if v > β: return v", "    α ← max(α, v)"],
  min: ["    if v < α: return v", "    β ← min(β, v)"],
};

export function pseudocode(rule, hasWindows) {
  const window = hasWindows ? ", α, β" : "";
  const step = {
    max: `v ← max(v, value(s${window}))`, min: `v ← min(v, value(s${window}))`, mean: `v ← v + p(s) · value(s${window})`,
  };
  return [
    `${NAMES[rule]}(state${window}):`,
    "  if over or at the depth: return evaluation",
    `  ${STARTS[rule]}`,
    "  for each successor s of state:",
    `    ${step[rule]}`,
    ...((hasWindows && CUTS[rule]) || []),
    "  return v",
  ];
}

// The index of the current line.
export function lineOf(kind, rule, hasWindows, isLeaf) {
  const last = pseudocode(rule, hasWindows).length - 1;
  return { [ENTER]: isLeaf ? 1 : 2, [UPDATE]: 4, [CUT]: 5, [RETURN]: last }[kind];
}
