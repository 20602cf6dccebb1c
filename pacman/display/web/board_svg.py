"""One state as a picture that stands alone: SVG, for notebooks and files."""

import re
from html import escape
from typing import Final

from pacman.directions import VECTORS
from pacman.display.proportions import BLINK_MOVES, CAPSULE_SIZE, DEATH_STEPS, FIGURE_SIZE, FOOD_SIZE, WALL_EDGE
from pacman.display.theme import DARK, Colour, Theme
from pacman.display.watch.scene import Figure, scene_of
from pacman.display.web.shapes import figure_symbols, maze_path
from pacman.layout import Layout
from pacman.state import GameState

CELL_PIXELS: Final = 24
GHOST_COLOURS: Final = len(DARK.ghosts)


def board_svg(state: GameState, theme: Theme = DARK) -> str:
    """The board of a state, with all colours written out."""
    layout = state.layout
    width, height = layout.width, layout.height
    title = escape(f"{layout.name}: score {state.score}")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{CELL_PIXELS * width}" height="{CELL_PIXELS * height}" role="img"><title>{title}</title>',
        figure_symbols(),
        f'<rect width="{width}" height="{height}" fill="var(--floor)"/>',
        f'<path d="{maze_path(layout)}" fill="var(--wall)" stroke="var(--wall-edge)" stroke-width="{WALL_EDGE}"/>',
        *(_dot(layout, cell, FOOD_SIZE, "food") for cell in layout.food_cells if state.has_food(cell)),
        *(_dot(layout, cell, CAPSULE_SIZE, "capsule") for cell in state.capsules),
        *_figures(state),
        "</svg>",
    ]
    return coloured("".join(parts), theme)


def coloured(text: str, theme: Theme) -> str:
    """A drawing in the colours of a page with all of them written out, so that it can stand alone."""
    colours = theme_variables(theme)
    return re.sub(r"var\((--[\w-]+)\)", lambda found: colours[found[1]], text)


def theme_variables(theme: Theme) -> dict[str, str]:
    """The colours of a theme by the names that shapes and the style sheet use; ghosts beyond the last begin anew."""
    named = {name: colour for name, colour in vars(theme).items() if name not in ("name", "ghosts")}
    agent_colours = {f"agent-{agent}": theme.agent(agent) for agent in range(1 + len(theme.ghosts))}
    return {f"--{name.replace('_', '-')}": hexadecimal(colour) for name, colour in (named | agent_colours).items()}


def hexadecimal(colour: Colour) -> str:
    return "#" + bytes(colour).hex()


def _dot(layout: Layout, cell: tuple[int, int], size: float, colour: str) -> str:
    x, y = cell
    return f'<circle cx="{x + 0.5}" cy="{layout.height - y - 0.5}" r="{size / 2:g}" fill="var(--{colour})"/>'


def _figures(state: GameState) -> list[str]:
    """Ghosts first, so that none hides Pacman."""
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
    """How far a figure that looks east is turned to look that way; who stands still looks east."""
    dx, dy = VECTORS[heading]
    return 180 if dx < 0 else -90 * dy


def _ghost(agent: int, figure: Figure) -> str:
    if figure.scared_timer:
        is_bright = figure.scared_timer <= BLINK_MOVES and figure.scared_timer // 2 % 2 == 0
        body, face = ("blink", "blink-face") if is_bright else ("scared", "scared-face")
        look = f'<use href="#scared-face" color="var(--{face})"/>'
    else:
        body, look = f"agent-{(agent - 1) % GHOST_COLOURS + 1}", f'<use href="#ghost-eyes-{figure.heading}"/>'
    return f'<g fill="var(--{body})"><use href="#ghost-body-0"/></g>{look}'
