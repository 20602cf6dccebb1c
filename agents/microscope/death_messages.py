"""The sentences about a death, in the languages of the pages, and the view of it in the window."""

from agents.microscope.death import Cause, Death, Survival, explain_death, paths_of
from agents.microscope.survival import Verdict
from pacman.display.messages import IN_ENGLISH, Words
from pacman.display.watch.thought import DeathView, Thought
from pacman.record import GameRecord


def headline(death: Death, words: Words) -> str:
    """Return the sentence that names the decision, what was chosen, and what would have been better."""
    filled = {
        "round": death.round,
        "move": death.move,
        "action": death.chosen,
        "better": words("or").join(death.better),
        "rounds": death.rounds,
        "longer": _rounds(death.rounds_longer, words),
    }
    match death.cause:
        case Cause.MISSED_RESCUE:
            return words("missed-rescue", **filled)
        case Cause.SHORTENED:
            return words("shortened", **filled)
        case Cause.UNKNOWN:
            return words("gave-up", **filled)
        case Cause.NO_RESCUE:
            return words("never-safe" if death.round == 1 else "nothing-saves", **filled)


def survival_text(survival: Survival, words: Words) -> str:
    """Return the result of an action, as the end of a sentence that begins with the action."""
    match survival.verdict:
        case Verdict.SAFE:
            return words("survival-safe")
        case Verdict.UNKNOWN:
            return (
                words("survival-alive", rounds=_rounds(survival.rounds, words))
                if survival.rounds
                else words("survival-unknown")
            )
        case Verdict.LOST:
            return _death_text(survival, words)


def _death_text(survival: Survival, words: Words) -> str:
    if survival.line:
        rounds = _rounds(survival.rounds + 1, words)
        return words("survival-dies-in", rounds=rounds) if survival.rounds else words("survival-dies-at-once")
    return (
        words("survival-dies-after", rounds=_rounds(survival.rounds, words))
        if survival.rounds
        else words("survival-dies")
    )


def _rounds(count: int, words: Words) -> str:
    return words("one-round") if count == 1 else words("rounds", count=count)


def view_death(record: GameRecord, words: Words = IN_ENGLISH) -> DeathView | None:
    """Return the window's view of a lost game: the result of each action, and the line to the end on the board.

    None for a game that was not lost.
    """
    death = explain_death(record)
    if death is None:
        return None
    better = {Cause.MISSED_RESCUE: "fact-safe", Cause.SHORTENED: "fact-lives-longer"}.get(death.cause)
    thought = Thought(
        0,
        action=death.chosen,
        values={survival.action: _label(survival, words) for survival in death.survivals},
        facts=(("fact-played", death.chosen), *([(better, words("or").join(death.better))] if better else [])),
        paths=paths_of(death.line, death.states),
    )
    return DeathView(death.move - 1, thought, headline(death, words))


def _label(survival: Survival, words: Words) -> str:
    """Return the result of an action in a word, as it is drawn beside Pacman."""
    match survival.verdict:
        case Verdict.SAFE:
            return words("label-safe")
        case Verdict.LOST:
            return words("label-dies")
        case Verdict.UNKNOWN:
            return words("label-lives", rounds=survival.rounds) if survival.rounds else "?"
