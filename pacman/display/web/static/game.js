// A game from its compact data (documented in game_data.py): every state, and the scenes between two states.

export const HEADINGS = ["West", "Stop", "East", "North", "South"];
export const VECTORS = [[-1, 0], [0, 0], [1, 0], [0, 1], [0, -1]];
const LONGEST_MOTION = 1.5; // cells; an agent that is further away is an eaten ghost back at its start
const SPREAD = 0.26; // cells by which ghosts in one cell are moved aside, so that each is visible
const RECOIL = 0.6; // cells by which a ghost draws back after catching Pacman
const TOUCH = 0.7; // distance in cells at which a ghost catches Pacman

export function expandGame(data) {
  const agents = data.start.length;
  const jumps = grouped(data.jumps, 5);
  const timers = grouped(data.timers, 3);
  let figures = data.start.map(([x, y, heading]) => ({ x, y, heading, timer: 0 }));
  let score = 0;
  const states = [];
  for (let number = 0; number <= data.moves.length; number++) {
    if (number > 0) {
      figures = figures.slice();
      const mover = (number - 1) % agents;
      figures[mover] = moved(figures[mover], parseInt(data.moves[number - 1], 36));
      score += data.gains[number - 1];
    }
    for (const [, agent, x, y, heading] of jumps.get(number) ?? []) figures[agent] = { ...figures[agent], x, y, heading };
    for (const [, agent, timer] of timers.get(number) ?? []) figures[agent] = { ...figures[agent], timer };
    states.push({ figures, score });
  }
  return {
    ...data,
    states,
    last: states.length - 1,
    isLost: data.end.reason === "lost",
    food: triples(data.food),
    capsules: triples(data.capsules),
    round: (number) => Math.floor(number / agents),
    numAgents: agents,
  };
}

export function moved(figure, code) {
  const heading = Math.floor(code / 3);
  const [dx, dy] = VECTORS[heading];
  const way = (code % 3) / 2;
  return { ...figure, x: figure.x + dx * way, y: figure.y + dy * way, heading };
}

// Group flat entries of equal length by their first number.
export function grouped(flat, length) {
  const found = new Map();
  for (let i = 0; i < flat.length; i += length) {
    const entry = flat.slice(i, i + length);
    found.set(entry[0], [...(found.get(entry[0]) ?? []), entry]);
  }
  return found;
}

function triples(flat) {
  const found = [];
  for (let i = 0; i < flat.length; i += 3) found.push({ x: flat[i], y: flat[i + 1], gone: flat[i + 2] || Infinity });
  return found;
}

// The scene after `fraction` of the motion between two states; `death` is the progress of Pacman's death, from 0 to 1.
export function sceneBetween(game, from, to, fraction, death = 1) {
  const number = fraction >= 0.5 ? to : from;
  const before = game.states[from].figures;
  const after = game.states[to].figures;
  const figures = after.map((figure, agent) => ({
    ...between(before[agent], figure, fraction),
    heading: figure.heading,
    timer: game.states[number].figures[agent].timer,
  }));
  const isDead = game.isLost && number === game.last && fraction === 1;
  spread(figures);
  if (isDead) recoil(figures, death);
  const isEaten = ({ gone }) => number >= gone;
  return { number, figures, score: game.states[number].score, isDead, death, isEaten };
}

function between(start, end, fraction) {
  if (distance(start, end) > LONGEST_MOTION) return fraction >= 0.5 ? { x: end.x, y: end.y } : { x: start.x, y: start.y };
  return { x: start.x + (end.x - start.x) * fraction, y: start.y + (end.y - start.y) * fraction };
}

function distance(one, other) {
  return Math.abs(one.x - other.x) + Math.abs(one.y - other.y);
}

// Draw ghosts at one place side by side; they separate gradually, so that none jumps.
export function spread(figures) {
  for (let i = 0; i < figures.length; i++) {
    let push = 0;
    let crowd = 0;
    for (let j = 1; i > 0 && j < figures.length; j++) {
      const way = distance(figures[i], figures[j]);
      if (j !== i && way < 1) {
        push += (1 - way) * (i > j ? 1 : -1);
        crowd += 1 - way;
      }
    }
    figures[i].asideX = push ? (SPREAD * push) / Math.max(1, crowd) : 0;
    figures[i].asideY = 0;
  }
}

function recoil([pacman, ...ghosts], death) {
  for (const ghost of ghosts) {
    if (ghost.timer === 0 && distance(ghost, pacman) <= TOUCH) {
      const [dx, dy] = VECTORS[ghost.heading];
      ghost.asideX -= dx * RECOIL * death;
      ghost.asideY -= dy * RECOIL * death;
    }
  }
}
