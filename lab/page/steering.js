// Steering by a person: arrow keys and WASD, a swipe on the board, or buttons. With a clock, the last direction counts.

import { html } from "../../pacman/display/web/static/elements.js";
import { HEADINGS } from "../../pacman/display/web/static/game.js";
import { text } from "./texts.js";

const KEYS = {
  ArrowLeft: "West", ArrowRight: "East", ArrowUp: "North", ArrowDown: "South",
  a: "West", d: "East", w: "North", s: "South", ".": "Stop",
};
const ARROWS = { North: "▲", West: "◀", Stop: "●", East: "▶", South: "▼" };
const SWIPE_PIXELS = 24;

// `board` receives swipes. `isAtEnd` is true while the latest state is shown: only then do keys steer.
export function steering({ board, isAtEnd }) {
  let waiting = null; // { legal, heading, resolve } while it is the person's turn
  let wanted = null;
  let timer = null;
  let swipe = null;

  const pad = html(
    "div",
    { class: "pad", role: "group", "aria-label": text("steer"), hidden: "" },
    ...Object.entries(ARROWS).map(([action, sign]) =>
      html("button", {
        type: "button", class: `steer ${action}`, "aria-label": text(action), title: text(action), onclick: () => steer(action),
      }, sign),
    ),
  );

  // Return the person's action, one of `legal`; with a clock the move is due after `seconds`.
  function choose(legal, heading, seconds) {
    pad.hidden = false;
    for (const action of HEADINGS) pad.querySelector(`.${action}`).disabled = seconds === null && !legal.includes(action);
    return new Promise((resolve) => {
      waiting = { legal, heading, resolve };
      if (seconds !== null) timer = setTimeout(due, 1000 * seconds);
    });
  }

  function due() {
    const { legal, heading } = waiting;
    const rest = legal.includes("Stop") ? "Stop" : legal[0];
    answer([wanted, heading, rest].find((action) => legal.includes(action)));
  }

  function steer(action) {
    wanted = action;
    if (waiting && timer === null && waiting.legal.includes(action)) answer(action);
  }

  function answer(action) {
    const { resolve } = waiting;
    clearTimeout(timer);
    waiting = timer = null;
    resolve(action);
  }

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || pad.hidden || !isAtEnd()) return;
    const action = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action || event.target.closest?.("input, select, textarea, .code-frame, .log")) return;
    event.preventDefault();
    event.stopPropagation();
    steer(action);
  }

  document.addEventListener("keydown", onKey, { capture: true }); // before the player, whose arrow keys scrub
  board.addEventListener("pointerdown", (event) => {
    swipe = [event.clientX, event.clientY];
  });
  board.addEventListener("pointerup", (event) => {
    if (!swipe || pad.hidden) return;
    const [dx, dy] = [event.clientX - swipe[0], event.clientY - swipe[1]];
    swipe = null;
    if (Math.max(Math.abs(dx), Math.abs(dy)) < SWIPE_PIXELS) return;
    const isAcross = Math.abs(dx) > Math.abs(dy);
    steer(isAcross ? (dx > 0 ? "East" : "West") : dy > 0 ? "South" : "North");
  });

  function end() {
    clearTimeout(timer);
    waiting = timer = wanted = null;
    pad.hidden = true;
  }

  return { pad, choose, end };
}
