// The boards of a tree of states, from their compact data (documented in board_tree.py).

import { grouped, moved, spread } from "./game.js";

export function expandBoards(data) {
  const jumps = grouped(data.jumps, 5);
  const timers = grouped(data.timers, 3);
  const eaten = grouped(data.eaten, 3);
  const cells = (flat) => flat.flatMap((x, i) => (i % 2 ? [] : [{ x, y: flat[i + 1] }]));
  const start = data.start.map(([x, y, heading]) => ({ x, y, heading, timer: 0 }));
  for (const [, agent, timer] of timers.get(0) ?? []) start[agent].timer = timer;
  const game = { layout: data.layout, food: cells(data.food), capsules: cells(data.capsules), agents: data.start };

  // The scene at the end of a path of nodes from the root.
  function scene(path) {
    const figures = start.map((figure) => ({ ...figure }));
    const gone = new Set();
    let score = data.score;
    for (const node of path.slice(1)) {
      const mover = data.movers[node - 1];
      figures[mover] = moved(figures[mover], parseInt(data.moves[node - 1], 36));
      for (const [, agent, x, y, heading] of jumps.get(node) ?? []) Object.assign(figures[agent], { x, y, heading });
      for (const [, agent, timer] of timers.get(node) ?? []) figures[agent].timer = timer;
      for (const [, x, y] of eaten.get(node) ?? []) gone.add(`${x},${y}`);
      score += data.gains[node - 1];
    }
    spread(figures);
    const number = path[path.length - 1];
    return { number, figures, score, isDead: data.ends[number] === "1", death: 1, isEaten: ({ x, y }) => gone.has(`${x},${y}`) };
  }

  return { game, scene };
}
