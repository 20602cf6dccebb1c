// A maze before the game: the board at its start. The outline of the walls comes with the course.

import { board } from "../../pacman/display/web/static/board.js";
import { html } from "../../pacman/display/web/static/elements.js";
import { HEADINGS, sceneBetween } from "../../pacman/display/web/static/game.js";
import { liveGame } from "./live_game.js";
import { rowsOf } from "./maze_text.js";

const GHOSTS = { G: 1, 1: 1, 2: 2, 3: 3, 4: 4 };

export function preview({ name, text }, walls = "") {
  const rows = rowsOf(text);
  const height = rows.length;
  const signs = rows.flatMap((row, line) => [...row].map((sign, x) => ({ sign, x, y: height - 1 - line })));
  const cells = (wanted) => signs.filter(({ sign }) => sign === wanted).map(({ x, y }) => [x, y]);
  const ghosts = signs.filter(({ sign }) => sign in GHOSTS).sort((one, other) => GHOSTS[one.sign] - GHOSTS[other.sign]);
  const starts = [...signs.filter(({ sign }) => sign === "P").slice(0, 1), ...ghosts];
  const figures = starts.map(({ x, y }, agent) => ({ x, y, heading: HEADINGS.indexOf(agent ? "West" : "East"), timer: 0 }));
  const layout = { name, walls, width: rows[0].length, height };
  const state = { figures, score: 0, turn: 0, legal: [] };
  const game = liveGame({ layout, title: name, agents: figures.map(String), food: cells("."), capsules: cells("o"), state });
  const drawn = board(game);
  drawn.show(sceneBetween(game, 0, 0, 1));
  const place = html("div", { class: "maze preview" }, drawn.picture);
  place.style.setProperty("--columns", layout.width);
  place.style.setProperty("--rows", height);
  return place;
}
