"""Drawing of one state as a self-contained SVG, for notebooks and files."""

import re
from collections.abc import Mapping, Sequence
from html import escape
from itertools import pairwise
from typing import Final

from pacman.directions import VECTORS, Position
from pacman.display.theme import CAPSULE_SIZE, DARK, DEATH_STEPS, FIGURE_SIZE, FOOD_SIZE, WALL_EDGE, Theme
from pacman.display.watch.scene import Figure, scene_of
from pacman.display.web.assets import theme_variables
from pacman.display.web.shapes import figure_symbols, maze_path
from pacman.layout import Layout
from pacman.state import GameState

CELL_PIXELS: Final = 24
LONGEST_STEP: Final = 1.1  # cells; an agent that is further away is an eaten ghost back at its start


def board_svg(state: GameState) -> str:
    """Return the board of a state as SVG with the literal colours of the dark theme."""
    layout = state.layout
    title = escape(f"{layout.name}: score {state.score}")
    size = f'width="{CELL_PIXELS * layout.width}" height="{CELL_PIXELS * layout.height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {board_box(layout)} {size} role="img"><title>{title}</title>'
    return coloured(f"{head}{figure_symbols()}{board_parts(state)}</svg>", DARK)


def board_box(layout: Layout) -> str:
    """Return the viewBox attribute of an svg element for a board; a cell has the size 1."""
    return f'viewBox="0 0 {layout.width} {layout.height}"'


def board_parts(state: GameState, paths: Mapping[int, Sequence[Position]] | None = None) -> str:
    """Return the elements of a board, and the `paths` of agents if given; it refers to those of `figure_symbols`."""
    layout = state.layout
    width, height = layout.width, layout.height
    parts = [
        f'<rect width="{width}" height="{height}" fill="var(--floor)"/>',
        f'<path d="{maze_path(layout)}" fill="var(--wall)" stroke="var(--wall-edge)" stroke-width="{WALL_EDGE}"/>',
        *(_dot(layout, cell, FOOD_SIZE, "food") for cell in layout.food_cells if state.has_food(cell)),
        *(_dot(layout, cell, CAPSULE_SIZE, "capsule") for cell in state.capsules),
        *(_path(layout, agent, path) for agent, path in sorted((paths or {}).items(), reverse=True)),
        *_figures(state),
    ]
    return "".join(parts)


def coloured(text: str, theme: Theme) -> str:
    """Replace the colour variables of a page by literal colours, so that the drawing is self-contained."""
    colours = theme_variables(theme)
    return re.sub(r"var\((--[\w-]+)\)", lambda found: colours[found[1]], text)


def _dot(layout: Layout, cell: tuple[int, int], size: float, colour: str) -> str:
    x, y = cell
    return f'<circle cx="{x + 0.5}" cy="{layout.height - y - 0.5}" r="{size / 2:g}" fill="var(--{colour})"/>'


def _path(layout: Layout, agent: int, path: Sequence[Position]) -> str:
    """Draw the path of an agent, up to a jump to its start, a little beside the paths of others."""
    aside = (agent + 1) // 2 * (0.09 if agent % 2 else -0.09)
    jumps = (i for i, ((x, y), (u, v)) in enumerate(pairwise(path), start=1) if abs(x - u) + abs(y - v) > LONGEST_STEP)
    shown = [(x + 0.5 + aside, layout.height - y - 0.5 + aside) for x, y in path[: next(jumps, len(path))]]
    colour = f"var(--{_colour_of(agent)})"
    points = " ".join(f"{x:g},{y:g}" for x, y in shown)
    line = f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="0.08" stroke-linejoin="round"/>'
    x, y = shown[-1]
    return f'{line}<circle cx="{x:g}" cy="{y:g}" r="0.13" fill="{colour}"/>'


def _colour_of(agent: int) -> str:
    return f"agent-{(agent - 1) % len(DARK.ghosts) + 1 if agent else 0}"


def _figures(state: GameState) -> list[str]:
    """Draw the agents, ghosts first, so that none hides Pacman."""
    pacman, *ghosts = scene_of(state).figures
    drawn = [_placed(state.layout, ghost, _ghost(agent, ghost)) for agent, ghost in enumerate(ghosts, start=1)]
    return [*drawn, _placed(state.layout, pacman, _pacman(pacman, is_dead=state.is_lose))]


def _placed(layout: Layout, figure: Figure, picture: str) -> str:
    x, y = figure.place
    return f'<g transform="translate({x + 0.5:g} {layout.height - y - 0.5:g})">{picture}</g>'


def _pacman(figure: Figure, is_dead: bool) -> str:
    name, degrees = (f"pacman-end-{DEATH_STEPS}", -90) if is_dead else ("pacman-0", heading_degrees(figure.heading))
    edge = f'stroke="var(--pacman-edge)" stroke-width="{0.035 * FIGURE_SIZE:g}"'
    return f'<g transform="rotate({degrees})" fill="var(--pacman)" {edge}><use href="#{name}"/></g>'


def heading_degrees(heading: str) -> int:
    """Return the rotation of a figure that looks east by default; a figure without a heading looks east."""
    dx, dy = VECTORS[heading]
    return 180 if dx < 0 else -90 * dy


def _ghost(agent: int, figure: Figure) -> str:
    if figure.scared_timer:
        body, face = ("blink", "blink-face") if figure.is_bright else ("scared", "scared-face")
        look = f'<use href="#scared-face" color="var(--{face})"/>'
    else:
        body, look = _colour_of(agent), f'<use href="#ghost-eyes-{figure.heading}"/>'
    return f'<g fill="var(--{body})"><use href="#ghost-body-0"/></g>{look}'
