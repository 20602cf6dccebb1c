// Growth of a Monte Carlo tree, from data documented in tree_data.py: visits, means and UCB1 after any iteration.

import { grouped } from "./game.js";

// The phases of an iteration, one step each. Step 0 is before the first iteration.
export const SELECT = 0;
export const EXPAND = 1;
export const SIMULATE = 2;
export const BACK_PROPAGATE = 3;
const PHASES = 4;
const TERM_DIGITS = 3; // smallest number of digits of the terms of UCB1

export function expandGrowth(data, numbers, parents, players) {
  const count = data.outcomes.length;
  const size = parents.length;
  const again = new Map([...grouped(data.again, 2).values()].map(([[iteration, node]]) => [iteration, node]));
  const leaves = new Int32Array(count);
  const constants = new Float64Array(count);
  const changes = grouped(data.exploration, 2);
  const steps = { nodes: new Int32Array(PHASES * count + 1), last: PHASES * count, cutAt: new Map() };
  steps.entered = new Int32Array(size);
  steps.returned = new Int32Array(size);
  for (let i = 0, added = 0; i < count; i++) {
    const isNew = !again.has(i);
    const leaf = isNew ? ++added : again.get(i);
    leaves[i] = leaf;
    constants[i] = changes.has(i) ? numbers[changes.get(i)[0][1]] : constants[i - 1];
    steps.nodes.fill(leaf, PHASES * i + 1, PHASES * (i + 1) + 1);
    if (!isNew) continue;
    const parent = parents[leaf];
    steps.nodes[PHASES * i + 1 + SELECT] = parent;
    steps.entered[leaf] = PHASES * i + 1 + EXPAND;
    steps.returned[leaf] = PHASES * i + 1 + BACK_PROPAGATE;
    if (!steps.cutAt.has(parent)) steps.cutAt.set(parent, steps.entered[leaf]); // its other children are shown, too
  }

  // Outcomes are added in the same order as in the search, so that rounding errors are the same.
  let done = 0; // iterations
  const visits = new Int32Array(size);
  const totals = new Float64Array(size);

  function seek(step) {
    const to = Math.floor(step / PHASES);
    if (to < done) {
      visits.fill(0);
      totals.fill(0);
      done = 0;
    }
    for (; done < to; done++) {
      const outcome = numbers[data.outcomes[done]];
      for (let node = leaves[done]; node >= 0; node = parents[node]) {
        visits[node] += 1;
        totals[node] += outcome;
      }
    }
  }

  const mean = (node) => totals[node] / visits[node];

  // UCB1 of a node in the next iteration; null for the root, below chance nodes, and before the first visit.
  function bound(node) {
    const parent = parents[node];
    if (parent < 0 || players[parent] < 0 || !visits[node]) return null;
    const exploitation = players[parent] === 0 ? mean(node) : -mean(node);
    const constant = constants[done - 1];
    const exploration = constant * Math.sqrt((2 * Math.log(visits[parent])) / visits[node]);
    return { exploitation, exploration, score: exploitation + exploration, constant, n: visits[node], all: visits[parent] };
  }

  seek(steps.last);
  const most = visits.slice();
  return {
    steps, seek, mean, bound,
    count,
    visits: (node) => visits[node],
    share: (node) => visits[node] / Math.max(1, visits[0]),
    finally: (node) => most[node], // visits at the end
    phase: (step) => (step - 1) % PHASES,
    iteration: (step) => Math.ceil(step / PHASES), // from 1
    outcome: (step) => numbers[data.outcomes[Math.ceil(step / PHASES) - 1]],
    isNew: (step) => !again.has(Math.ceil(step / PHASES) - 1),
  };
}

// The terms and their sum, with equal decimals, rounded so that they add up.
export function boundText({ exploitation, exploration }) {
  const largest = Math.max(Math.abs(exploitation), Math.abs(exploration));
  const decimals = [0, 1, 2].find((digits) => largest >= 10 ** (TERM_DIGITS - 1 - digits)) ?? TERM_DIGITS;
  const round = (value) => Number(value.toFixed(decimals)) + 0; // without a sign at 0
  const [one, other] = [round(exploitation), round(exploration)];
  return `${one.toFixed(decimals)} + ${other.toFixed(decimals)} = ${round(one + other).toFixed(decimals)}`;
}
