// The player: a game that can be played, paused, stepped, scrubbed and asked for Pacman's thoughts.

import { agentIcon, board } from "./board.js";
import { html, svg } from "./elements.js";
import { expandGame, sceneBetween } from "./game.js";
import { drawPlans, thoughtsPanel } from "./thoughts.js";

const SPEEDS = [0.5, 1, 2, 4, 7, 10, 15, 20, 40, 80]; // rounds a second
const STEP_SECONDS = 0.12;
const DEATH_SECONDS = 0.6;
const CURVE_WIDTH = 600;
const CURVE_HEIGHT = 40;

const HELP = [
  ["Space", "play or pause"],
  ["← →", "a move back or on; with Shift a round"],
  ["Home End", "to the start or the end"],
  ["+ −", "faster, slower"],
  ["T", "what Pacman thought"],
  ["L", "light or dark"],
  ["F", "full screen"],
  ["R", "play from the start"],
  ["H", "this help"],
];

// Puts a player into an element. `start` is the state to begin with; `plays` says whether it begins by itself.
export function player(place, data, { start = 0, plays = false } = {}) {
  const game = expandGame(data);
  const drawn = board(game);
  const thoughts = thoughtsPanel(game);
  let cursor = Math.min(start, game.last);
  let transition = null; // { from, to, seconds, gone }
  let isPlaying = false;
  let speed = SPEEDS.indexOf(7);
  let death = 1;
  let lastFrame = null;
  const listeners = [];

  const score = html("b", { class: "score" });
  const round = html("b", { class: "round" });
  const end = html("div", { class: "end", role: "status", hidden: "" });
  const range = html("input", {
    type: "range", min: 0, max: game.last, step: 1, "aria-label": "move", class: "scrub",
    oninput: () => seek(Number(range.value)),
  });
  const mark = svg("rect", { class: "cursor", width: 4, height: CURVE_HEIGHT + 6, y: -3, rx: 2 });
  const pace = html("output", { class: "pace", "aria-label": "rounds a second" });
  const playButton = button("play", "", "play or pause (Space)", toggle);
  const panelButton = button("think", "T", "what Pacman thought (T)", toggleThoughts);
  const help = html("table", { class: "help", hidden: "" }, html("tbody", {}, ...HELP.map(helpRow)));
  const root = html(
    "article",
    { class: "player", tabindex: 0, "aria-label": data.title },
    html(
      "header",
      {},
      html("span", { class: "figure-of" }, "Score ", score),
      html("span", { class: "title" }, data.title),
      html("span", { class: "figure-of" }, "Round ", round),
      legend(game.agents),
    ),
    html("div", { class: "maze" }, drawn.picture, end, help),
    html(
      "div",
      { class: "controls", role: "toolbar", "aria-label": "playing" },
      playButton,
      html("div", { class: "track" }, curve(game, mark), range),
      button("back", "‹", "one move back (←)", () => step(-1)),
      button("on", "›", "one move on (→)", () => step(1)),
      button("slower", "−", "slower (-)", () => changeSpeed(-1)),
      pace,
      button("faster", "+", "faster (+)", () => changeSpeed(1)),
      panelButton,
      button("theme", "◐", "light or dark (L)", toggleTheme),
      button("keys", "?", "keys (H)", toggleHelp),
    ),
    thoughts.panel,
  );
  root.style.setProperty("--columns", game.layout.width);
  root.style.setProperty("--rows", game.layout.height);
  root.addEventListener("keydown", onKey);
  place.replaceChildren(root);
  if (thoughts.isKnown) toggleThoughts();
  draw();
  if (plays) toggle();

  function toggle() {
    if (isPlaying) {
      isPlaying = false;
    } else {
      if (cursor === game.last && !transition) seek(0);
      isPlaying = true;
      requestAnimationFrame(tick);
    }
    draw();
  }

  function seek(number) {
    isPlaying = false;
    transition = null;
    death = 1;
    cursor = Math.max(0, Math.min(game.last, number));
    draw();
  }

  function step(moves) {
    const from = transition ? transition.to : cursor;
    seek(from);
    const to = Math.max(0, Math.min(game.last, from + moves));
    if (to === from) return;
    transition = { from, to, seconds: STEP_SECONDS, gone: 0 };
    cursor = to;
    lastFrame = null;
    requestAnimationFrame(tick);
  }

  function changeSpeed(by) {
    speed = Math.max(0, Math.min(SPEEDS.length - 1, speed + by));
    draw();
  }

  function tick(now) {
    const seconds = lastFrame === null ? 0 : Math.min(0.1, (now - lastFrame) / 1000);
    lastFrame = now;
    advance(seconds);
    draw();
    if (isPlaying || transition || death < 1) requestAnimationFrame(tick);
    else lastFrame = null;
  }

  function advance(seconds) {
    if (!transition && isPlaying && cursor < game.last) {
      const next = Math.min(game.last, (game.round(cursor) + 1) * game.numAgents);
      transition = { from: cursor, to: next, seconds: 1 / SPEEDS[speed], gone: 0 };
    }
    if (transition) {
      transition.gone += seconds / transition.seconds;
      if (transition.gone < 1) return;
      cursor = transition.to;
      transition = null;
      if (cursor === game.last) {
        isPlaying = false;
        death = game.isLost ? 0 : 1;
      }
    } else if (death < 1) {
      death = Math.min(1, death + seconds / DEATH_SECONDS);
    }
  }

  function draw() {
    const { from, to, gone } = transition ?? { from: cursor, to: cursor, gone: 1 };
    const scene = sceneBetween(game, from, to, gone, death);
    drawn.show(scene);
    score.textContent = scene.score;
    round.textContent = game.round(scene.number);
    range.value = scene.number;
    mark.setAttribute("x", (game.last ? (CURVE_WIDTH * scene.number) / game.last : 0) - 2);
    playButton.textContent = isPlaying ? "❚❚" : "▶";
    playButton.setAttribute("aria-pressed", isPlaying);
    pace.textContent = `${SPEEDS[speed]}/s`;
    const isOver = scene.number === game.last && !transition && death === 1;
    end.hidden = !isOver;
    if (isOver) showEnd(scene);
    const isThinking = root.classList.contains("thinks");
    if (isThinking) thoughts.show(from);
    drawPlans(drawn, isThinking && !isOver ? thoughts.at(from) : null, scene.figures);
    for (const listener of listeners) listener(scene, isPlaying);
  }

  function showEnd(scene) {
    const { reason, title, lines } = data.end;
    const kind = reason === "won" ? "good" : ["lost", "crashed", "timed out"].includes(reason) ? "bad" : "faint";
    end.className = `end ${kind} ${scene.figures[0].y >= game.layout.height / 2 ? "low" : "high"}`;
    end.replaceChildren(html("strong", {}, title), ...lines.map((line) => html("span", {}, line)));
  }

  function toggleThoughts() {
    const isOn = root.classList.toggle("thinks");
    panelButton.setAttribute("aria-pressed", isOn);
    draw();
  }

  function toggleTheme() {
    const isLight = getComputedStyle(document.documentElement).colorScheme === "light";
    document.documentElement.dataset.theme = isLight ? "dark" : "light";
  }

  function toggleHelp() {
    help.hidden = !help.hidden;
  }

  function toggleFullScreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else root.requestFullscreen?.();
  }

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const moves = event.shiftKey ? game.numAgents : 1;
    const keys = {
      " ": toggle, Enter: toggle, ArrowRight: () => step(moves), ArrowLeft: () => step(-moves),
      Home: () => seek(0), End: () => seek(game.last),
      "+": () => changeSpeed(1), "=": () => changeSpeed(1), "-": () => changeSpeed(-1),
      t: toggleThoughts, l: toggleTheme, h: toggleHelp, f: toggleFullScreen,
      r: () => { seek(0); toggle(); }, Escape: () => { help.hidden = true; },
    };
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  return { root, game, seek, step, toggle, onChange: (listener) => listeners.push(listener) };
}

function button(kind, text, label, onclick) {
  return html("button", { type: "button", class: kind, title: label, "aria-label": label, onclick }, text);
}

function helpRow([keys, meaning]) {
  return html("tr", {}, html("th", { scope: "row" }, keys), html("td", {}, meaning));
}

// Each agent's picture and name; neighbours of one name share it.
function legend(names) {
  const found = html("span", { class: "legend" });
  names.forEach((name, agent) => {
    found.append(agentIcon(agent));
    if (names[agent + 1] !== name || agent === 0) found.append(html("span", {}, name));
  });
  return found;
}

// The course of the score, with a mark for the state on show.
function curve(game, mark) {
  const scores = game.states.map(({ score }) => score);
  const low = Math.min(...scores);
  const span = Math.max(...scores) - low || 1;
  const point = (value, i) =>
    `${(CURVE_WIDTH * i) / Math.max(1, game.last)},${CURVE_HEIGHT * (0.88 - (0.76 * (value - low)) / span)}`;
  const points = scores.map(point).join(" ");
  return svg(
    "svg",
    { class: "curve", viewBox: `0 0 ${CURVE_WIDTH} ${CURVE_HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": true },
    svg("polygon", { points: `0,${CURVE_HEIGHT} ${points} ${CURVE_WIDTH},${CURVE_HEIGHT}`, class: "ground" }),
    svg("polyline", { points, class: "line", fill: "none", "vector-effect": "non-scaling-stroke" }),
    mark,
  );
}
