// The lab: editor, setup, game and console, connected to the workers.

import { openDialog } from "../../pacman/display/web/static/dialog.js";
import { html } from "../../pacman/display/web/static/elements.js";
import { HEADINGS } from "../../pacman/display/web/static/game.js";
import { agentIcon } from "../../pacman/display/web/static/board.js";
import { preview } from "./preview.js";
import { player } from "../../pacman/display/web/static/player.js";
import { caseButton } from "../../pacman/display/web/static/case_button.js";
import { deathView } from "../../pacman/display/web/static/death_view.js";
import { searchDialog } from "../../pacman/display/web/static/search_dialog.js";
import { checkedFailure, checkedMove, checkedStart } from "./checked_messages.js";
import { checkedDeath, checkedProblem, checkedSearch } from "./checked_reports.js";
import { consoleView } from "./console_view.js";
import { button, editor } from "./editor.js";
import { startEngine, Stopped } from "./engine.js";
import { about, introduction } from "./introduction.js";
import { addMove, branchOf, endGame, liveGame } from "./live_game.js";
import { readJson } from "./parts.js";
import { mazeEditor } from "./maze_editor.js";
import { readLink, rowsOf } from "./maze_text.js";
import { practicePane } from "./practice.js";
import { setupPanel } from "./setup.js";
import { steering } from "./steering.js";
import { isFirstVisit, storage } from "./storage.js";
import { text, useLanguage } from "./texts.js";

const AHEAD = 2_000; // moves that the worker computes before they are shown
const SAVE_SECONDS = 0.4;
const LONG_SECONDS = 5; // after so long, the page says that Stop ends a decision
const SMALL_SCREEN = "(max-width: 760px)";
const SMALL_MEMORY = 4; // GB

const course = readJson("course");
useLanguage(course.language);
const catalogue = readJson("catalogue");
const playerWords = catalogue.words[course.language];
const viewWords = catalogue.views[course.language];
const whyDeath = playerWords["death-title"];
const store = storage(course.digest);

let run = null; // the run in progress: { game, startedAt, decisionAt, longest, thinker, isShown }; isShown: as thinking
let lines = []; // lines of play: { game, choice, from }
let line = null; // the one shown
let shownPlayer = null;

// -- the page

const status = html("span", { class: "python", role: "status" });
const saved = html("span", { class: "saved faint", role: "status" });
const earlier = html("select", { class: "earlier", "aria-label": text("earlier"), title: text("earlier"), onchange: openEarlier });
const runButton = button("run primary", `▶ ${text("run")}`, text("run-hint"), () => startRun());
const stopButton = button("stop", `■ ${text("stop")}`, text("stop-hint"), stop);
const message = html("p", { class: "message", role: "status" }, text("empty"));
const board = html("div", { class: "board-place" });
const branchButton = button("branch", text("branch"), text("branch-hint"), branch);
const explainButton = button("explain-move", text("explain-move"), text("explain-hint"), explainShown);
const deathButton = button("why-death", whyDeath, whyDeath, explainDeath);
const editButton = button("edit-position", text("edit-position"), text("edit-hint"), editPosition);
const lineList = html("div", { class: "lines", role: "group", "aria-label": text("lines") });
const steer = steering({ board, isAtEnd: () => run !== null && shownPlayer?.isFollowing() });
const setup = setupPanel({ course, catalogue, onChange: changed, onMaze: showPreview });
const codePane = html("section", { class: "pane code", id: "pane-code", "aria-label": text("code") });
const consolePane = html("section", { class: "pane console", id: "pane-console", "aria-label": text("console") });
const gamePane = html(
  "section",
  { class: "pane game", id: "pane-game", "aria-label": text("game") },
  html("div", { class: "setup-bar" }, setup.main, html("div", { class: "run-buttons" }, runButton, stopButton)),
  setup.more,
  message,
  board,
  html("div", { class: "below" }, steer.pad, html("div", { class: "line-bar" }, explainButton, deathButton, editButton, branchButton, lineList)),
);
const gradePane = html("section", { class: "pane practice", id: "pane-practice", "aria-label": text("practice") });
const drawPane = html("section", { class: "pane draw", id: "pane-draw", "aria-label": text("draw") });
const RIGHT = ["game", "practice", "draw"]; // panes that share the right half of a wide page
const paneButton = (name) =>
  html("button", { type: "button", class: `to-${name}`, "aria-controls": `pane-${name}`, onclick: () => showPane(name) }, text(name));
const viewButtons = RIGHT.map(paneButton);
const paneButtons = ["game", "code", "console", "practice", "draw"].map(paneButton);
const root = html(
  "div",
  { class: "lab-page" },
  html(
    "header",
    { class: "lab-header" },
    html("h1", {}, agentIcon(0), text("title")),
    status,
    html("nav", { class: "view-nav", "aria-label": text("panes") }, ...viewButtons),
    html("span", { class: "space" }),
    saved,
    earlier,
    button("theme", "◐", text("theme"), toggleTheme),
    button("help-button", "?", text("help"), introduction),
    button("about-button", "i", text("about"), about),
  ),
  html("nav", { class: "pane-nav", "aria-label": text("panes") }, ...paneButtons),
  html("main", {}, html("div", { class: "left" }, codePane, consolePane), gamePane, gradePane, drawPane),
  html("footer", {}, text("privacy")),
);
document.getElementById("lab").append(root);

const output = consoleView(consolePane, { onPlace: (file, lineNumber) => (showPane("code"), code.goTo(file, lineNumber)) });
const code = editor(codePane, { template: course.files, onChange: filesChanged, onRun: () => startRun(), say: output.warn });
const work = store.load();
code.replaceFiles(work?.files ?? course.files, work?.open);
setup.showFiles(code.contents());
if (work) setup.restore(work.setup);
else setup.choose("pacman", "AlphaBetaAgent");
showPane("game");
showPreview();
showButtons();

document.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() === "l" && board.contains(event.target)) toggleTheme();
  if (!(event.ctrlKey || event.metaKey)) return;
  if (event.key === "Enter" && !event.defaultPrevented) startRun();
  else if (event.key === ".") stop();
  else return;
  event.preventDefault();
});

const isSmall = matchMedia(SMALL_SCREEN).matches || navigator.deviceMemory < SMALL_MEMORY;
const engine = startEngine({
  onStatus: showStatus, onPrinted: output.print, onPractice: (message) => practice.progress(message), onEnded: showLoss,
  hasSpare: !isSmall, cases: course.cases,
});
const practice = practicePane(gradePane, {
  questions: course.questions, engine, files: () => code.contents(), language: course.language, words: viewWords,
  playerWords, isFree: () => run === null, onChange: changed, explain: explainPlayed,
});
practice.restore(work?.practice);
const drawing = mazeEditor(drawPane, {
  check: checkMaze,
  onPlay: (maze) => (setup.addMaze(maze), showPane("game"), startRun()),
  onExplain: (maze) => explainPlayed({ layout: maze, pacman: explainedAgent(setup.chosen()), ghosts: null, moves: [] }, 0),
});
followLink();
addEventListener("hashchange", followLink);
if (isFirstVisit()) introduction();

// Before the first game, the chosen maze is shown.
function showPreview() {
  if (line === null) board.replaceChildren(preview(setup.chosen().layout, course.walls[setup.chosen().layout.name]));
}

function showPane(name) {
  root.dataset.pane = name;
  if (name === "draw") drawing.recheck(); // Python may have been busy before
  if (RIGHT.includes(name)) root.dataset.right = name;
  paneButtons.forEach((one) => one.setAttribute("aria-pressed", String(one.classList.contains(`to-${name}`))));
  viewButtons.forEach((one) => one.setAttribute("aria-pressed", String(one.classList.contains(`to-${root.dataset.right}`))));
}

function toggleTheme() {
  const isLight = getComputedStyle(document.documentElement).colorScheme === "light";
  document.documentElement.dataset.theme = isLight ? "dark" : "light";
}

function showStatus({ stage, spare, wait }) {
  const key = { python: "loading-python", engine: "loading-engine", failed: "failed" }[stage];
  const ready = { ready: "ready-spare", none: "ready" }[spare] ?? "ready-loading";
  status.className = `python ${stage}`;
  status.dataset.stage = stage;
  status.dataset.spare = spare;
  if (stage === "ready") sayStatus(text(ready), text("ready-short"));
  else if (stage !== "failed") sayStatus(wait === null ? text(key) : text("loading-wait", { seconds: Math.ceil(wait) }), text("loading-short"));
  showButtons();
}

// Small screens have room for a word only.
function sayStatus(long, short) {
  status.title = long;
  status.replaceChildren(html("span", { class: "long" }, long), html("span", { class: "short" }, short));
}

function showButtons() {
  const isRunning = run !== null;
  runButton.hidden = isRunning;
  stopButton.hidden = !isRunning;
  root.classList.toggle("running", isRunning);
  const number = shownPlayer?.state() ?? 0;
  explainButton.hidden = isRunning || !line || line.game.numAgents === 0;
  editButton.hidden = isRunning || !line;
  deathButton.hidden = isRunning || !line?.game.isLost;
  branchButton.hidden = isRunning || !line || line.game.last === 0 || (number === line.game.last && line.game.end?.reason !== "interrupted");
  lineList.hidden = lines.length < 2;
}

// -- saving

let saving = null;

function changed() {
  clearTimeout(saving);
  saving = setTimeout(save, 1000 * SAVE_SECONDS);
}

function filesChanged() {
  setup.showFiles(code.contents());
  code.mark([]);
  changed();
}

function save() {
  clearTimeout(saving);
  const found = store.save({ files: code.contents(), open: code.openName(), setup: setup.values(), practice: practice.summary() });
  if (found === "apart") showEarlier();
  saved.textContent = text({ saved: "saved", apart: "saved-apart", failed: "not-saved" }[found]);
}

// Other work that this browser has saved for this lab, such as that of another tab.
function showEarlier() {
  const found = store.others().map(({ name, time }) => html("option", { value: name }, new Date(time).toLocaleString()));
  earlier.replaceChildren(html("option", { value: "" }, text("earlier")), ...found);
  earlier.hidden = found.length === 0;
}

function openEarlier() {
  const time = earlier.selectedOptions[0].textContent;
  if (earlier.value && !run && confirm(text("earlier-question", { time }))) {
    save();
    const found = store.open(earlier.value);
    if (found) {
      code.replaceFiles(found.files, found.open);
      setup.showFiles(code.contents());
      setup.restore(found.setup);
    }
  }
  showEarlier();
}

board.addEventListener("click", (event) => {
  if (!run && line && event.target.closest("svg.board")) explainShown();
});

showEarlier();
addEventListener("pagehide", save);
document.addEventListener("visibilitychange", () => document.hidden && save());

// -- running

function startRun(origin = null) {
  if (run || practice.isRunning()) return;
  const choice = origin ? { ...setup.chosen(), layout: origin.line.choice.layout, seed: origin.line.choice.seed } : setup.chosen();
  if (origin) choice.ghosts = { ...choice.ghosts, count: origin.line.game.numAgents - 1 };
  const moves = origin ? origin.line.game.moves.slice(0, origin.number) : [];
  const one = { game: null, startedAt: performance.now(), decisionAt: null, longest: 0 };
  run = one;
  save();
  code.mark([]);
  engine.newRun();
  output.title(text("run-title", { pacman: nameOf(choice), maze: choice.layout.name, seed: choice.seed || "–" }));
  message.textContent = text(status.dataset.stage === "ready" ? "starting" : "waiting");
  showButtons();
  play(one, choice, moves, origin).catch((error) => {
    if (run !== one) return;
    abandon(one);
    if (error instanceof Stopped) return;
    output.warn(text("wrong-message"));
    message.textContent = text("wrong-message");
    engine.stop();
  });
}

function nameOf({ pacman, persons }) {
  return persons.includes(0) ? text("person") : pacman.agent;
}

async function play(one, choice, moves, origin) {
  const answer = await engine.ask("start", { ...choice, moves, language: course.language }, code.contents());
  if (run !== one) return;
  if (answer.failure) return showFailure(one, checkedFailure(answer.failure));
  const start = checkedStart(answer);
  start.agents = start.agents.map((name, agent) => (choice.persons.includes(agent) ? text("person") : name));
  const game = origin ? branchOf(origin.line.game, start, origin.number) : liveGame(start);
  one.game = game;
  if (!origin) lines = [];
  lines.push({ game, choice, from: origin?.number ?? null });
  start.warnings.forEach(output.note);
  showPlaying(game);
  showLine(lines.at(-1), { start: game.last, plays: true });
  while (game.isLive && run === one) {
    const move = await nextMove(one, choice);
    if (run !== one) return;
    if (move.failure && !("state" in move)) return showFailure(one, checkedFailure(move.failure));
    const checked = checkedMove(move, game.layout, game.numAgents);
    addMove(game, checked);
    growSoon(one);
    if (checked.failure) showFailure(one, checked.failure);
  }
  const seconds = one.longest.toFixed(one.longest < 10 ? 2 : 0);
  game.verdict = text("game-over", { title: game.end.title, points: game.states.at(-1).score, seconds });
  finish(one);
}

// Called for every state shown. The outcome is reported when it is shown, not when it is known.
function stateShown(number) {
  const { game } = line;
  if (!run && game.verdict && number === game.last) {
    message.textContent = game.verdict;
    if (!game.isReported) output.note(game.verdict);
    game.isReported = true;
  }
  showButtons();
}

// Ask for one move; a person's is awaited first. The page measures the time.
async function nextMove(one, choice) {
  const { game } = one;
  const isPersons = choice.persons.includes(game.turn);
  let action = null;
  if (isPersons) {
    message.textContent = text("your-turn");
    growNow(one);
    const { heading } = game.states.at(-1).figures[game.turn];
    action = await steer.choose(game.legal, HEADINGS[heading], setup.seconds());
    if (run !== one) throw new Stopped("stopped");
  }
  while (game.last - shownPlayer.state() > AHEAD && run === one) await nextFrame();
  one.decisionAt = performance.now();
  one.thinker = game.agents[game.turn];
  showThinking(one);
  const answer = await engine.ask("step", { action });
  one.longest = Math.max(one.longest, (performance.now() - one.decisionAt) / 1000);
  one.decisionAt = null;
  if (one.isShown) showPlaying(game);
  one.isShown = false;
  return answer;
}

function showPlaying({ agents, layout }) {
  message.textContent = text("playing", { agent: agents[0], maze: layout.name });
}

function nextFrame() {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}

const THINKING_SECONDS = 0.3;
setInterval(() => run && showThinking(run), 500);

function showThinking(one) {
  if (one.decisionAt === null) return;
  const seconds = (performance.now() - one.decisionAt) / 1000;
  if (seconds < THINKING_SECONDS) return;
  const key = seconds > LONG_SECONDS ? "thinking-long" : "thinking";
  one.isShown = true;
  message.textContent = text(key, { agent: one.thinker, seconds: Math.floor(seconds) });
}

function growSoon(one) {
  if (one.isGrowing) return;
  one.isGrowing = true;
  requestAnimationFrame(() => growNow(one));
}

function growNow(one) {
  one.isGrowing = false;
  board.dataset.moves = one.game.moves.map(([, action]) => (action === "Stop" ? "-" : action[0])).join("");
  if (line?.game === one.game) shownPlayer.grow();
}

function showFailure(one, failure) {
  output.fail(failure);
  const places = failure.frames.map(({ file, line: number }) => [file, number]);
  code.mark(places);
  const last = places.at(-1);
  if (last) code.goTo(...last, false);
  if (!one.game) {
    message.textContent = failure.text;
    finish(one);
  }
}

function finish(one) {
  if (run === one) run = null;
  if (one.game && line?.game === one.game) stateShown(shownPlayer.state());
  steer.end();
  board.classList.remove("steered");
  showButtons();
}

// End the run at once, whatever the code is doing. An idle worker is kept.
function stop() {
  if (!run) return;
  const one = run;
  const seconds = ((performance.now() - one.startedAt) / 1000).toFixed(1);
  abandon(one);
  if (engine.isBusy()) engine.stop();
  message.textContent = text("stopped", { seconds });
  output.warn(text("stopped", { seconds }));
}

// Finish a run before its game is over.
function abandon(one) {
  finish(one);
  if (!one.game) return;
  if (one.game.isLive) endGame(one.game, { reason: "interrupted", title: text("game-stopped"), lines: [] });
  growNow(one);
  showButtons();
}

// A worker ended by itself.
function showLoss(reason) {
  const key = reason === "flood" ? "lost-flood" : /(no more|out of) memory/i.test(reason) ? "lost-memory" : /recursion|stack/i.test(reason) ? "lost-recursion" : "lost-other";
  if (status.dataset.stage === "failed") {
    sayStatus(text("failed", { reason }), text("failed-short"));
    message.textContent = text("failed", { reason });
  } else {
    output.warn(`${text(key, { reason })} ${text("lost-kept")}`);
    message.textContent = text(key, { reason });
  }
  if (run) abandon(run);
}

// -- lines of play

function showLine(chosen, options = {}) {
  line = chosen;
  shownPlayer = player(board, [chosen.game], playerWords, { thinks: chosen.choice.thoughts && !chosen.choice.persons.includes(0) && !chosen.choice.pacman.agent.includes(":"), onState: stateShown, ...options });
  board.classList.toggle("steered", chosen.choice.persons.length > 0 && chosen.game.isLive);
  lineList.replaceChildren(
    ...lines.map((one) => {
      const label = one.from === null ? text("line-first") : text("line-from", { round: one.game.round(one.from) + 1 });
      return html("button", { type: "button", "aria-pressed": String(one === chosen), onclick: () => showLine(one) }, label);
    }),
  );
  showButtons();
}

// -- mazes that are drawn

// Ask the engine about a maze; null while it has other work.
async function checkMaze(maze) {
  if (run || practice.isRunning()) return null;
  try {
    const answer = await engine.ask("check", { layout: maze });
    return answer.failure ? null : checkedProblem(answer);
  } catch {
    return null;
  }
}

// A link to this page may carry a maze.
function followLink() {
  const found = readLink(location.hash);
  if (!found) return;
  showPane("draw");
  drawing.open(found);
}

// Open the position shown as a maze: what is left of food and capsules, and the agents where they are.
function editPosition() {
  const { game, choice } = line;
  const number = shownPlayer.state();
  const rows = rowsOf(choice.layout.text).map((row) => [...row].map((sign) => (sign === "%" ? sign : " ")));
  const put = ({ x, y }, sign) => { rows[rows.length - 1 - Math.round(y)][Math.round(x)] = sign; };
  game.food.filter(({ gone }) => gone > number).forEach((cell) => put(cell, "."));
  game.capsules.filter(({ gone }) => gone > number).forEach((cell) => put(cell, "o"));
  const { figures } = game.states[number];
  figures.slice().reverse().forEach((figure, back, all) => put(figure, back === all.length - 1 ? "P" : "G"));
  const lost = figures.length - rows.flat().filter((sign) => "PG".includes(sign)).length; // two agents in one cell
  const remark = [text("position-of", { move: number, maze: choice.layout.name }), ...(lost ? [text("position-lost", { count: lost })] : [])].join(" ");
  showPane("draw");
  drawing.open({ text: rows.map((row) => row.join("")).join("\n") }, { called: `${choice.layout.name.replace(/[^\w-]/g, "")}-${number}`, remark });
}

// -- the microscope

// The agent to explain; for a person, the one that is chosen now, or alpha-beta.
function explainedAgent({ persons, pacman }) {
  if (!persons.includes(0)) return pacman;
  const now = setup.chosen();
  return now.persons.includes(0) ? { agent: "AlphaBetaAgent", arguments: "" } : now.pacman;
}

function explainShown() {
  const { game, choice } = line;
  explainPlayed({ layout: choice.layout, pacman: explainedAgent(choice), ghosts: game.numAgents - 1, moves: game.moves }, shownPlayer.state());
}

// Show Pacman's decision in a state of a game, or the last one before it.
async function explainPlayed({ layout, pacman, ghosts, moves }, number) {
  const decision = Math.max(0, Math.min(number, moves.length - 1));
  const first = decision - (decision % ((ghosts ?? 0) + 1));
  const request = { layout, pacman, ghosts, moves, number: first, played: moves[first]?.[1] ?? null, language: course.language };
  const answer = await examine("explain", request);
  if (!answer) return;
  const search = checkedSearch(answer.search);
  searchDialog(search, viewWords, { back: text("close"), last: search.case && caseButton(search.case, viewWords) });
}

async function explainDeath() {
  const { game, choice } = line;
  const request = { layout: choice.layout, moves: game.moves, ghosts: game.numAgents - 1, language: course.language };
  const answer = await examine("death", request);
  const death = answer && checkedDeath(answer.death);
  if (!death) return;
  const place = html("div", { class: "search death" });
  const dialog = openDialog(
    { class: "side-by-side", "aria-label": whyDeath },
    html("button", { class: "leave", type: "button", onclick: () => dialog.close() }, text("close")),
    html("h2", {}, whyDeath),
    html("p", { class: "line" }, death.sentence),
    place,
  );
  deathView(place, death);
}

// Ask the worker about a game that was played; Stop ends it like a game. Returns null if it failed or was stopped.
async function examine(call, request) {
  if (run || practice.isRunning()) return null;
  const one = { game: null, startedAt: performance.now(), decisionAt: performance.now(), longest: 0, thinker: text("microscope") };
  run = one;
  engine.newRun();
  message.textContent = text("examining");
  showButtons();
  try {
    const answer = await engine.ask(call, request, code.contents());
    if (run !== one) return null;
    if (answer.failure) {
      showFailure(one, checkedFailure(answer.failure));
      return null;
    }
    message.textContent = "";
    return answer;
  } catch (error) {
    if (!(error instanceof Stopped)) output.warn(text("wrong-message"));
    return null;
  } finally {
    if (run === one) finish(one);
  }
}

function branch() {
  startRun({ line, number: shownPlayer.state() });
}
