// Checks of messages from the worker. The student's code can send any message, so each one is hostile until checked:
// its size, its shape and the range of every number. Functions return a copy with the known fields only, or throw.

import { HEADINGS } from "../../pacman/display/web/static/game.js";

const LONGEST_MESSAGE = 24_000_000; // characters; the trees of a question with many failed cases are large
const LONGEST_RESULT = 2_000_000; // characters of the result of a case
const LONGEST_TEXT = 2_000;
const LONGEST_PRINTED = 120_000;
const MOST_AGENTS = 16;
const MOST_CELLS = 128 * 128;
const WALLS = /^[MLHVAZQCz0-9eE .,+-]*$/i;
const KINDS = ["answer", "printed", "practice", "progress", "died"];
const STAGES = ["engine", "ready"];
const REASONS = ["won", "lost", "timed out", "crashed", "move limit", "interrupted"];

export function checkedMessage(data) {
  need(typeof data === "string" && data.length <= LONGEST_MESSAGE, "size");
  const message = JSON.parse(data);
  need(isObject(message) && KINDS.includes(message.kind), "kind");
  if (message.kind === "progress") need(STAGES.includes(message.stage), "stage");
  if (message.kind === "printed") need(typeof message.text === "string" && message.text.length <= LONGEST_PRINTED, "text");
  if (message.kind === "practice") return checkedPractice(message);
  if (message.kind === "died") message.text = words(message.text);
  if (message.kind === "answer") {
    need(typeof message.text === "string", "answer");
    const { id, answer } = JSON.parse(message.text);
    need(Number.isSafeInteger(id) && isObject(answer), "answer");
    return { kind: "answer", id, answer };
  }
  return message;
}

function checkedPractice({ text }) {
  const { kind, number = null, result = "" } = JSON.parse(text);
  need(["case", "result", "alive", "analysis", "asked"].includes(kind), "practice");
  need(typeof result === "string" && result.length <= LONGEST_RESULT, "result"); // only a worker reads it
  const hasNumber = ["case", "result", "asked"].includes(kind);
  return { kind: "practice", stage: kind, number: hasNumber ? whole(number, 0, 1e6) : null, result };
}

export function checkedFailure(failure) {
  if (failure === null || failure === undefined) return null;
  need(isObject(failure) && Array.isArray(failure.frames) && failure.frames.length <= 20, "failure");
  const frames = failure.frames.map((frame) => ({
    file: words(frame.file), line: whole(frame.line, 1, 1e7), function: words(frame.function), source: words(frame.source),
  }));
  return { text: words(failure.text), frames };
}

export function checkedStart(answer) {
  const { layout, agents } = answer;
  need(list(agents, MOST_AGENTS).length >= 1, "start");
  const size = checkedSize(layout);
  return {
    layout: { name: words(layout.name), walls: layout.walls, ...size },
    title: words(answer.title),
    agents: agents.map(words),
    food: cells(answer.food, size),
    capsules: cells(answer.capsules, size),
    warnings: list(answer.warnings, 50).map(words),
    state: checkedState(answer.state, size, agents.length),
  };
}

// Check a layout's outline of walls and its size; return the size.
export function checkedSize(layout) {
  need(isObject(layout) && typeof layout.walls === "string" && WALLS.test(layout.walls), "walls");
  return { width: whole(layout.width, 1, 128), height: whole(layout.height, 1, 128) };
}

export function checkedMove(answer, size, agents) {
  const hasMoved = answer.agent !== null;
  if (hasMoved) need(HEADINGS.includes(answer.action), "action");
  return {
    agent: hasMoved ? whole(answer.agent, 0, agents - 1) : null,
    action: hasMoved ? answer.action : null,
    eaten: cells(answer.eaten, size),
    thought: checkedThought(answer.thought, size, agents),
    meanings: mapped(answer.meanings, words, words),
    state: checkedState(answer.state, size, agents),
    end: checkedEnd(answer.end),
    failure: checkedFailure(answer.failure),
  };
}

function checkedState(state, size, agents) {
  need(isObject(state) && list(state.figures, MOST_AGENTS).length === agents, "figures");
  const figures = state.figures.map((figure) => {
    const [x, y, heading, timer] = list(figure, 4);
    return { x: real(x, 0, size.width), y: real(y, 0, size.height), heading: whole(heading, 0, 4), timer: whole(timer, 0, 1e4) };
  });
  const legal = list(state.legal, 5);
  need(legal.every((action) => HEADINGS.includes(action)), "legal");
  return { figures, score: real(state.score, -1e9, 1e9), turn: whole(state.turn, 0, agents - 1), legal };
}

function checkedEnd(end) {
  if (end === null) return null;
  need(isObject(end) && REASONS.includes(end.reason), "end");
  return { reason: end.reason, title: words(end.title), lines: list(end.lines, 10).map(words) };
}

// The data of `thought_data` in game_data.py.
function checkedThought(thought, size, agents) {
  if (thought === null) return null;
  need(isObject(thought), "thought");
  const found = {};
  const actions = (pairs, check) => mapped(pairs, (key) => need(HEADINGS.includes(key), "action"), check);
  const indices = (pairs, check) => mapped(pairs, (key) => whole(Number(key), 0, agents - 1), check);
  const number = (value) => real(value, -1e12, 1e12);
  if (thought.action) found.action = words(thought.action);
  if (thought.values) found.values = actions(thought.values, words);
  if (thought.lags) found.lags = actions(thought.lags, number);
  if (thought.facts) found.facts = list(thought.facts, 50).map((pair) => list(pair, 2).map(words));
  if (thought.paths) found.paths = indices(thought.paths, (path) => list(path, 5000).map((place) => real(place, 0, 128)));
  if (thought.chances) found.chances = indices(thought.chances, (chances) => actions(chances, number));
  if (thought.against) found.against = words(thought.against);
  if (thought.because) found.because = mapped(thought.because, words, number);
  if (thought.remark) found.remark = words(thought.remark);
  if (thought.problem) found.problem = words(thought.problem);
  return found;
}

export function mapped(pairs, checkKey, checkValue, most = 100) {
  need(isObject(pairs) && Object.keys(pairs).length <= most, "pairs");
  return Object.fromEntries(
    Object.entries(pairs).map(([key, value]) => {
      checkKey(key);
      return [key, checkValue(value)];
    }),
  );
}

function cells(found, { width, height }) {
  return list(found, MOST_CELLS).map((cell) => {
    const [x, y] = list(cell, 2);
    return [whole(x, 0, width - 1), whole(y, 0, height - 1)];
  });
}

export function need(isTrue, part) {
  if (!isTrue) throw new TypeError(`a message of the worker has a wrong ${part}`);
}

export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function list(value, most) {
  need(Array.isArray(value) && value.length <= most, "list");
  return value;
}

export function whole(value, least, most) {
  need(Number.isSafeInteger(value) && value >= least && value <= most, "number");
  return value;
}

export function real(value, least, most) {
  need(typeof value === "number" && value >= least && value <= most, "number");
  return value;
}

export function words(value) {
  need(typeof value === "string", "text");
  return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value;
}
