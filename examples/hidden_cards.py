"""Games in which cards or roads are hidden: averaging over the deals, and the exact value.

python examples/hidden_cards.py                    both games of the lecture
python examples/hidden_cards.py roads              two roads: a little gold, or jewels and a bus
python examples/hidden_cards.py cards              four cards each; one of MIN's is a red four of unknown suit
python examples/hidden_cards.py cards '6H 6D 9C' '2S 10C 4H' '2S 10C 4D'      your own hands: MAX's, MIN's possible ones
python examples/hidden_cards.py random --hands 100 --seed 1

Exact values are computed by linear programming and need scipy: pip install -e '.[lectures]'.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import ClassVar, NamedTuple, TypeAlias

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that it runs from a fresh clone

from number_options import whole_number

from agents.search import SearchError, average_over_deals, draw_deals, hidden_action_values
from commands.shared.output import run_program, write_text
from experiments.output.picture import SvgPicture

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
LARGEST_HAND = 5  # cards of a player: six each have too many lines of play for an exact solution
TIE = 1e-9


class Road(NamedTuple):
    """A place, and the way at the fork that leads to the jewels, which the traveller does not know."""

    place: str
    jewels: str


class TwoRoads:
    """Road A leads to a little gold, road B to a fork: jewels one way, a bus the other. The traveller is alone."""

    utilities: ClassVar = {"gold": 1.0, "jewels": 10.0, "bus": -100.0}

    def deals(self) -> list[tuple[Road, float]]:
        return [(Road("start", way), 0.5) for way in ("left", "right")]

    def draw(self, rng: random.Random, /) -> Road:
        return Road("start", rng.choice(("left", "right")))

    def information(self, road: Road, player: int, /) -> str:
        return road.place

    def player(self, road: Road, /) -> int:
        return 0

    def actions(self, road: Road, /) -> Sequence[str]:
        return ("A", "B") if road.place == "start" else ("left", "right")

    def result(self, road: Road, way: str, /) -> Road:
        if road.place == "start":
            return road._replace(place="gold" if way == "A" else "fork")
        return road._replace(place="jewels" if way == road.jewels else "bus")

    def terminal_test(self, road: Road, /) -> bool:
        return road.place in self.utilities

    def utility(self, road: Road, player: int, /) -> float:
        return self.utilities[road.place] if player == 0 else -self.utilities[road.place]


class Card(NamedTuple):
    rank: int
    suit: str

    def __str__(self) -> str:
        return RANKS[self.rank] + SUITS[self.suit]


Hand: TypeAlias = tuple[Card, ...]


class Table(NamedTuple):
    """The hands of MAX and MIN, the card led to the current trick, MAX's tricks, and all cards played so far."""

    hands: tuple[Hand, Hand]
    led: Card | None
    player: int
    tricks: int
    played: Hand


class Tricks:
    """A card game of two players. MAX leads first; MIN sees all cards, MAX only the own ones and those played.

    A player follows suit if possible. The higher card of the suit led wins the trick, and its player leads the next.
    The utility is the number of MAX's tricks minus half of all tricks.
    """

    def __init__(self, own: Hand, others: Sequence[Hand]) -> None:
        """Take MAX's hand, and the hands that MIN may have, all equally likely."""
        self.own, self.others = own, list(others)

    def deals(self) -> list[tuple[Table, float]]:
        return [(self._start(other), 1 / len(self.others)) for other in self.others]

    def draw(self, rng: random.Random, /) -> Table:
        return self._start(rng.choice(self.others))

    def _start(self, other: Hand) -> Table:
        return Table((self.own, other), None, 0, 0, ())

    def information(self, table: Table, player: int, /) -> Table | tuple[Hand, Hand]:
        return table if player == 1 else (table.hands[0], table.played)

    def player(self, table: Table, /) -> int:
        return table.player

    def actions(self, table: Table, /) -> Sequence[Card]:
        hand = table.hands[table.player]
        same = [card for card in hand if table.led is not None and card.suit == table.led.suit]
        return same or list(hand)

    def result(self, table: Table, card: Card, /) -> Table:
        hands, led, player, tricks, played = table
        hand = tuple(other for other in hands[player] if other != card)
        hands = (hand, hands[1]) if player == 0 else (hands[0], hand)
        if led is None:
            return Table(hands, card, 1 - player, tricks, (*played, card))
        winner = player if card.suit == led.suit and card.rank > led.rank else 1 - player
        return Table(hands, None, winner, tricks + (winner == 0), (*played, card))

    def terminal_test(self, table: Table, /) -> bool:
        return not table.hands[0] and not table.hands[1]

    def utility(self, table: Table, player: int, /) -> float:
        value = table.tricks - len(self.own) / 2
        return value if player == 0 else -value

    def belief(self, table: Table) -> list[tuple[Table, float]]:
        """Return the states that MAX considers possible: every deal in which the same cards can be played."""
        known = self.information(table, 0)
        possible = [state for state, _ in self.deals()]
        for card in table.played:
            possible = [self.result(state, card) for state in possible if card in self.actions(state)]
        possible = [state for state in possible if self.information(state, 0) == known]
        return [(state, 1 / len(possible)) for state in possible]


def by_averaging(game: Tricks, table: Table) -> Card:
    """Return the card that MAX plays by averaging over the deals that are still possible."""
    return average_over_deals(game, game.belief(table)).action


def outcome_of_averaging(game: Tricks, table: Table) -> tuple[float, Hand]:
    """Return the value and the cards played if MAX averages in every trick, and MIN, who knows this, does the best."""
    if game.terminal_test(table):
        return game.utility(table, 0), table.played
    if game.player(table) == 0:
        return outcome_of_averaging(game, game.result(table, by_averaging(game, table)))
    outcomes = (outcome_of_averaging(game, game.result(table, card)) for card in game.actions(table))
    return min(outcomes, key=lambda outcome: outcome[0])


def parse_hand(text: str) -> Hand:
    """Parse cards such as '6H 10C' or '6♥ 10♣'."""
    letters = {sign: letter for letter, sign in SUITS.items()}
    cards = []
    for word in text.upper().split():
        rank, suit = word[:-1], letters.get(word[-1], word[-1])
        if rank not in RANKS or suit not in SUITS:
            raise argparse.ArgumentTypeError(
                f"unknown card {word!r}; expected a rank, 2 to 10, J, Q, K or A, and a suit, S, H, D or C"
            )
        cards.append(Card(RANKS.index(rank), suit))
    if not 0 < len(cards) <= LARGEST_HAND or len(set(cards)) < len(cards):
        raise argparse.ArgumentTypeError(f"expected 1 to {LARGEST_HAND} different cards, not {text!r}")
    return tuple(cards)


def lecture_hand() -> Tricks:
    """Return the lecture's hand: is MIN's four the four of hearts or that of diamonds?"""
    return Tricks(parse_hand("6H 6D 9C 8C"), [parse_hand("2S 10C 5C 4H"), parse_hand("2S 10C 5C 4D")])


def random_hand(rng: random.Random, cards: int = 3) -> Tricks:
    """Return a hand of low cards: MIN has any `cards` of the `cards + 2` that MAX does not see."""
    pack = [Card(rank, suit) for suit in SUITS for rank in range(5)]
    drawn = rng.sample(pack, 2 * cards + 2)
    return Tricks(tuple(drawn[:cards]), list(combinations(drawn[cards:], cards)))


def show_roads() -> None:
    print("Two roads: A leads to a little gold (1), B to a fork: jewels (10) or a bus (-100), 1/2 each")
    game = TwoRoads()
    averages = average_over_deals(game, game.deals())
    exact = hidden_action_values(game, game.deals())
    print("      averaging  exact")
    for road, value in averages.values.items():
        print(f"   {road}  {value:9g}  {exact[road]:5g}")
    print(f"Averaging takes {averages.action}, as if the map were known at the fork; ", end="")
    print(f"right is {max(exact, key=exact.__getitem__)}.")


def names(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))


def pairs(played: Hand) -> str:
    """Return the cards played, trick by trick."""
    return ", ".join(names(played[index : index + 2]) for index in range(0, len(played), 2))


def rounded(value: float) -> float:
    return round(value, 6) + 0.0  # -0.0 + 0.0 is 0.0


def show_cards(game: Tricks, picture: str | None) -> None:
    deals = game.deals()
    print(f"MAX: {names(game.own)}; MIN: {' or '.join(names(hand) for hand in game.others)}")
    averages = average_over_deals(game, deals)
    exact = hidden_action_values(game, deals)
    print("lead  averaging  exact")
    for card, value in averages.values.items():
        print(f"{card!s:>4}  {rounded(value):9g}  {rounded(exact[card]):5g}")
    if picture:
        write_text(picture, drawing(game, averages.values, exact))
    for card in extremes(exact):
        print(f"\nMAX leads {card}, then averages in every trick; MIN, who knows this, plays best:")
        for hand, (state, _) in zip(game.others, deals, strict=True):
            value, played = outcome_of_averaging(game, game.result(state, card))
            print(f"  MIN has {names(hand)}: {pairs(played)}; worth {value:g}")
            show_disappointment(game, state, played, averages.values[card])


def extremes(exact: dict[Card, float]) -> list[Card]:
    """Return the worst lead and the best one, or one lead if all are worth the same."""
    worst, best = min(exact, key=exact.__getitem__), max(exact, key=exact.__getitem__)
    return [worst, best] if exact[best] - exact[worst] > TIE else [best]


def show_disappointment(game: Tricks, state: Table, played: Hand, expected: float) -> None:
    """Print the first choice of MAX at which the averages are below what they promised before the lead."""
    for number, card in enumerate(played):
        if number and game.player(state) == 0:
            averages = average_over_deals(game, game.belief(state))
            if len(game.belief(state)) > 1 and averages.value < expected - TIE:
                shown = ", ".join(f"{other} {rounded(value):g}" for other, value in averages.values.items())
                print(f"    after {pairs(played[:number])} MAX must play without knowing; averages: {shown}")
                return
        state = game.result(state, card)


def drawing(game: Tricks, averages: dict[Card, float], exact: dict[Card, float]) -> str:
    """Return a picture of the hands, with the values of each lead, as SVG."""
    step, left = 84, 120
    widest = max(len(game.own), len(game.others[0]))
    picture = SvgPicture(left + step * widest + 20, 310 + 100 * (len(game.others) - 1), "#ffffff")
    ink, faint, worse = "#1a1a1a", "#666666", "#c0392b"

    def row(label: str, hand: Hand, top: float, hidden: frozenset[Card]) -> None:
        picture.words(20, top + 36, label, ink, 15)
        for number, card in enumerate(hand):
            x = left + step * number
            picture.box(x, top, 60, 76, "#e67e22" if card in hidden else "#888888")
            picture.box(x + 2, top + 2, 56, 72, "#ffffff")
            picture.words(x + 30, top + 38, str(card), worse if card.suit in "HD" else ink, 22, "middle")

    common = frozenset(game.others[0]).intersection(*game.others)
    row("MAX", game.own, 20, frozenset())
    for label, values, y in (("averaging", averages, 120), ("exact", exact, 146)):
        picture.words(20, y, label, ink, 15)
        for number, card in enumerate(game.own):
            value = rounded(values[card])
            best = value >= max(values.values()) - TIE
            picture.words(left + step * number + 30, y, f"{value:g}", ink if best else worse, 17, "middle")
    picture.words(20, 180, "values of leading the card above", faint, 12)
    for number, hand in enumerate(game.others):
        row("MIN" if number == 0 else "or", hand, 210 + 100 * number, frozenset(hand) - common)
    return picture.text()


def show_random(hands: int, seed: int, draws: int | None) -> None:
    """Compare both values on random hands."""
    rng = random.Random(seed)
    above = same = wrong = 0
    largest = 0.0
    for _ in range(hands):
        game = random_hand(rng)
        deals = game.deals() if draws is None else draw_deals(game.draw, draws, rng)
        averages = average_over_deals(game, deals)
        exact = hidden_action_values(game, game.deals())
        excess = averages.value - max(exact.values())
        above, same = above + (excess > TIE), same + (abs(excess) <= TIE)
        wrong += exact[averages.action] < max(exact.values()) - TIE
        largest = max(largest, excess)
    print(f"{hands} hands of three cards; MIN has three of the five cards that MAX does not see:")
    print(f"averaging is above the exact value {above} times (by up to {largest:g}), equal {same} times,", end=" ")
    print(f"below {hands - above - same} times")
    print(f"the lead chosen by averaging is not the best one {wrong} times")


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Hidden cards: averaging over the deals, and the exact value.")
    games = parser.add_subparsers(dest="game", metavar="GAME", title="games (roads and cards, unless one is named)")
    games.add_parser("roads", help="a little gold, or jewels and a bus")
    cards = games.add_parser("cards", help="tricks with a hidden card")
    cards.add_argument("own", metavar="MAX", type=parse_hand, nargs="?", help="MAX's hand: '6H 6D 9C 8C'")
    cards.add_argument("others", metavar="MIN", type=parse_hand, nargs="*", help="MIN's possible hands, equally likely")
    cards.add_argument("--svg", metavar="FILE", help="draw the hands with the values of each lead")
    hands = games.add_parser("random", help="both values of random hands")
    hands.add_argument("--hands", type=whole_number(1, 100_000), default=100, help="default: 100")
    hands.add_argument("--seed", type=int, default=1, help="default: 1")
    hands.add_argument(
        "--draws", type=whole_number(1, 100_000), help="average over this number of drawn deals instead of all"
    )
    return parser


def own_hands(options: argparse.Namespace, usage: argparse.ArgumentParser) -> Tricks:
    """Return the game of the hands on the command line, or the lecture's."""
    if options.own is None:
        return lecture_hand()
    if not options.others:
        usage.error("expected MIN's possible hands after MAX's hand")
    for hand in options.others:
        if len(hand) != len(options.own):
            usage.error(f"expected {len(options.own)} cards, as MAX has, not {names(hand)}")
        if set(hand) & set(options.own):
            usage.error(f"MAX and MIN have the same card: {names(sorted(set(hand) & set(options.own)))}")
    if len(set(map(frozenset, options.others))) < len(options.others):
        usage.error("a hand of MIN is listed twice")
    return Tricks(options.own, options.others)


def main(arguments: Sequence[str] | None = None) -> int:
    usage = parser()
    options = usage.parse_args(arguments)
    try:
        if options.game in ("roads", None):
            show_roads()
        if options.game is None:
            print()
        if options.game == "random":
            show_random(options.hands, options.seed, options.draws)
        elif options.game != "roads":
            game = own_hands(options, usage) if options.game else lecture_hand()
            show_cards(game, options.svg if options.game else None)
    except SearchError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(run_program(main))
