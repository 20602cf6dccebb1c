// The maze editor: walls, food, capsules and starts, drawn by mouse, touch or keys. The engine checks every maze, and its
// error is shown at its cell. A maze can be played, explained, saved as a `.lay` file, and carried by a link.

import { html, svg } from "../../pacman/display/web/static/elements.js";
import { button } from "./editor.js";
import { LEAST, linkOf, MOST, readMaze, SIGNS } from "./maze_text.js";
import { saveFile } from "./submission.js";
import { text } from "./texts.js";

const CELL = 10;
const KEYS = { w: "wall", "%": "wall", ".": "food", f: "food", o: "capsule", c: "capsule", p: "pacman", g: "ghost", " ": "floor", Backspace: "floor", Delete: "floor" };
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const FIRST = ["%%%%%%%%%%%%", "%P...%....o%", "%.%%.%.%%%.%", "%....o....G%", "%%%%%%%%%%%%"].join("\n");

const cellsOf = (maze) => maze.split("\n").map((row) => [...row]);

// `check(text)` asks the engine and returns { problem, line, column } or null if it is busy; `onPlay` and `onExplain`
// receive the maze.
export function mazeEditor(place, { check, onPlay, onExplain }) {
  let rows = cellsOf(FIRST);
  let undone = [];
  let done = [];
  let tool = "wall";
  let cursor = [1, 1]; // column and row
  let stroke = null; // { sign, pointer, cell } while a drag draws
  let problem = null; // of the maze; null if it is not known
  let notice = ""; // about a link that carries no maze, until the next change

  const board = svg("svg", { class: "maze-board", tabindex: 0, role: "application", "aria-label": text("maze-board"), onkeydown: onKey, onpointerdown: onDown, onpointermove: onMove, onpointerup: onUp, onpointercancel: onUp });
  const tools = Object.keys(SIGNS).map((name) =>
    html("button", { type: "button", class: `tool ${name}`, "aria-pressed": "false", onclick: () => choose(name) }, text(`tool-${name}`)));
  const state = html("p", { class: "maze-state", role: "status" });
  const about = html("p", { class: "faint maze-remark" });
  const width = size("width");
  const height = size("height");
  const name = html("input", { type: "text", id: "maze-name", value: "mine", maxlength: 40, "aria-label": text("maze-name") });
  const link = html("input", { type: "text", class: "maze-link", readonly: "", "aria-label": text("maze-link"), onfocus: () => link.select() });
  const play = button("play-maze primary", `▶ ${text("play-maze")}`, text("play-maze"), () => onPlay(maze()));
  const ask = button("ask-maze", text("ask-maze"), text("ask-hint"), () => onExplain(maze()));
  place.append(
    html("div", { class: "maze-bar" }, ...tools),
    html("div", { class: "maze-bar" },
      button("undo-maze", "↶", text("undo"), () => step(done, undone)), button("redo-maze", "↷", text("redo"), () => step(undone, done)),
      html("label", {}, text("maze-width"), " ", width), html("label", {}, text("maze-height"), " ", height), play, ask),
    state,
    about,
    board,
    html("p", { class: "faint" }, text("maze-keys")),
    html("div", { class: "maze-bar" }, html("label", {}, text("maze-name"), " ", name), button("save-maze", text("save-maze"), text("save-maze"), save),
      html("label", { class: "wide" }, text("maze-link"), " ", link)),
  );
  choose(tool);
  changed();

  function size(kind) {
    return html("input", { type: "number", class: `maze-${kind}`, min: LEAST, max: MOST, onchange: resize });
  }

  function maze() {
    return { name: name.value.trim().replace(/[^\w-]/g, "") || "mine", text: textOf() };
  }

  function textOf() {
    return rows.map((row) => row.join("")).join("\n");
  }

  function choose(wanted) {
    tool = wanted;
    tools.forEach((one) => one.setAttribute("aria-pressed", String(one.classList.contains(wanted))));
  }

  // A change keeps the maze before it; a drag keeps the one before the drag.
  function change(next) {
    if (!stroke?.isKept) done.push(textOf());
    if (stroke) stroke.isKept = true;
    undone = [];
    rows = next;
    notice = "";
    changed();
  }

  function step(from, to) {
    if (!from.length) return;
    to.push(textOf());
    rows = cellsOf(from.pop());
    notice = "";
    changed();
  }

  // The maze with a sign in a cell; there is one Pacman.
  function withSign(maze, x, y, sign) {
    const next = maze.map((row) => row.map((each) => (sign === SIGNS.pacman && each === sign ? SIGNS.floor : each)));
    next[y][x] = sign;
    return next;
  }

  function isInside(x, y) {
    return rows[y]?.[x] !== undefined;
  }

  function put(x, y, sign) {
    if (isInside(x, y) && rows[y][x] !== sign) change(withSign(rows, x, y, sign));
  }

  function resize() {
    const [columns, lines] = [width, height].map((one) => Math.min(MOST, Math.max(LEAST, Math.round(Number(one.value)) || LEAST)));
    const isBorder = (x, y) => x === 0 || y === 0 || x === columns - 1 || y === lines - 1;
    const old = (x, y) => (x < rows[0].length - 1 && y < rows.length - 1 ? rows[y][x] : SIGNS.floor);
    change(Array.from({ length: lines }, (_, y) => Array.from({ length: columns }, (_, x) => (isBorder(x, y) ? SIGNS.wall : old(x, y)))));
  }

  async function changed() {
    const shown = textOf();
    problem = null;
    link.value = `${location.href.replace(/#.*/, "")}${linkOf(shown)}`;
    [width.value, height.value] = [rows[0].length, rows.length];
    show(text("maze-checking"));
    draw();
    const found = await check(maze());
    if (shown !== textOf()) return;
    problem = found;
    show(found === null ? text("maze-unchecked") : found.text || text("maze-good"), Boolean(found?.text));
    play.disabled = ask.disabled = Boolean(found?.text);
    draw();
  }

  function show(message, isWrong = false) {
    state.textContent = notice || message;
    state.classList.toggle("warning", isWrong || notice !== "");
  }

  function draw() {
    board.setAttribute("viewBox", `0 0 ${CELL * rows[0].length} ${CELL * rows.length}`);
    board.style.setProperty("--columns", rows[0].length);
    board.style.setProperty("--rows", rows.length);
    let ghosts = 0;
    const cells = rows.flatMap((row, y) => row.map((sign, x) => {
      const at = { x: CELL * x, y: CELL * y, width: CELL, height: CELL };
      const middle = [CELL * (x + 0.5), CELL * (y + 0.5)];
      if (sign === SIGNS.wall) return svg("rect", { ...at, class: "wall-cell" });
      const parts = [svg("rect", { ...at, class: "floor-cell" })];
      if (sign === SIGNS.food || sign === SIGNS.capsule) parts.push(svg("circle", { cx: middle[0], cy: middle[1], r: sign === SIGNS.food ? 1 : 2.6, class: sign === SIGNS.food ? "food-cell" : "capsule-cell" }));
      if (sign === SIGNS.pacman) parts.push(figure("pacman", middle));
      if (sign === SIGNS.ghost) parts.push(figure(`ghost ghost-${(ghosts++ % 4) + 1}`, middle));
      return svg("g", {}, ...parts);
    }));
    const marks = [svg("rect", { x: CELL * cursor[0], y: CELL * cursor[1], width: CELL, height: CELL, class: "cursor-cell" })];
    if (problem?.line) marks.push(svg("rect", { x: CELL * (problem.column - 1), y: CELL * (problem.line - 1), width: CELL, height: CELL, class: "wrong-cell" }));
    board.replaceChildren(...cells, ...marks);
  }

  function figure(kind, [x, y]) {
    const isPacman = kind === "pacman";
    return isPacman
      ? svg("path", { class: "pacman-cell", d: `M${x} ${y}L${x + 3.2} ${y - 2.4}A4 4 0 1 0 ${x + 3.2} ${y + 2.4}Z` })
      : svg("path", { class: `ghost-cell ${kind}`, d: `M${x - 3.6} ${y + 4}V${y}a3.6 3.6 0 0 1 7.2 0v4l-1.8-1.4-1.8 1.4-1.8-1.4z` });
  }

  // -- mouse, touch and keys

  function cellOf(event) {
    const box = board.getBoundingClientRect();
    return [Math.floor((event.clientX - box.left) / (box.width / rows[0].length)), Math.floor((event.clientY - box.top) / (box.height / rows.length))];
  }

  // A drag draws walls, food or floor, and moves Pacman or a ghost without a change of the cells on the way.
  function onDown(event) {
    const [x, y] = cellOf(event);
    if (!isInside(x, y) || stroke || !event.isPrimary) return; // a second finger does not draw
    event.preventDefault();
    board.focus({ preventScroll: true });
    board.setPointerCapture(event.pointerId); // a drag may end outside of the board
    const isErased = rows[y][x] === SIGNS[tool];
    const isFigure = tool === "pacman" || tool === "ghost";
    const base = isErased ? withSign(rows, x, y, SIGNS.floor) : rows;
    cursor = [x, y];
    stroke = { sign: isErased && !isFigure ? SIGNS.floor : SIGNS[tool], pointer: event.pointerId, cell: cursor, base: isFigure ? base : null, isKept: false };
    put(x, y, isErased ? SIGNS.floor : SIGNS[tool]);
    draw();
  }

  function onMove(event) {
    if (stroke?.pointer !== event.pointerId) return;
    const [from, to] = [stroke.cell, cellOf(event)];
    const steps = Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]));
    stroke.cell = to;
    if (stroke.base) {
      if (steps && isInside(...to)) change(withSign(stroke.base, ...to, stroke.sign));
      return;
    }
    for (let step = 1; step <= steps; step += 1) { // a quick drag has few events: the cells between them count, too
      put(...[0, 1].map((axis) => Math.round(from[axis] + ((to[axis] - from[axis]) * step) / steps)), stroke.sign);
    }
  }

  function onUp(event) {
    if (stroke?.pointer === event.pointerId) stroke = null;
  }

  function onKey(event) {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
      step(...(event.shiftKey ? [undone, done] : [done, undone]));
    } else if (event.key in ARROWS) {
      const [dx, dy] = ARROWS[event.key];
      cursor = [Math.min(Math.max(cursor[0] + dx, 0), rows[0].length - 1), Math.min(Math.max(cursor[1] + dy, 0), rows.length - 1)];
      draw();
    } else if (event.key in KEYS && !event.ctrlKey && !event.metaKey) put(...cursor, SIGNS[KEYS[event.key]]);
    else if (event.key === "Enter") put(...cursor, rows[cursor[1]][cursor[0]] === SIGNS[tool] ? SIGNS.floor : SIGNS[tool]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function save() {
    saveFile(`${maze().name}.lay`, `${textOf()}\n`, "text/plain");
  }

  // Show a maze, with a remark on where it comes from, or the message for a text that is none.
  function open(found, { called = "mine", remark = "" } = {}) {
    if (found.problem) {
      notice = text(found.problem, found);
      show("");
      return;
    }
    name.value = called;
    about.textContent = remark;
    change(cellsOf(readMaze(found.text).text));
  }

  return { open, recheck: () => (problem === null ? changed() : undefined) };
}
