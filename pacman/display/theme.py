"""Appearance of a board, in the window and on pages: proportions of its figures, and colours.

Agents have the colours of Okabe and Ito's palette, which colour-blind people can distinguish.
"""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from pacman.errors import DisplayError

# Sizes are in cells.
WALL_GAP: Final = 0.2  # between a wall's edge and the open cell beside it
WALL_ROUNDING: Final = 0.26  # radius of outer corners; inner ones have WALL_GAP
WALL_EDGE: Final = 0.075  # width of the bright edge

FIGURE_SIZE: Final = 1.22  # larger than a cell, because walls keep a gap to open cells
FOOD_SIZE: Final = 0.2
CAPSULE_SIZE: Final = 0.5

MOUTH_STEPS: Final = 6  # pictures of Pacman from open to closed
DEATH_STEPS: Final = 24  # pictures of Pacman's death
BLINK_MOVES: Final = 12  # a scared ghost blinks for this many moves before it recovers

ThemeName: TypeAlias = Literal["dark", "light"]
THEME_NAMES: Final[tuple[ThemeName, ...]] = get_args(ThemeName)

Colour: TypeAlias = tuple[int, int, int]

BLACK: Final = (16, 16, 24)
VERMILLION: Final = (213, 94, 0)
SKY_BLUE: Final = (86, 180, 233)
REDDISH_PURPLE: Final = (204, 121, 167)
BLUISH_GREEN: Final = (0, 158, 115)
ORANGE: Final = (230, 159, 0)
GREY: Final = (150, 150, 150)


@dataclass(frozen=True)
class Theme:
    """Colours of all parts of a display."""

    name: ThemeName
    floor: Colour
    wall: Colour
    wall_edge: Colour
    food: Colour
    capsule: Colour
    pacman: Colour
    pacman_edge: Colour
    scared: Colour
    scared_face: Colour
    blink: Colour  # of a ghost that is scared, but not for long
    blink_face: Colour
    eye: Colour
    pupil: Colour
    text: Colour
    faint: Colour
    panel: Colour
    panel_edge: Colour
    accent: Colour
    good: Colour
    bad: Colour
    ghosts: tuple[Colour, ...] = (VERMILLION, SKY_BLUE, REDDISH_PURPLE, BLUISH_GREEN, ORANGE, GREY)

    def agent(self, index: int) -> Colour:
        """Return the colour of an agent: Pacman's for 0, else a ghost's."""
        return self.ghosts[(index - 1) % len(self.ghosts)] if index else self.pacman


DARK: Final = Theme(
    name="dark",
    floor=(11, 13, 23),
    wall=(22, 29, 66),
    wall_edge=(84, 112, 232),
    food=(255, 209, 163),
    capsule=(255, 231, 198),
    pacman=(255, 217, 38),
    pacman_edge=(255, 217, 38),
    scared=(48, 74, 226),
    scared_face=(255, 226, 205),
    blink=(236, 240, 255),
    blink_face=(200, 60, 40),
    eye=(250, 251, 255),
    pupil=(24, 34, 110),
    text=(237, 239, 248),
    faint=(146, 154, 184),
    panel=(24, 28, 48),
    panel_edge=(54, 62, 98),
    accent=(86, 180, 233),
    good=(64, 196, 148),
    bad=(240, 118, 58),
)

LIGHT: Final = Theme(
    name="light",
    floor=(250, 249, 245),
    wall=(205, 215, 238),
    wall_edge=(77, 101, 178),
    food=(158, 104, 52),
    capsule=(190, 92, 20),
    pacman=(250, 200, 0),
    pacman_edge=(122, 92, 0),
    scared=(32, 62, 196),
    scared_face=(255, 232, 212),
    blink=(222, 228, 248),
    blink_face=(190, 40, 20),
    eye=(255, 255, 255),
    pupil=(24, 34, 110),
    text=(28, 32, 48),
    faint=(98, 106, 132),
    panel=(238, 239, 244),
    panel_edge=(196, 202, 218),
    accent=(0, 104, 170),
    good=(0, 122, 88),
    bad=(190, 74, 0),
)

THEMES: Final[dict[str, Theme]] = {theme.name: theme for theme in (DARK, LIGHT)}


def theme_named(name: str) -> Theme:
    """Return a theme; raise DisplayError for an unknown name, which an untyped caller may pass."""
    if name not in THEMES:
        raise DisplayError(f"unknown theme {name!r}; known: {', '.join(THEMES)}")
    return THEMES[name]


def mixed(colour: Colour, other: Colour, share: float) -> Colour:
    """Mix two colours; `share` is the part of the other one, from 0 to 1."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(colour, other, strict=True))
    return red, green, blue


def mouth_degrees(closed: float) -> float:
    """Return the angle of Pacman's mouth to each side; `closed` is 0 for open, 1 for closed."""
    return 42 - 36 * closed


def dying_mouth_degrees(death: float) -> float:
    """Return the same angle for Pacman's death; `death` goes from 0 to 1."""
    return 42 + 78 * death
