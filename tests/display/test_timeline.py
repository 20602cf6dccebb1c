"""Timeline and playback, without a window."""

import math

import pytest

from pacman import EndReason, Game, GameRecord, PacmanError
from pacman.display.watch.playback import SPEEDS, Playback
from pacman.display.watch.timeline import Timeline


def test_a_recorded_game_is_all_there(record: GameRecord) -> None:
    timeline = Timeline.recorded(record)
    assert timeline.line.states == list(record.states())
    assert timeline.line.shown == len(record.moves)
    assert timeline.line.is_over
    assert timeline.cursor == 0
    assert not timeline.is_at_end


def test_seeking_stays_within_what_was_seen(record: GameRecord) -> None:
    timeline = Timeline.recorded(record)
    timeline.line.shown = 6
    timeline.seek(99)
    assert timeline.cursor == 6
    timeline.seek(-1)
    assert timeline.cursor == 0


def test_rounds(record: GameRecord) -> None:
    timeline = Timeline.recorded(record)
    timeline.seek(7)
    assert timeline.round == 2
    assert Playback([timeline], 0.1).round_end == 9


def test_a_round_that_is_not_known_yet_is_no_stop(record: GameRecord) -> None:
    timeline = Timeline.recorded(record)
    del timeline.line.moves[7:], timeline.line.states[8:]
    timeline.line.outcome, timeline.line.shown = None, 6
    playback = Playback([timeline], frame_time=0.1)
    playback.jump(6)
    playback.play()
    playback.tick(0.0)
    assert timeline.cursor == 6
    timeline.line.outcome = record.outcome  # it ended within the round
    playback.tick(0.1)
    assert timeline.cursor == 7


def test_a_branch_leaves_the_line_it_came_from_alone(record: GameRecord) -> None:
    timeline = Timeline.recorded(record)
    recorded = timeline.line
    before = list(recorded.moves), list(recorded.states)
    timeline.seek(6)
    game = Game(record.layout, _Still(0), [_Still(1), _Still(2)], seed=1)
    timeline.branch(game)
    assert timeline.line is not recorded
    assert timeline.line.fork == timeline.line.shown == timeline.cursor == 6
    assert (game.state, game.moves, game.turn) == (recorded.states[6], recorded.moves[:6], 0)
    game.step()
    assert game.moves[:6] == recorded.moves[:6]
    assert (recorded.moves, recorded.states) == before


def test_a_branch_in_the_middle_of_a_round_goes_on_with_the_agent_whose_turn_it_is(record: GameRecord) -> None:
    timeline = Timeline.recorded(record)
    timeline.seek(7)
    game = Game(record.layout, _Still(0), [_Still(1), _Still(2)], seed=1)
    timeline.branch(game)
    for _ in range(4):
        game.step()
    assert [agent for agent, _ in game.moves[7:]] == [1, 2, 0, 1]


def test_switching_goes_round_all_lines(record: GameRecord) -> None:
    timeline = Timeline.recorded(record)
    timeline.seek(6)
    timeline.branch(Game(record.layout, _Still(0), [_Still(1), _Still(2)]))
    timeline.switch()
    assert timeline.line is timeline.lines[0]
    timeline.seek(12)
    timeline.switch()
    assert (timeline.line, timeline.cursor) == (timeline.lines[1], 6)  # as far as it goes


def test_the_outcome_of_a_line_not_seen_to_the_end_is_interrupted(record: GameRecord) -> None:
    line = Timeline.recorded(record).line
    assert line.outcome_so_far() == record.outcome
    line.shown = 6
    outcome = line.outcome_so_far()
    assert (outcome.reason, outcome.moves, outcome.score) == (EndReason.INTERRUPTED, 6, line.states[6].score)


def test_a_round_takes_the_frame_time_and_the_next_follows_without_a_gap(record: GameRecord) -> None:
    playback = Playback([Timeline.recorded(record)], frame_time=0.5)
    playback.is_playing = True
    playback.tick(0.0)
    assert playback.timelines[0].cursor == 3
    playback.tick(0.25)
    half_way = playback.scene(playback.timelines[0]).figures[0].position
    assert half_way == (1.5, 3.0)
    playback.tick(0.6)
    assert playback.timelines[0].cursor == 6
    assert playback.transition is not None
    assert playback.transition.started == pytest.approx(0.5)


def test_a_long_wait_is_not_made_up_for(record: GameRecord) -> None:
    playback = Playback([Timeline.recorded(record)], frame_time=0.1)
    playback.is_playing = True
    playback.tick(0.0)
    playback.tick(50.0)
    assert playback.transition is not None
    assert playback.transition.started == 50.0


def test_as_fast_as_it_goes_passes_over_many_rounds_at_once(record: GameRecord) -> None:
    playback = Playback([Timeline.recorded(record)], frame_time=0)
    playback.is_playing = True
    playback.tick(0.0)
    assert playback.timelines[0].is_at_end


def test_speeds_go_from_one_round_a_second_to_as_fast_as_it_goes(record: GameRecord) -> None:
    playback = Playback([Timeline.recorded(record)], frame_time=0.1)
    for _ in SPEEDS:
        playback.slower()
    assert playback.speed == 1
    for _ in SPEEDS:
        playback.faster()
    assert playback.speed == math.inf


@pytest.mark.parametrize("frame_time", [math.nan, math.inf, -math.inf])
def test_a_frame_time_that_is_none(record: GameRecord, frame_time: float) -> None:
    with pytest.raises(PacmanError, match="frame time"):
        Playback([Timeline.recorded(record)], frame_time)


class _Still:
    def __init__(self, index: int) -> None:
        self.index = index

    def getAction(self, state: object) -> str:
        return str(state.legal_actions(self.index)[0])  # type: ignore[attr-defined]
