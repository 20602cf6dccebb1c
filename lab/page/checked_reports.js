// Checks of the larger answers of the worker: results of practice, decisions and deaths. They are as hostile as the
// small ones. Numbers that the views use as indices of parents are checked, so that no view can loop for ever; texts are
// inserted as text only, and the outline of walls is checked by its characters.

import { checkedSize, isObject, list, mapped, need, real, whole, words } from "./checked_messages.js";

const MOST_NODES = 260_000;
const MOST_CASES = 500;
const LONGEST_TEXT = 20_000;
const MOST_DEPTH = 12;

// The first error of a maze.
export function checkedProblem(answer) {
  return { text: words(answer.text), line: whole(answer.line, 0, 1e4), column: whole(answer.column, 0, 1e4) };
}

export function checkedQuestion({ question, isSolved, searches, games, played, failed, bugs }) {
  need(isObject(question), "question");
  const found = {
    searches: mapped(searches, words, checkedSearch, MOST_CASES),
    games: mapped(games, words, checkedGame, MOST_CASES),
    played: mapped(played, words, plain, MOST_CASES),
    failed: list(failed, MOST_CASES).map(words),
    bugs: list(bugs, 100).map(words),
    isSolved: Boolean(isSolved),
  };
  found.question = {
    name: words(question.name), points: words(question.points), most: words(question.most), share: real(question.share, 0, 1e3),
    messages: list(question.messages, 100).map(words),
    failed: list(question.failed, MOST_CASES).map((each) => checkedCase(each, found)),
    passed: list(question.passed, MOST_CASES).map((each) => ({ name: words(each.name), lines: list(each.lines, 50).map(words) })),
  };
  return found;
}

function checkedCase(shown, { searches, games }) {
  need(shown.search === "" || Object.hasOwn(searches, shown.search), "search");
  need(shown.game === "" || Object.hasOwn(games, shown.game), "game");
  return {
    heading: words(shown.heading), lines: list(shown.lines, 200).map(words), isNamed: Boolean(shown.isNamed), command: "",
    drawing: long(shown.drawing), output: long(shown.output), isOutputCut: Boolean(shown.isOutputCut),
    search: shown.search, game: shown.game, start: whole(shown.start, 0, 1e6),
  };
}

export function checkedSearch(search) {
  need(isObject(search), "search");
  return {
    title: words(search.title),
    warnings: list(search.warnings, 50).map(words),
    lines: list(search.lines, 50).map(words),
    trees: list(search.trees, 2).map((tree) => ({
      title: words(tree.title), action: tree.action === null ? null : words(tree.action), facts: list(tree.facts, 50).map(words),
      marked: node(tree.marked), misfit: node(tree.misfit), knowsOrder: Boolean(tree.knowsOrder),
      hasQuiz: Boolean(tree.hasQuiz), data: checkedTree(tree.data),
    })),
    xray: search.xray ? plain(search.xray) : null,
    case: search.case ? checkedPosition(search.case) : null,
  };
}

// The data of `case_data` in search_page.py.
function checkedPosition({ name, texts, states, plies }) {
  need(typeof name === "string" && /^[\p{L}\p{N}_-]{1,100}\.test$/u.test(name), "name");
  return { name, texts: list(texts, MOST_DEPTH).map(text), states: whole(states, 1, 1e6), plies: whole(plies, 1, 100) };
}

// The data of tree_data.py: a tree whose nodes come after their parents.
function checkedTree(data) {
  need(isObject(data), "tree");
  const size = list(data.players, MOST_NODES).length;
  need(size > 0 && list(data.parents, MOST_NODES).length === size - 1, "parents");
  data.parents.forEach((back, index) => whole(back, 1, index + 1));
  list(data.action, MOST_NODES).forEach((action) => whole(action, 0, list(data.actions, 1e4).length - 1));
  need(data.action.length === size - 1, "actions");
  whole(data.visited, 1, size);
  if (data.boards) checkedBoards(data.boards);
  return plain(data);
}

function checkedBoards(boards) {
  checkedSize(boards.layout);
  const agents = list(boards.start, 16).length;
  list(boards.movers, MOST_NODES).forEach((mover) => whole(mover, 0, agents - 1));
}

export function checkedDeath(death) {
  if (death === null) return null;
  need(isObject(death) && isObject(death.boards), "death");
  checkedBoards(death.boards);
  return plain(death);
}

function checkedGame(game) {
  need(isObject(game), "game");
  checkedSize(game.layout);
  if (game.death) checkedDeath(game.death);
  return plain(game);
}

// Data without surprises: JSON of limited depth, whose texts are of limited length.
function plain(value, depth = 0) {
  need(depth <= MOST_DEPTH, "depth");
  if (Array.isArray(value)) value.forEach((each) => plain(each, depth + 1));
  else if (isObject(value)) Object.values(value).forEach((each) => plain(each, depth + 1));
  else if (typeof value === "string") need(value.length <= MOST_NODES, "text");
  return value;
}

function node(value) {
  return value === null ? null : whole(value, 0, MOST_NODES);
}

function text(value) {
  need(typeof value === "string" && value.length <= MOST_NODES, "text");
  return value;
}

function long(value) {
  need(typeof value === "string", "text");
  return value.slice(0, LONGEST_TEXT);
}
