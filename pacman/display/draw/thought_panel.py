"""Panel beside the board: figures of a search, values of actions, feature differences, probabilities of ghosts."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from pacman.directions import ACTIONS
from pacman.display.draw.canvas import Canvas, pixel
from pacman.display.draw.font import SMALLEST, wrapped
from pacman.display.geometry import Box
from pacman.display.theme import Colour
from pacman.display.watch.thought import Thought, value_text

Row: TypeAlias = Callable[[int, float, int], None]  # arguments: x, middle height, width


class ThoughtPanel:
    """Panel of rows of text and bars that flow into as many columns as fit."""

    def __init__(self, canvas: Canvas, box: Box) -> None:
        self._canvas = canvas
        self._words = canvas.words
        self._box = box
        self._inside = box.shrunk(canvas.px(10))
        self._line = canvas.small
        self._gap = canvas.px(20)
        self._columns = max(1, round(self._inside.width / canvas.px(215)))
        self._column_width = (self._inside.width - (self._columns - 1) * self._gap) // self._columns

    def draw(self, thought: Thought | None, names: Sequence[str], *, mover: str = "", waiting: str) -> None:
        """Draw the panel: whose move it is, and the thought, or `waiting` until it is known."""
        canvas = self._canvas
        canvas.box(self._box.area, canvas.theme.panel, edge=canvas.theme.panel_edge, radius=canvas.px(8))
        blocks = self._blocks(thought, names) if thought else [self._sentences(waiting)]
        if mover:
            blocks.insert(0, [self._title(mover, canvas.theme.text)])
        self._line = canvas.small
        while self._line > SMALLEST and self._left_out(blocks):
            self._line -= 1
        for row, x, y in self._placed(blocks):
            row(x, y + self._step / 2, self._column_width)
        if self._left_out(blocks):
            right, bottom = self._box.right - canvas.px(8), self._box.bottom - canvas.px(6)
            canvas.text("…", right, bottom, line=canvas.small, colour=canvas.theme.accent, align=1)

    @property
    def _step(self) -> int:
        """Distance from line to line."""
        return round(1.25 * self._line)

    def _left_out(self, blocks: Sequence[Sequence[Row]]) -> int:
        return sum(map(len, blocks)) - sum(1 for _ in self._placed(blocks))

    def _placed(self, blocks: Sequence[Sequence[Row]]) -> Iterator[tuple[Row, int, int]]:
        """Yield each row and its place. A block goes to the first column with room, else, cut off, to the emptiest."""
        inside, step = self._inside, self._step
        used = [0] * self._columns
        for block in blocks:
            height = len(block) * step
            column = next((i for i, taken in enumerate(used) if taken + height <= inside.height), used.index(min(used)))
            for row in block:
                if used[column] + step > inside.height:
                    break
                yield row, inside.x + column * (self._column_width + self._gap), inside.y + used[column]
                used[column] += step
            used[column] += step // 2

    def _blocks(self, thought: Thought, names: Sequence[str]) -> list[list[Row]]:
        blocks = [[self._title(names[thought.mover] if thought.mover < len(names) else "?"), *self._search(thought)]]
        if thought.values:
            blocks.append([self._title(self._words("actions")), *self._values(thought)])
        if thought.differences:
            blocks.append([self._rather(thought), *self._bars(thought.differences)])
        elif thought.remark:
            blocks.append([self._rather(thought), *self._sentences(self._words.text(thought.remark))])
        if thought.chances:
            blocks.append([self._title(self._words("ghosts")), *self._chances(thought)])
        return blocks

    def _rather(self, thought: Thought) -> Row:
        return self._title(self._words("rather", action=thought.action, rival=thought.rival))

    def _search(self, thought: Thought) -> list[Row]:
        if thought.problem:
            return self._sentences(self._words.text(thought.problem))
        names = self._words.messages
        return [self._fact(names.get(key, key), self._words.text(value)) for key, value in thought.facts]

    def _values(self, thought: Thought) -> list[Row]:
        order = [action for action in ACTIONS if action in thought.values]
        most = max(thought.lags.values(), default=0.0) or 1.0
        return [
            self._fact(
                action,
                thought.values[action],
                is_marked=action == thought.action,
                lag_share=thought.lags.get(action, 0.0) / most,
            )
            for action in order
        ]

    def _chances(self, thought: Thought) -> list[Row]:
        rows = []
        for ghost, chances in thought.chances.items():
            words = "  ".join(f"{action} {100 * chance:.0f}%" for action, chance in chances.items() if chance)
            rows.append(self._ghost(ghost, words or self._words("cannot-move")))
        return rows

    def _bars(self, parts: dict[str, float]) -> list[Row]:
        low, high = min(0.0, *parts.values()), max(0.0, *parts.values())
        span = high - low or 1.0
        longest = max(parts, key=len)
        return [self._bar(name, value, value / span, -low / span, longest) for name, value in parts.items()]

    # -- kinds of rows ------------------------------------------------------------------------------------------------

    def _sentences(self, sentence: str) -> list[Row]:
        lines = wrapped(sentence, self._canvas.small, self._column_width, most=4)
        return [self._text(text, self._canvas.theme.faint) for text in lines]

    def _title(self, text: str, colour: Colour | None = None) -> Row:
        return self._text(text, colour or self._canvas.theme.accent)

    def _text(self, text: str, colour: Colour) -> Row:
        def draw(x: int, middle: float, width: int) -> None:
            self._canvas.text(text, x, middle, line=self._line, colour=colour, room=width)

        return draw

    def _fact(self, name: str, value: str, *, is_marked: bool = False, lag_share: float = 0.0) -> Row:
        """Return a row of a name and a value; `lag_share` is the length of a bar for the distance to the best."""
        canvas = self._canvas

        def draw(x: int, middle: float, width: int) -> None:
            colour = canvas.theme.text if is_marked else canvas.theme.faint
            if is_marked:
                half = self._step // 2
                area = (x - canvas.px(4), pixel(middle) - half, width + canvas.px(8), 2 * half)
                canvas.box(area, canvas.theme.panel_edge, radius=canvas.px(4))
            taken = canvas.text(name, x, middle, line=self._line, colour=colour, room=width // 2)
            canvas.text(value, x + width, middle, line=self._line, align=1, room=width - taken - canvas.px(6))
            left, right = x + canvas.width("North ", self._line), x + width - canvas.width("< -0000.0", self._line)
            length, height = round(lag_share * max(0, right - left)), max(4, round(0.5 * self._line))
            canvas.box((right - length, pixel(middle - height / 2), length, height), canvas.theme.bad, radius=2)

        return draw

    def _ghost(self, ghost: int, words: str) -> Row:
        canvas = self._canvas

        def draw(x: int, middle: float, width: int) -> None:
            size = canvas.px(9)
            canvas.box((x, pixel(middle - size / 2), size, size), canvas.theme.agent(ghost))
            canvas.text(words, x + size + canvas.px(6), middle, line=self._line, room=width - size - canvas.px(6))

        return draw

    def _bar(self, name: str, value: float, share: float, zero_share: float, longest: str) -> Row:
        """Return a row with a bar: to the right of zero for the action, to the left against it.

        share: length of the bar, as a part of the room for bars; zero_share: position of zero from the left.
        """
        canvas = self._canvas

        def draw(x: int, middle: float, width: int) -> None:
            number = canvas.width("-0000.0", self._line)
            label = min(canvas.width(longest, self._line), round(0.75 * (width - number)))
            canvas.text(name, x, middle, line=self._line, colour=canvas.theme.faint, room=label)
            canvas.text(f"{'+' * (value > 0)}{value_text(value)}", x + width, middle, line=self._line, align=1)
            room = width - label - number - canvas.px(10)
            zero = x + label + canvas.px(5) + round(zero_share * room)
            length = round(abs(share) * room)
            height = max(4, round(0.5 * self._line))
            left = zero if share >= 0 else zero - length
            colour = canvas.theme.good if share >= 0 else canvas.theme.bad
            canvas.box((left, pixel(middle - height / 2), length, height), colour, radius=2)
            canvas.box((zero, pixel(middle - height / 2) - 2, 1, height + 4), canvas.theme.faint, radius=0)

        return draw
