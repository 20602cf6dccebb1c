// The decision that lost a game: the result of each action, and every line of play on the board, move by move.

import { board } from "./board.js";
import { expandBoards } from "./board_scenes.js";
import { html } from "./elements.js";
import { drawPath } from "./thoughts.js";

// Fill an element; death_data.py documents the data.
export function deathView(place, { lines, boards: data, words }) {
  const boards = expandBoards(data);
  const drawn = board(boards.game);
  let line = lines[0];
  const range = html("input", {
    type: "range", min: 0, step: 1, class: "steps", "aria-label": words.slider, oninput: () => seek(Number(range.value)),
  });
  const moves = html("p", { class: "line-moves" });
  const choices = lines.map((each) =>
    html(
      "button",
      { class: "survival", type: "button", onclick: () => choose(each), disabled: each.moves.length ? null : "" },
      html("b", {}, each.title),
      each.isChosen ? ` ● ${words.chosen} ` : " ",
      html("span", {}, each.what),
    ),
  );
  place.append(
    html(
      "section",
      {},
      html("div", { class: "maze" }, drawn.picture),
      html(
        "div",
        { class: "steps-bar" },
        html("button", { class: "back", type: "button", title: words.back, onclick: () => seek(range.value - 1) }, "‹"),
        range,
        html("button", { class: "on", type: "button", title: words.on, onclick: () => seek(Number(range.value) + 1) }, "›"),
      ),
      moves,
    ),
    html("aside", { class: "survivals" }, ...choices),
  );
  place.style.setProperty("--columns", boards.game.layout.width);
  place.style.setProperty("--rows", boards.game.layout.height);
  choose(line);

  function choose(chosen) {
    line = chosen;
    range.max = line.moves.length;
    lines.forEach((each, number) => choices[number].setAttribute("aria-pressed", each === line));
    drawn.under.replaceChildren();
    Object.entries(pathsOf()).reverse().forEach(([agent, path]) => drawPath(drawn, Number(agent), path));
    seek(0);
  }

  // The path of each agent in a line of play, as x and y.
  function pathsOf() {
    const found = {};
    line.moves.forEach(([agent], i) => {
      const [before, after] = [i, i + 1].map((last) => boards.scene(line.states.slice(0, last + 1)).figures[agent]);
      found[agent] ??= [before.x, before.y];
      found[agent].push(after.x, after.y);
    });
    return found;
  }

  function seek(to) {
    const move = Math.min(line.moves.length, Math.max(0, to));
    range.value = move;
    drawn.show(boards.scene(line.states.slice(0, move + 1)));
    moves.replaceChildren(
      ...line.moves.map(([agent, action], number) =>
        html("span", { class: number === move - 1 ? "running" : null }, `${agent ? `g${agent} ` : ""}${action}`),
      ),
    );
  }
}
