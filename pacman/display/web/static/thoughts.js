// Pacman's search before a move: a panel beside the board, and the expected paths drawn on the board.

import { filledIn, html, svg } from "./elements.js";
import { HEADINGS, VECTORS } from "./game.js";

const LABEL_PIXELS = 12; // at least
const LARGEST_LABEL_PIXELS = 22;

export function thoughtsPanel(game, words) {
  const panel = html("section", { class: "thoughts", "aria-label": words["search-of-pacman"] });
  const isKnown = () => Object.keys(game.thoughts).length > 0;

  // Thoughts are about Pacman's moves; while the ghosts move, the last one stays.
  function at(number) {
    return game.thoughts[number - (number % game.numAgents)];
  }

  function show(number) {
    const thought = at(number);
    panel.replaceChildren(html("h2", {}, filledIn(words["agent-in-round"], { agent: game.agents[0], round: game.round(number) + 1 })));
    if (!thought) panel.append(...(isKnown() ? [html("p", {}, words["no-data-for-move"])] : noData(game.howToThink, words)));
    else if (thought.problem) panel.append(html("p", {}, thought.problem));
    else panel.append(...sections(thought, words, game.meanings));
  }

  return { panel, at, show, isKnown };
}

function noData(command, words) {
  if (!command) return [html("p", {}, words["no-data"])];
  return [html("p", {}, words["how-to-think"]), html("p", {}, html("code", {}, command))];
}

function sections(thought, words, meanings) {
  const rather = () => filledIn(words.rather, { action: thought.action, rival: thought.against });
  const found = [table(thought.facts ?? [], ([name, value]) => row(name, value))];
  if (thought.values) {
    const known = HEADINGS.filter((action) => action in thought.values);
    const most = Math.max(...Object.values(thought.lags ?? {}), 1e-9);
    found.push(html("h3", {}, words.actions));
    found.push(
      table(known, (action) =>
        row(action, thought.values[action], bar((thought.lags?.[action] ?? 0) / most, "bad"), action === thought.action),
      ),
    );
  }
  if (thought.because) {
    const parts = Object.entries(thought.because);
    const most = Math.max(...parts.map(([, value]) => Math.abs(value)));
    const drawn = ([name, value]) => row(name, signed(value), bar(Math.abs(value) / most, value > 0 ? "good" : "bad"));
    const explained = parts.filter(([name]) => name in meanings).map(([name]) => html("p", {}, html("b", {}, name), `: ${meanings[name]}`));
    found.push(html("h3", {}, rather()), table(parts, drawn), html("div", { class: "meanings" }, ...explained));
  }
  if (thought.remark) {
    found.push(html("h3", {}, rather()), html("p", {}, thought.remark));
  }
  if (thought.chances && Object.keys(thought.chances).length) {
    const shares = (chances) => Object.entries(chances).map(([action, chance]) => `${action} ${Math.round(100 * chance)}%`);
    found.push(html("h3", {}, words.ghosts));
    found.push(
      table(Object.entries(thought.chances), ([ghost, chances]) =>
        row(filledIn(words.ghost, { number: ghost }), shares(chances).join(", ") || words["cannot-move"]),
      ),
    );
  }
  return found;
}

function signed(value) {
  return value > 0 ? `+${value}` : `${value}`;
}

function table(items, makeRow) {
  return html("table", {}, html("tbody", {}, ...items.map(makeRow)));
}

function row(name, value, drawn = null, isChosen = false) {
  const cells = [html("th", { scope: "row" }, name), html("td", {}, value)];
  if (drawn) cells.splice(1, 0, html("td", { class: "bar" }, drawn));
  return html("tr", { class: isChosen ? "chosen" : null }, ...cells);
}

// A bar whose length is a share of its room.
export function bar(share, kind) {
  const drawn = svg("rect", { width: 100 * share, height: 10, rx: 2, fill: `var(--${kind})` });
  return svg("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": true }, drawn);
}

// Draw the path that the search expects of each agent, and the value of each action.
export function drawPlans(board, thought, figures) {
  board.under.replaceChildren();
  board.over.replaceChildren();
  if (!thought) return;
  for (const [agent, path] of Object.entries(thought.paths ?? {}).reverse()) drawPath(board, Number(agent), path);
  const cell = board.picture.clientWidth / board.picture.viewBox.baseVal.width || 24;
  const size = Math.max(Math.min(0.42, LARGEST_LABEL_PIXELS / cell), LABEL_PIXELS / cell);
  for (const [action, value] of Object.entries(thought.values ?? {})) {
    if (action !== "Stop") drawLabel(board, figures[0], action, value, size, action === thought.action);
  }
}

export function drawPath(board, agent, path) {
  const aside = Math.floor((agent + 1) / 2) * (agent % 2 ? 0.09 : -0.09); // keeps the paths of several agents apart
  const points = [];
  for (let i = 0; i < path.length; i += 2) {
    const [x, y] = board.centre(path[i], path[i + 1]);
    points.push([x + aside, y + aside]);
  }
  const jump = points.findIndex(([x, y], i) => i && Math.abs(x - points[i - 1][0]) + Math.abs(y - points[i - 1][1]) > 1.1);
  const shown = jump < 0 ? points : points.slice(0, jump);
  const colour = `var(--agent-${agent ? ((agent - 1) % 6) + 1 : 0})`;
  const line = { points: shown.join(" "), fill: "none", stroke: colour, "stroke-width": 0.08, "stroke-linejoin": "round" };
  const [x, y] = shown[shown.length - 1];
  board.under.append(svg("polyline", line), svg("circle", { cx: x, cy: y, r: 0.13, fill: colour }));
}

function drawLabel(board, pacman, action, value, size, isChosen) {
  const [dx, dy] = VECTORS[HEADINGS.indexOf(action)];
  const width = size * (0.62 * value.length + 0.7);
  const { width: across, height: down } = board.picture.viewBox.baseVal;
  const [px, py] = board.centre(pacman.x, pacman.y);
  const clamp = (place, half, most) => Math.min(most - half, Math.max(half, place));
  const x = clamp(px + dx * (0.62 + width / 2), width / 2, across);
  const y = clamp(py - dy * (0.62 + 0.7 * size), 0.7 * size, down);
  const box = { x: x - width / 2, y: y - 0.65 * size, width, height: 1.3 * size, rx: 0.3 * size };
  const words = { x, y: y + 0.35 * size, "font-size": size, "text-anchor": "middle" };
  board.over.append(
    svg("g", { class: isChosen ? "label chosen" : "label" }, svg("rect", box), svg("text", words, value)),
  );
}
