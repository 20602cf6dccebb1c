"""Two small drawing surfaces with the same interface: SVG text, and PNG by pillow."""

from html import escape
from pathlib import Path
from typing import Any, Final

from experiments.errors import ExperimentError
from pacman.files import whole_file, write_whole

_FONT: Final = "system-ui, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"
_SCALE: Final = 2  # pixels of a PNG for each unit, so that it is sharp in print too


class SvgPicture:
    """Lines, boxes and text as SVG, in screen pixels from the top left corner."""

    def __init__(self, width: int, height: int, background: str) -> None:
        self._parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" font-family="{_FONT}">',
            f'<rect width="{width}" height="{height}" fill="{background}"/>',
        ]

    def box(self, x: float, y: float, width: float, height: float, colour: str) -> None:
        self._parts.append(f'<rect x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}" fill="{colour}"/>')

    def line(self, x1: float, y1: float, x2: float, y2: float, colour: str, width: float = 1) -> None:
        ends = f'x1="{x1:.2f}" y1="{y1:.2f}" x2="{x2:.2f}" y2="{y2:.2f}"'
        self._parts.append(f'<line {ends} stroke="{colour}" stroke-width="{width:g}"/>')

    def dot(self, x: float, y: float, radius: float, colour: str) -> None:
        self._parts.append(f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{radius:g}" fill="{colour}"/>')

    def words(self, x: float, y: float, text: str, colour: str, size: float = 12, anchor: str = "start") -> None:
        place = f'x="{x:.2f}" y="{y:.2f}" font-size="{size:g}" text-anchor="{anchor}"'
        self._parts.append(
            f'<text {place} fill="{colour}" dominant-baseline="middle">{escape(text, quote=False)}</text>'
        )

    def text(self) -> str:
        return "\n".join([*self._parts, "</svg>"]) + "\n"

    def save(self, path: Path) -> None:
        write_whole(path, self.text(), ExperimentError)


class PngPicture:
    """The same interface as `SvgPicture`, painted by pillow."""

    def __init__(self, width: int, height: int, background: str) -> None:
        from PIL import Image, ImageDraw

        self._image = Image.new("RGB", (width * _SCALE, height * _SCALE), background)
        self._draw: Any = ImageDraw.Draw(self._image)

    def box(self, x: float, y: float, width: float, height: float, colour: str) -> None:
        self._draw.rectangle(_scaled(x, y, x + width, y + height), fill=colour)

    def line(self, x1: float, y1: float, x2: float, y2: float, colour: str, width: float = 1) -> None:
        self._draw.line(_scaled(x1, y1, x2, y2), fill=colour, width=round(width * _SCALE))

    def dot(self, x: float, y: float, radius: float, colour: str) -> None:
        self._draw.ellipse(_scaled(x - radius, y - radius, x + radius, y + radius), fill=colour)

    def words(self, x: float, y: float, text: str, colour: str, size: float = 12, anchor: str = "start") -> None:
        from PIL import ImageFont

        place = {"start": "lm", "middle": "mm", "end": "rm"}[anchor]
        font = ImageFont.load_default(size * _SCALE)
        self._draw.text(_scaled(x, y), text, fill=colour, font=font, anchor=place)

    def save(self, path: Path) -> None:
        with whole_file(path, ExperimentError) as temporary:
            self._image.save(temporary, "PNG")


def _scaled(*numbers: float) -> tuple[float, ...]:
    return tuple(number * _SCALE for number in numbers)
