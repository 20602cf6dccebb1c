// A screen shows one game: who plays, the score, the board, how it ended, and what Pacman thought.

import { agentIcon, board } from "./board.js";
import { html } from "./elements.js";
import { expandGame, sceneBetween } from "./game.js";
import { drawPlans, thoughtsPanel } from "./thoughts.js";

export function screen(data) {
  const game = expandGame(data);
  const drawn = board(game);
  const thoughts = thoughtsPanel(game);
  const score = html("b", { class: "score" });
  const round = html("b", { class: "round" });
  const end = html("div", { class: "end", role: "status", hidden: "" });
  const maze = html("div", { class: "maze" }, drawn.picture, end);
  const root = html(
    "div",
    { class: "screen" },
    html(
      "header",
      {},
      html("span", { class: "figure-of" }, "Score ", score),
      html("span", { class: "title" }, data.title),
      html("span", { class: "figure-of" }, "Round ", round),
      legend(game.agents),
    ),
    maze,
    thoughts.panel,
  );
  root.style.setProperty("--columns", game.layout.width);
  root.style.setProperty("--rows", game.layout.height);

  // The way from one state to another, `gone` of it; `death` is how much of Pacman's end is over.
  function show({ from, to, gone }, death, isThinking) {
    const start = Math.min(from, game.last);
    const stop = Math.min(to, game.last);
    const scene = sceneBetween(game, start, stop, gone, death);
    drawn.show(scene);
    score.textContent = scene.score;
    round.textContent = game.round(scene.number);
    const isOver = start === game.last && stop === game.last && death === 1;
    end.hidden = !isOver;
    if (isOver) showEnd(scene);
    if (isThinking) thoughts.show(start);
    drawPlans(drawn, isThinking && !isOver ? thoughts.at(start) : null, scene.figures);
    return scene;
  }

  // Where Pacman and what caught him stay in view.
  function showEnd(scene) {
    const { reason, title, lines } = data.end;
    const kind = reason === "won" ? "good" : ["lost", "crashed", "timed out"].includes(reason) ? "bad" : "faint";
    end.className = `end ${kind} ${scene.figures[0].y >= game.layout.height / 2 ? "low" : "high"}`;
    end.replaceChildren(html("strong", {}, title), ...lines.map((line) => html("span", {}, line)));
  }

  return { root, maze, game, show, isKnown: thoughts.isKnown };
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
