// Description of a step of Monte Carlo tree search, in words and as a line of its code, and the facts about a node then.

import { BACK_PROPAGATE, EXPAND, SELECT, SIMULATE, boundText } from "./growth.js";
import { numberText } from "./search_data.js";

const CODE = ["code-repeat", "code-select", "code-expand", "code-simulate", "code-back-propagate", "code-answer"];

export function growthLine(tree, step, words) {
  const lines = CODE.map((key) => words[key]);
  if (step === 0) return { text: words["growth-start"], code: { lines, line: 0 } };
  const { growth } = tree;
  const phase = growth.phase(step);
  const node = tree.steps.nodes[step];
  const isOver = tree.isOver(node);
  const key = {
    [SELECT]: isOver ? "do-select-over" : "do-select",
    [EXPAND]: isOver && !growth.isNew(step) ? "do-expand-nothing" : "do-expand",
    [SIMULATE]: isOver ? "do-simulate-over" : "do-simulate",
    [BACK_PROPAGATE]: "do-back-propagate",
  }[phase];
  const text = words[key]
    .replace("{node}", node ? `${tree.action(node)} (${node})` : words.root)
    .replace("{value}", numberText(growth.outcome(step)))
    .replace("{count}", tree.depths[node] + 1);
  const iteration = words["growth-step"].replace("{iteration}", growth.iteration(step)).replace("{count}", growth.count);
  return { text: `${iteration} · ${text}`, code: { lines, line: phase + 1 } };
}

// Names and values: visits, the mean, and the terms of UCB1 with the numbers that they are computed from.
export function growthFacts(tree, node, words) {
  const { growth } = tree;
  const visits = growth.visits(node);
  if (!visits) return [[words.visits, words["not-yet"]]];
  const mean = growth.mean(node);
  const sum = words["mean-of"]
    .replace("{total}", numberText(mean * visits))
    .replace("{visits}", visits)
    .replace("{mean}", numberText(mean));
  const found = [[words.visits, String(visits)], [words["mean-outcome"], sum]];
  const bound = growth.bound(node);
  if (!bound) return found;
  const root = `${numberText(bound.constant)} · √(2 ln ${bound.all} / ${bound.n})`;
  return [
    ...found,
    [words.exploitation, numberText(bound.exploitation)],
    [words.exploration, `${root} = ${numberText(bound.exploration)}`],
    ["UCB1", boundText(bound)],
  ];
}
