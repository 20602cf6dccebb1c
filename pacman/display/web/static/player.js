// The player: games that are played, paused, stepped and scrubbed; several side by side go in step.

import { deathView } from "./death_view.js";
import { html, svg } from "./elements.js";
import { screen } from "./screen.js";

const SPEEDS = [0.5, 1, 2, 4, 7, 10, 15, 20, 40, 80]; // rounds a second
const STEP_SECONDS = 0.12;
const DEATH_SECONDS = 0.6;
const CURVE_WIDTH = 600;
const CURVE_HEIGHT = 40;
const WHY = "Why did he die?";

const HELP = [
  ["Space", "play or pause"],
  ["← →", "a move back or on; with Shift a round"],
  ["Home End", "to the start or the end"],
  ["+ −", "faster, slower"],
  ["T", "what Pacman thought"],
  ["E", "why he died, if he did"],
  ["L", "light or dark"],
  ["F", "full screen"],
  ["R", "play from the start"],
  ["H", "this help"],
];

// Puts a player of some games into an element. `start` is the state to begin with; `plays`: it begins by itself;
// `parting`: the first state in which games of one start differ; `isAlone`: all keys of the page are meant for it.
export function player(place, games, { start = 0, plays = false, parting = null, isAlone = false } = {}) {
  const screens = games.map(screen);
  const numAgents = screens[0].game.numAgents;
  const last = Math.max(...screens.map(({ game }) => game.last));
  let cursor = Math.min(start, last);
  let transition = null; // { from, to, seconds, gone }
  let isPlaying = false;
  let speed = SPEEDS.indexOf(7);
  let death = 1;
  let lastFrame = null;

  const range = html("input", {
    type: "range", min: 0, max: last, step: 1, "aria-label": "move", class: "scrub",
    oninput: () => seek(Number(range.value)),
  });
  const mark = svg("rect", { class: "cursor", width: 4, height: CURVE_HEIGHT + 6, y: -3, rx: 2 });
  const pace = html("output", { class: "pace", "aria-label": "rounds a second" });
  const playButton = button("play", "", "play or pause (Space)", toggle);
  const panelButton = button("think", "T", "what Pacman thought (T)", toggleThoughts);
  const deaths = html("div", { class: "deaths", hidden: "" });
  const mourned = screens.filter(({ game }) => game.death);
  const whyButton = mourned.length ? button("why", WHY, "the decision that lost the game (E)", toggleDeaths) : "";
  const help = html("table", { class: "help", hidden: "" }, html("tbody", {}, ...HELP.map(helpRow)));
  const root = html(
    "article",
    { class: `player of-${screens.length}`, tabindex: 0, "aria-label": games[0].title },
    html("div", { class: "screens" }, ...screens.map((one) => one.root)),
    html(
      "div",
      { class: "controls", role: "toolbar", "aria-label": "playing" },
      playButton,
      html("div", { class: "track" }, curves(screens, last, parting, mark), range),
      button("back", "‹", "one move back (←)", () => step(-1)),
      button("on", "›", "one move on (→)", () => step(1)),
      button("slower", "−", "slower (-)", () => changeSpeed(-1)),
      pace,
      button("faster", "+", "faster (+)", () => changeSpeed(1)),
      panelButton,
      whyButton,
      button("theme", "◐", "light or dark (L)", toggleTheme),
      button("keys", "?", "keys (H)", toggleHelp),
    ),
    deaths,
  );
  screens[0].maze.append(help);
  (isAlone ? document : root).addEventListener("keydown", onKey);
  place.replaceChildren(root);
  if (screens.some(({ isKnown }) => isKnown)) toggleThoughts();
  draw();
  if (plays) toggle();

  function toggle() {
    if (isPlaying) {
      isPlaying = false;
    } else {
      if (cursor === last && !transition) seek(0);
      isPlaying = true;
      lastFrame = null;
      requestAnimationFrame(tick);
    }
    draw();
  }

  function seek(number) {
    isPlaying = false;
    transition = null;
    death = 1;
    cursor = Math.max(0, Math.min(last, number));
    draw();
  }

  function step(moves) {
    const from = transition ? transition.to : cursor;
    seek(from);
    const to = Math.max(0, Math.min(last, from + moves));
    if (to === from) return;
    transition = { from, to, seconds: STEP_SECONDS, gone: 0 };
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
    if (!transition && isPlaying && cursor < last) {
      const next = (Math.floor(cursor / numAgents) + 1) * numAgents;
      transition = { from: cursor, to: Math.min(last, next), seconds: 1 / SPEEDS[speed], gone: 0 };
    }
    if (transition) {
      transition.gone += seconds / transition.seconds;
      if (transition.gone < 1) return;
      cursor = transition.to;
      transition = null;
      if (cursor === last) {
        isPlaying = false;
        death = screens.some(({ game }) => game.isLost) ? 0 : 1;
      }
    } else if (death < 1) {
      death = Math.min(1, death + seconds / DEATH_SECONDS);
    }
  }

  function draw() {
    const shown = transition ?? { from: cursor, to: cursor, gone: 1 };
    const isThinking = root.classList.contains("thinks");
    for (const one of screens) one.show(shown, cursor < last || transition ? 1 : death, isThinking);
    const number = shown.gone >= 0.5 ? shown.to : shown.from;
    range.value = number;
    root.dataset.state = number;
    mark.setAttribute("x", (last ? (CURVE_WIDTH * number) / last : 0) - 2);
    playButton.textContent = isPlaying ? "❚❚" : "▶";
    playButton.setAttribute("aria-pressed", isPlaying);
    pace.textContent = `${SPEEDS[speed]}/s`;
  }

  function toggleThoughts() {
    const isOn = root.classList.toggle("thinks");
    panelButton.setAttribute("aria-pressed", isOn);
    draw();
  }

  // Made when it is asked for the first time.
  function toggleDeaths() {
    if (!mourned.length) return;
    if (isPlaying) toggle();
    if (!deaths.childElementCount) mourned.forEach(({ game }) => deaths.append(deathOf(game)));
    deaths.hidden = !deaths.hidden;
    whyButton.setAttribute("aria-pressed", !deaths.hidden);
    if (!deaths.hidden) deaths.scrollIntoView({ block: "nearest" });
  }

  function deathOf(game) {
    const place = html("div", { class: "search death" });
    deathView(place, game.death);
    const title = mourned.length > 1 ? `${WHY} ${game.agents[0]}` : WHY;
    return html("section", { class: "death-of" }, html("h3", {}, title), html("p", { class: "line" }, game.death.sentence), place);
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
    if (deaths.contains(event.target) && event.key.toLowerCase() !== "e") return; // its slider and buttons have keys
    if (event.key === " " && event.target.matches("button:focus-visible")) return; // it is pressed
    const moves = event.shiftKey ? numAgents : 1;
    const keys = {
      " ": toggle, ArrowRight: () => step(moves), ArrowLeft: () => step(-moves),
      Home: () => seek(0), End: () => seek(last),
      "+": () => changeSpeed(1), "=": () => changeSpeed(1), "-": () => changeSpeed(-1),
      t: toggleThoughts, e: toggleDeaths, l: toggleTheme, h: toggleHelp, f: toggleFullScreen,
      r: () => { seek(0); toggle(); }, Escape: () => { help.hidden = true; },
    };
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}

function button(kind, text, label, onclick) {
  return html("button", { type: "button", class: kind, title: label, "aria-label": label, onclick }, text);
}

function helpRow([keys, meaning]) {
  return html("tr", {}, html("th", { scope: "row" }, keys), html("td", {}, meaning));
}

// The course of each game's score, with marks for where games part and for the state on show.
function curves(screens, last, parting, mark) {
  const scores = screens.map(({ game }) => game.states.map(({ score }) => score));
  const low = Math.min(...scores.flat());
  const span = Math.max(...scores.flat()) - low || 1;
  const x = (number) => (CURVE_WIDTH * number) / Math.max(1, last);
  const y = (value) => CURVE_HEIGHT * (0.88 - (0.76 * (value - low)) / span);
  const lines = scores.map((course) => course.map((value, number) => `${x(number)},${y(value)}`).join(" "));
  const picture = svg("svg", {
    class: "curve", viewBox: `0 0 ${CURVE_WIDTH} ${CURVE_HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": true,
  });
  lines.forEach((points, index) => {
    const end = x(scores[index].length - 1);
    picture.append(svg("polygon", { points: `0,${CURVE_HEIGHT} ${points} ${end},${CURVE_HEIGHT}`, class: "ground" }));
    picture.append(svg("polyline", { points, class: "line", fill: "none", "vector-effect": "non-scaling-stroke" }));
  });
  if (parting !== null) picture.append(svg("rect", { class: "parting", x: x(parting) - 1, width: 3, height: CURVE_HEIGHT }));
  picture.append(mark);
  return picture;
}
