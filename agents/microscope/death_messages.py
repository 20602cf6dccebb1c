"""The sentences about a death, in the languages of the pages, and the view of it in the window."""

from typing import Final

from agents.microscope.death import Cause, Death, Survival, explain_death, paths_of
from agents.microscope.survival import Verdict
from pacman.display.messages import IN_ENGLISH, Words
from pacman.display.watch.thought import DeathView, Thought
from pacman.record import GameRecord

_HEADLINES: Final = {
    Cause.MISSED_RESCUE: "missed-rescue",
    Cause.SHORTENED: "shortened",
    Cause.UNKNOWN: "gave-up",
    Cause.NO_RESCUE: "nothing-saves",
}


def headline(death: Death, words: Words) -> str:
    """Return the sentence that names the decision, what was chosen, and what would have been better."""
    is_hopeless = death.cause is Cause.NO_RESCUE and death.round == 1
    return words(
        "never-safe" if is_hopeless else _HEADLINES[death.cause],
        round=death.round,
        move=death.move,
        action=death.chosen,
        better=words("or").join(death.better),
        rounds=death.rounds,
        longer=_rounds(death.rounds_longer, words),
    )


def survival_text(survival: Survival, words: Words) -> str:
    """Return the result of an action, as the end of a sentence that begins with the action."""
    rounds = survival.rounds + 1 if survival.line else survival.rounds  # a line ends in the round after
    return words(_survival_key(survival), rounds=_rounds(rounds, words))


def _survival_key(survival: Survival) -> str:
    match survival.verdict:
        case Verdict.SAFE:
            return "survival-safe"
        case Verdict.UNKNOWN:
            return "survival-alive" if survival.rounds else "survival-unknown"
        case Verdict.LOST if survival.line:
            return "survival-dies-in" if survival.rounds else "survival-dies-at-once"
        case Verdict.LOST:
            return "survival-dies-after" if survival.rounds else "survival-dies"


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
