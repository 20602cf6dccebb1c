// A screen shows one game: agents, score, board, outcome, and Pacman's search.

import { agentIcon, board } from "./board.js";
import { html } from "./elements.js";
import { expandGame, sceneBetween } from "./game.js";
import { drawPlans, thoughtsPanel } from "./thoughts.js";

// `data` is the compact data of a game, or a game with its `states`, to which more may be added while it is shown.
export function screen(data, words) {
  const game = data.states ? data : expandGame(data);
  const drawn = board(game);
  const thoughts = thoughtsPanel(game, words);
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
      html("span", { class: "figure-of" }, `${words["game-score"]} `, score),
      html("span", { class: "title" }, data.title),
      html("span", { class: "figure-of" }, `${words["game-round"]} `, round),
      legend(game.agents),
    ),
    maze,
    thoughts.panel,
  );
  root.style.setProperty("--columns", game.layout.width);
  root.style.setProperty("--rows", game.layout.height);

  // Show the motion between two states after the share `gone`; `death` is the progress of Pacman's death.
  function show({ from, to, gone }, death, isThinking) {
    const start = Math.min(from, game.last);
    const stop = Math.min(to, game.last);
    const scene = sceneBetween(game, start, stop, gone, death);
    drawn.show(scene);
    score.textContent = scene.score;
    round.textContent = game.round(scene.number);
    const isOver = start === game.last && stop === game.last && death === 1 && !game.isLive;
    end.hidden = !isOver;
    if (isOver) showEnd(scene);
    if (isThinking) thoughts.show(start);
    drawPlans(drawn, isThinking && !isOver ? thoughts.at(start) : null, scene.figures);
    return scene;
  }

  // Place the outcome so that it does not cover Pacman.
  function showEnd(scene) {
    const { reason, title, lines } = game.end;
    const kind = reason === "won" ? "good" : ["lost", "crashed", "timed out"].includes(reason) ? "bad" : "faint";
    end.className = `end ${kind} ${scene.figures[0].y >= game.layout.height / 2 ? "low" : "high"}`;
    end.replaceChildren(html("strong", {}, title), ...lines.map((line) => html("span", {}, line)));
  }

  return { root, maze, game, show, isKnown: thoughts.isKnown() };
}

// Each agent's picture and name; consecutive agents of the same name share it.
function legend(names) {
  const found = html("span", { class: "legend" });
  names.forEach((name, agent) => {
    found.append(agentIcon(agent));
    if (names[agent + 1] !== name || agent === 0) found.append(html("span", {}, name));
  });
  return found;
}
