// The player: plays, pauses, steps and scrubs games; several games are shown side by side, in step.

import { deathView } from "./death_view.js";
import { html, svg } from "./elements.js";
import { screen } from "./screen.js";

const SPEEDS = [0.5, 1, 2, 4, 7, 10, 15, 20, 40, 80]; // rounds a second
const STEP_SECONDS = 0.12;
const DEATH_SECONDS = 0.6;
const CURVE_WIDTH = 600;
const CURVE_HEIGHT = 40;

const HELP = [
  ["Space", "key-play"],
  ["← →", "key-step"],
  ["Home End", "key-ends"],
  ["+ −", "key-speed"],
  ["T", "search-of-pacman"],
  ["E", "death-title"],
  ["L", "theme"],
  ["F", "full-screen"],
  ["R", "key-again"],
  ["H", "key-help"],
];

// Add a player of some games to an element. `words` are messages by key. `start` is the first state shown; `plays`
// starts it at once; `parting` is the first state in which the games differ; with `isAlone`, it handles all keys of the
// page. A game that is being played has `isLive`: the player waits at its end for more. `thinks` opens the panel of
// Pacman's search from the start. `grow` of the returned object shows what was added to the games, `isFollowing` is false
// while an earlier state is examined, and `onState` is called with the number of each state shown. `saving` is the button
// of save_command.js.
export function player(
  place, games, words, { start = 0, plays = false, parting = null, isAlone = false, thinks = false, saving = null, onState = () => {} } = {},
) {
  const screens = games.map((data) => screen(data, words));
  const numAgents = screens[0].game.numAgents;
  const farthest = () => Math.max(...screens.map(({ game }) => game.last));
  let last = farthest();
  let cursor = Math.min(start, last);
  let transition = null; // { from, to, seconds, gone }
  let isPlaying = false;
  let playsAfterHelp = false;
  let speed = SPEEDS.indexOf(7);
  let death = 1;
  let lastFrame = null;
  let shownState = null;

  const range = html("input", {
    type: "range", min: 0, max: last, step: 1, "aria-label": words.move, class: "scrub",
    oninput: () => seek(Number(range.value)),
  });
  const mark = svg("rect", { class: "cursor", width: 4, height: CURVE_HEIGHT + 6, y: -3, rx: 2 });
  const courses = svg("svg", {
    class: "curve", viewBox: `0 0 ${CURVE_WIDTH} ${CURVE_HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": true,
  });
  const pace = html("output", { class: "pace", "aria-label": words["rounds-a-second"] });
  const playButton = button("play", "", `${words["key-play"]} (Space)`, toggle);
  const panelButton = button("think", "T", `${words["search-of-pacman"]} (T)`, toggleThoughts);
  const deaths = html("div", { class: "deaths", hidden: "" });
  const mourned = screens.filter(({ game }) => game.death);
  const whyButton = mourned.length ? button("why", words["death-title"], `${words["death-title"]} (E)`, toggleDeaths) : "";
  const help = html("table", { class: "help", hidden: "" }, html("tbody", {}, ...HELP.concat(saving ? [saving.help] : []).map(([keys, key]) => helpRow(keys, words[key]))));
  const root = html(
    "article",
    { class: `player of-${screens.length}`, tabindex: 0, "aria-label": games[0].title },
    html("div", { class: "screens" }, ...screens.map((one) => one.root)),
    html(
      "div",
      { class: "controls", role: "toolbar", "aria-label": words.playback },
      playButton,
      html("div", { class: "track" }, courses, range),
      button("back", "‹", `${words["move-back"]} (←)`, () => step(-1)),
      button("on", "›", `${words["move-on"]} (→)`, () => step(1)),
      button("slower", "−", `${words.slower} (-)`, () => changeSpeed(-1)),
      pace,
      button("faster", "+", `${words.faster} (+)`, () => changeSpeed(1)),
      panelButton,
      whyButton,
      saving?.button ?? "",
      button("keys", "?", `${words.keys} (H)`, () => showHelp(help.hidden)),
    ),
    saving?.panel ?? "",
    deaths,
  );
  screens[0].maze.append(help);
  (isAlone ? document : root).addEventListener("keydown", onKey);
  place.replaceChildren(root);
  drawCurves(courses, screens, last, parting, mark);
  if (thinks || screens.some(({ isKnown }) => isKnown)) toggleThoughts();
  draw();
  if (plays) toggle();

  return { grow, isFollowing: () => isPlaying || cursor === last, state: () => (transition ? transition.to : cursor) };

  function grow() {
    last = farthest();
    range.max = last;
    drawCurves(courses, screens, last, parting, mark);
    if (isPlaying && lastFrame === null) requestAnimationFrame(tick);
    draw();
  }

  function isLive() {
    return screens.some(({ game }) => game.isLive);
  }

  function toggle() {
    help.hidden = true;
    if (isPlaying) {
      isPlaying = false;
    } else {
      if (cursor === last && !transition && !isLive()) seek(0);
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
    const isWaiting = cursor === last && !transition && isLive(); // `grow` resumes
    if ((isPlaying && !isWaiting) || transition || death < 1) requestAnimationFrame(tick);
    else lastFrame = null;
  }

  // True while a dialog of the page is open over the player.
  function isCovered() {
    return [...document.querySelectorAll("dialog[open]")].some((dialog) => !dialog.contains(root));
  }

  function advance(seconds) {
    if (isPlaying && isCovered()) toggle();
    if (!transition && isPlaying && cursor < last) {
      const next = (Math.floor(cursor / numAgents) + 1) * numAgents;
      transition = { from: cursor, to: Math.min(last, next), seconds: 1 / SPEEDS[speed], gone: 0 };
    }
    if (transition) {
      transition.gone += seconds / transition.seconds;
      if (transition.gone < 1) return;
      cursor = transition.to;
      transition = null;
      if (cursor === last && !isLive()) {
        isPlaying = false;
        death = screens.some(({ game }) => game.isLost) ? 0 : 1;
      }
    } else if (death < 1) {
      death = Math.min(1, death + seconds / DEATH_SECONDS);
    } else if (cursor === last && !isLive()) {
      isPlaying = false; // a live game has ended without a further move
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
    if (number !== shownState) onState(number);
    if (number !== shownState) saving?.show(number, screens[0].game);
    shownState = number;
  }

  function toggleThoughts() {
    const isOn = root.classList.toggle("thinks");
    panelButton.setAttribute("aria-pressed", isOn);
    draw();
  }

  // Created on first use.
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
    const title = mourned.length > 1 ? `${words["death-title"]} ${game.agents[0]}` : words["death-title"];
    return html("section", { class: "death-of" }, html("h3", {}, title), html("p", { class: "line" }, game.death.sentence), place);
  }

  // The help covers the board, so the game pauses while it is shown.
  function showHelp(isShown) {
    if (help.hidden !== isShown) return;
    if (isShown) {
      playsAfterHelp = isPlaying;
      if (isPlaying) toggle();
      help.hidden = false;
    } else if (playsAfterHelp) toggle();
    else help.hidden = true;
  }

  function toggleFullScreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else root.requestFullscreen?.();
  }

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (deaths.contains(event.target) && event.key.toLowerCase() !== "e") return; // its slider and buttons handle their own keys
    if (event.key === " " && event.target.matches("button:focus-visible")) return; // the key presses the button
    const moves = event.shiftKey ? numAgents : 1;
    const keys = {
      " ": toggle, ArrowRight: () => step(moves), ArrowLeft: () => step(-moves),
      Home: () => seek(0), End: () => seek(last),
      "+": () => changeSpeed(1), "=": () => changeSpeed(1), "-": () => changeSpeed(-1),
      t: toggleThoughts, e: toggleDeaths, c: saving?.toggle, h: () => showHelp(help.hidden), f: toggleFullScreen,
      r: () => { seek(0); toggle(); }, Escape: () => showHelp(false),
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

function helpRow(keys, meaning) {
  return html("tr", {}, html("th", { scope: "row" }, keys), html("td", {}, meaning));
}

// Draw the curve of each game's score, with marks at the first difference and at the state shown.
function drawCurves(picture, screens, last, parting, mark) {
  const scores = screens.map(({ game }) => game.states.map(({ score }) => score));
  const low = scores.flat().reduce((one, other) => Math.min(one, other)); // of too many numbers for one call
  const span = scores.flat().reduce((one, other) => Math.max(one, other)) - low || 1;
  const x = (number) => (CURVE_WIDTH * number) / Math.max(1, last);
  const y = (value) => CURVE_HEIGHT * (0.88 - (0.76 * (value - low)) / span);
  const lines = scores.map((course) => course.map((value, number) => `${x(number)},${y(value)}`).join(" "));
  picture.replaceChildren();
  lines.forEach((points, index) => {
    const end = x(scores[index].length - 1);
    picture.append(svg("polygon", { points: `0,${CURVE_HEIGHT} ${points} ${end},${CURVE_HEIGHT}`, class: "ground" }));
    picture.append(svg("polyline", { points, class: "line", fill: "none", "vector-effect": "non-scaling-stroke" }));
  });
  if (parting !== null) picture.append(svg("rect", { class: "parting", x: x(parting) - 1, width: 3, height: CURVE_HEIGHT }));
  picture.append(mark);
}
