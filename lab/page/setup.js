// The choice of maze, players and seed.

import { html } from "../../pacman/display/web/static/elements.js";
import { text } from "./texts.js";

const BASES = ["Agent", "MultiAgentSearchAgent", "GhostAgent"];
const CLASS = /^class[ \t]+(\w+)[ \t]*(?:\(([^)]*)\))?[ \t]*:/gm;
const RATES = [2, 4, 6];
const PERSON = "@";

export function setupPanel({ course, catalogue, onChange, onMaze }) {
  const mazes = Object.keys(course.layouts);
  const drawn = {}; // texts of mazes that were drawn in this page
  const maze = select("maze", mazes.map((name) => [name, name]), () => (fillCounts(), onMaze()));
  const pacman = select("pacman", []);
  const ghosts = select("ghosts", []);
  const count = select("count", []);
  const clock = select("clock", [["", text("clock-none")], ...RATES.map((rate) => [String(rate), text("clock-rate", { rate })])]);
  const seed = field("seed", { inputmode: "numeric", value: "1", size: 6 });
  const pacmanArguments = field("pacman-arguments", { placeholder: text("arguments-hint") });
  const ghostArguments = field("ghost-arguments", {});
  const thoughts = html("input", { type: "checkbox", id: "thoughts", checked: "", onchange: onChange });
  maze.value = mazes.includes("medium") ? "medium" : mazes[0];

  const main = html("div", { class: "setup" }, labelled("maze", maze), labelled("pacman", pacman), labelled("ghosts", ghosts), labelled("seed", seed));
  const more = html(
    "details",
    { class: "more" },
    html("summary", {}, text("more")),
    html(
      "div",
      { class: "setup" },
      labelled("arguments", pacmanArguments, `${text("pacman")}: ${text("arguments")}`),
      labelled("arguments", ghostArguments, `${text("ghosts")}: ${text("arguments")}`),
      labelled("count", count),
      labelled("clock", clock),
      html("label", { class: "check" }, thoughts, text("thoughts")),
    ),
  );

  function select(id, options, onchange = () => {}) {
    const found = html("select", { id, onchange: () => (onchange(), onChange()) });
    fill(found, options);
    return found;
  }

  function field(id, attributes) {
    return html("input", { type: "text", id, autocomplete: "off", spellcheck: "false", maxlength: 200, oninput: onChange, ...attributes });
  }

  function labelled(key, control, words = text(key)) {
    return html("label", { for: control.id }, html("span", {}, words), control);
  }

  function fill(control, options) {
    const chosen = control.value;
    const groups = new Map();
    for (const [value, label, group = ""] of options) {
      if (!groups.has(group)) groups.set(group, group ? html("optgroup", { label: group }) : control);
    }
    control.replaceChildren(...[...groups].filter(([name]) => name).map(([, group]) => group));
    for (const [value, label, group = ""] of options) groups.get(group).append(html("option", { value }, label));
    if (options.some(([value]) => value === chosen)) control.value = chosen;
  }

  function fillCounts() {
    const most = (textOf(maze.value).match(/[G1-4]/g) ?? []).length;
    const chosen = count.options.length && Number(count.value) === count.options.length - 1 ? "" : count.value;
    fill(count, Array.from({ length: most + 1 }, (_, number) => [String(number), String(number)]));
    count.value = chosen !== "" && Number(chosen) <= most ? chosen : String(most);
  }

  // Offer the classes of the student's files.
  function showFiles(files) {
    const own = Object.entries(files).flatMap(([file, content]) =>
      [...content.matchAll(CLASS)].filter(([, name]) => !BASES.includes(name)).map(([, name, bases = ""]) => ({ file, name, bases })),
    );
    const isGhost = ({ name, bases }) => /Ghost/.test(`${name} ${bases}`);
    const isAgent = ({ name, bases }) => /Agent/.test(`${name} ${bases}`);
    const spec = ({ file, name }) => [`${file}:${name}`, text("yours", { name }), text("your-code")];
    fill(pacman, [
      ...own.filter((one) => isAgent(one) && !isGhost(one)).map(spec),
      ...catalogue.agents.map((name) => [name, name, text("built-in")]),
      [PERSON, text("you-pacman"), text("person")],
    ]);
    fill(ghosts, [
      ...catalogue.ghosts.map((name) => [name, name, text("built-in-ghosts")]),
      ...own.filter(isGhost).map(spec),
      ...catalogue.ghosts.map((name) => [`${PERSON}${name}`, `${text("you-ghost")} (+ ${name})`, text("person")]),
    ]);
  }

  // Offer a maze that was drawn in this page, and choose it.
  function addMaze({ name, text: content }) {
    const called = `${name} ✎`;
    drawn[called] = content;
    if (![...maze.options].some(({ value }) => value === called)) maze.append(html("option", { value: called }, called));
    maze.value = called;
    fillCounts();
  }

  function textOf(name) {
    return drawn[name] ?? course.layouts[name];
  }

  // The parameters of a request to start a game.
  function chosen() {
    const isPacman = pacman.value === PERSON;
    const isGhost = ghosts.value.startsWith(PERSON);
    return {
      layout: { name: maze.value, text: textOf(maze.value) },
      pacman: { agent: isPacman ? "ReflexAgent" : pacman.value, arguments: isPacman ? "" : pacmanArguments.value },
      ghosts: { agent: ghosts.value.replace(PERSON, ""), arguments: ghostArguments.value, count: Number(count.value) },
      seed: seed.value.trim(),
      persons: [...(isPacman ? [0] : []), ...(isGhost && count.value !== "0" ? [1] : [])],
      thoughts: thoughts.checked,
    };
  }

  const controls = { maze, pacman, ghosts, count, clock, seed, pacmanArguments, ghostArguments };

  function values() {
    return { ...Object.fromEntries(Object.entries(controls).map(([name, control]) => [name, control.value])), thoughts: thoughts.checked };
  }

  function restore(saved) {
    for (const [name, control] of Object.entries(controls)) {
      if (typeof saved?.[name] !== "string") continue;
      const isKnown = control.tagName !== "SELECT" || [...control.options].some(({ value }) => value === saved[name]);
      if (isKnown) control.value = saved[name];
      if (name === "maze") fillCounts();
    }
    if (typeof saved?.thoughts === "boolean") thoughts.checked = saved.thoughts;
  }

  fillCounts();
  showFiles({});
  ghosts.value = catalogue.ghosts.includes("RandomGhost") ? "RandomGhost" : catalogue.ghosts[0];
  return {
    main, more, addMaze, showFiles, chosen, values, restore,
    seconds: () => (clock.value ? 1 / Number(clock.value) : null),
    choose: (name, value) => { controls[name].value = value; },
  };
}
