// Description of a step of Monte Carlo tree search, in words and as a line of its code, and the facts about a node then.

import { filledIn } from "./elements.js";
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
  const name = node ? `${tree.action(node)} (${node})` : words.root;
  const text = filledIn(words[key], { node: name, value: numberText(growth.outcome(step)), count: tree.depths[node] + 1 });
  const iteration = filledIn(words["growth-step"], { iteration: growth.iteration(step), count: growth.count });
  return { text: `${iteration} · ${text}`, code: { lines, line: phase + 1 } };
}

// Names and values: visits, the mean, and the terms of UCB1 with the numbers that they are computed from.
export function growthFacts(tree, node, words) {
  const { growth } = tree;
  const visits = growth.visits(node);
  if (!visits) return [[words.visits, words["not-yet"]]];
  const mean = growth.mean(node);
  const sum = filledIn(words["mean-of"], { total: numberText(mean * visits), visits, mean: numberText(mean) });
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
