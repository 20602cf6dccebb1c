"""A grade as an HTML page for the student: points, failed cases with their trees and games, and what to try next."""

from autograder.classroom.changes import Change
from autograder.reporters.change_report import student_change
from autograder.reporters.grade_data import GradeParts, grade_advice, luck_line, question_data, translated
from autograder.reporters.student_view import student_view
from autograder.results import Grade, number_text
from pacman.display.messages import IN_ENGLISH, Words
from pacman.display.web.assets import script_words
from pacman.display.web.game_data import player_words
from pacman.display.web.page import render


def draw_grade_page(grade: Grade, words: Words = IN_ENGLISH, change: Change | None = None) -> str:
    """Return the page, which contains only what the student may see. change: since an earlier grade.

    In another language, the lines of the cases themselves and messages of Python stay as the grader recorded them.
    """
    seen = translated(student_view(grade), words)
    parts = GradeParts(seen.submission, words)
    questions = [question_data(question, parts) for question in seen.questions]
    failed = {question["name"]: question["failed"] for question in questions if question["failed"]}
    script = _script(parts, has_failed=bool(failed))
    spoken = script_words(words, script if parts.searches else "case_view")  # the player has messages of its own
    shown = {"words": spoken, "cases": failed, "searches": parts.searches}
    players = {"player-words": player_words(words)} if parts.games else {}
    return render(
        "grade.html",
        script=script,
        data={**parts.games, **players, **({"grade": shown} if failed else {})},
        words=words,
        grade=seen,
        points=number_text(seen.points),
        most=number_text(seen.max_points),
        questions=questions,
        advice=grade_advice(seen, words),
        change=student_change(change, words),
        luck=luck_line(seen.luck, words) if seen.luck else "",
    )


def _script(parts: GradeParts, *, has_failed: bool) -> str:
    """Return the main module: the code for games and searches is large, and a page without them does not carry it."""
    if parts.searches:
        return "grade_page"
    if parts.games:
        return "played_grade_page"
    return "plain_grade_page" if has_failed else "passing_grade_page"
