// The board: floor, walls, food and figures of one game, as SVG in cells. It shows a scene and does not know the rules.

import { svg, use } from "./elements.js";
import { HEADINGS, VECTORS } from "./game.js";

const WALL_EDGE = 0.075;
const FOOD_RADIUS = 0.1;
const CAPSULE_RADIUS = 0.25;
const FIGURE_EDGE = 0.0427;
const MOUTH_STEPS = 6;
const DEATH_STEPS = 24;
const BLINK_MOVES = 12; // a scared ghost blinks for this many moves before it recovers

export function board(game) {
  const { width, height, walls, name } = game.layout;
  const centre = (x, y) => [x + 0.5, height - y - 0.5];
  const dots = [...lay(game.food, FOOD_RADIUS, "food"), ...lay(game.capsules, CAPSULE_RADIUS, "capsule")];
  const ring = svg("circle", { class: "ring", fill: "none", stroke: "var(--bad)", "stroke-width": 0.07 });
  const ghosts = game.agents.slice(1).map((_, index) => ghost(index + 1));
  const pacman = pacmanFigure();
  const figures = [pacman, ...ghosts];
  const under = svg("g", { class: "under" });
  const over = svg("g", { class: "over" });
  const picture = svg(
    "svg",
    { class: "board", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": name },
    svg("rect", { width, height, fill: "var(--floor)" }),
    svg("path", { d: walls, fill: "var(--wall)", stroke: "var(--wall-edge)", "stroke-width": WALL_EDGE }),
    ...dots.map(({ dot }) => dot),
    under,
    ring,
    ...ghosts.map((figure) => figure.element), // Pacman comes last, so that no ghost hides Pacman
    pacman.element,
    over,
  );

  function lay(items, radius, kind) {
    return items.map((item) => {
      const [cx, cy] = centre(item.x, item.y);
      return { dot: svg("circle", { class: kind, cx, cy, r: radius, fill: `var(--${kind})` }), item };
    });
  }

  function show(scene) {
    for (const { dot, item } of dots) dot.style.display = scene.isEaten(item) ? "none" : "";
    scene.figures.forEach((figure, agent) => {
      const [x, y] = centre(figure.x + figure.asideX, figure.y + figure.asideY);
      figures[agent].element.setAttribute("transform", `translate(${x} ${y})`);
      figures[agent].element.dataset.position = `${figure.x},${figure.y}`;
      figures[agent].show(figure, scene);
    });
    const [x, y] = centre(scene.figures[0].x, scene.figures[0].y);
    ring.style.display = scene.isDead ? "" : "none";
    ring.setAttribute("cx", x);
    ring.setAttribute("cy", y);
    ring.setAttribute("r", 0.4 + 0.45 * scene.death);
    picture.dataset.state = scene.number;
  }

  return { picture, show, centre, under, over };
}

// A picture of an agent for use in a line of text.
export function agentIcon(agent) {
  const figure = agent ? ghost(agent) : pacmanFigure();
  figure.show({ x: 0, y: 0, heading: HEADINGS.indexOf(agent ? "West" : "East"), timer: 0 }, { isDead: false });
  return svg("svg", { class: "icon", viewBox: "-0.6 -0.6 1.2 1.2", "aria-hidden": true }, figure.element);
}

// 0 in the middle of a cell, 1 on the border to the next.
function offCentre({ x, y }) {
  return 2 * Math.abs(x + y - Math.round(x + y));
}

function pacmanFigure() {
  const body = use("pacman-0");
  const turned = svg("g", {}, body);
  const element = svg(
    "g",
    { class: "figure pacman", fill: "var(--pacman)", stroke: "var(--pacman-edge)", "stroke-width": FIGURE_EDGE },
    turned,
  );

  function show(figure, scene) {
    const [dx, dy] = VECTORS[figure.heading];
    let degrees = (Math.atan2(-dy, dx) * 180) / Math.PI;
    if (scene.isDead) {
      // Pacman turns up by the shorter of two turns, and the mouth opens until nothing is left.
      const turn = ((((-90 - degrees + 180) % 360) + 360) % 360) - 180;
      degrees += turn * Math.min(1, 3 * scene.death);
      body.setAttribute("href", `#pacman-end-${Math.round(DEATH_STEPS * scene.death)}`);
    } else {
      body.setAttribute("href", `#pacman-${Math.round(MOUTH_STEPS * offCentre(figure))}`);
    }
    turned.setAttribute("transform", `rotate(${degrees})`);
  }

  return { element, show };
}

function ghost(agent) {
  const body = use("ghost-body-0");
  const face = use("ghost-eyes-West");
  const element = svg("g", { class: "figure ghost" }, body, face);
  const colour = `var(--agent-${((agent - 1) % 6) + 1})`;

  function show(figure) {
    const isBright = figure.timer <= BLINK_MOVES && Math.floor(figure.timer / 2) % 2 === 0;
    const [fill, ink] = isBright ? ["blink", "blink-face"] : ["scared", "scared-face"];
    element.classList.toggle("scared", figure.timer > 0);
    element.setAttribute("fill", figure.timer ? `var(--${fill})` : colour);
    element.setAttribute("color", `var(--${ink})`);
    body.setAttribute("href", `#ghost-body-${offCentre(figure) > 0.5 ? 1 : 0}`);
    face.setAttribute("href", figure.timer ? "#scared-face" : `#ghost-eyes-${HEADINGS[figure.heading]}`);
  }

  return { element, show };
}
