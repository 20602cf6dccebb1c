"""How a game ended, in plain words."""

from collections.abc import Sequence

from pacman.game import EndReason, Outcome


def describe_end(outcome: Outcome, names: Sequence[str]) -> tuple[str, str]:
    """How a game ended, in plain words, and what there is to say about it."""
    who = ""
    if outcome.agent is not None:
        kind = "Pacman" if outcome.agent == 0 else f"Ghost {outcome.agent}"
        who = f"{kind} ({names[outcome.agent]})" if outcome.agent < len(names) else kind
    points = f"{outcome.score} points"
    return {
        EndReason.WON: ("Pacman won", points),
        EndReason.LOST: ("Pacman lost", points),
        EndReason.TIMED_OUT: (f"{who} ran out of time", outcome.error or points),
        EndReason.CRASHED: (f"{who} crashed", outcome.error or points),
        EndReason.MOVE_LIMIT: ("Stopped at the move limit", points),
        EndReason.INTERRUPTED: ("The game was interrupted", points),
    }[outcome.reason]
