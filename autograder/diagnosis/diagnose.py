"""Infer the name of a bug from wrong answers.

Every known bug is simulated on the same cases, and then every pair of bugs. A bug is named only if its simulation
reproduces all answers about that agent in the question, correct ones included; if several bugs do, all are named. Other
facts are reported as observations. A case that crashed has no answer: it is named by its exception, and the other cases
are explained without it.
"""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from itertools import count
from typing import Final

from autograder.analysis_limits import NodeBudget
from autograder.assignment.assignment import OUR_OWN, load_assignment
from autograder.case_types.case import Case
from autograder.case_types.counted_case import CountedCase
from autograder.case_types.tree_case import TreeCase
from autograder.diagnosis import bug_names
from autograder.diagnosis.advice import Diagnosis, Finding, Observation
from autograder.diagnosis.bugs import RIGHT, Bug, known_bugs, pairs_of_bugs, score_bug
from autograder.diagnosis.crashes import name_failure, name_unexplained, observe_failure
from autograder.diagnosis.evidence import Evidence, SearchCase, is_crash, trees_of
from autograder.diagnosis.observations import observe
from autograder.diagnosis.probe_trees import SEED, Probe, chains, distinguishing, plain_trees
from autograder.diagnosis.simulation import Explanation, answers_as, explanations
from autograder.diagnosis.traced_bugs import EVEN_TREE, pruned_averages, random_weights, traced_bugs
from autograder.failures import FailureKind
from autograder.results import CaseResult
from autograder.student.limits import Limits
from autograder.student.student import Student, TreeAnswer
from pacman.display.messages import ENGLISH

MOST_NAMES: Final = 3  # of bugs that explain all answers; where there are more, nothing is named
FEWEST_FAILED: Final = 3  # answers of which two bugs at once must explain the failures
REPEATED_TREES: Final = 4  # that are put to a submission once more, to see whether it answers otherwise
REPEATS: Final = 4
PROBES: Final = 1_000_000  # the place of the first one: after all cases
MOST_ASKED: Final = 8  # trees that distinguish bugs which explain all answers
ODD_SOLUTION: Final = "our own search answers the same: the solution of this case may be wrong; ask your teacher"


def diagnose(cases: Sequence[Case], results: Sequence[CaseResult], student: Student, limits: Limits) -> None:
    """Add the name of the bug, or observations, to the failed cases; the submission is asked for further trees.

    Raise AnalysisLimitError if naming takes too many nodes; names found until then are kept.
    """
    budget = NodeBudget()
    for case, result in zip(cases, results, strict=True):
        if result.unused_evaluation is not None:
            values = {"name": result.unused_evaluation, "agent": case.agent}
            _note([result], Observation("evaluation never called", values))
    for result in results:
        if not result.passed and result.failure is not None:
            _name([result], name_failure(result.failure))
    try:
        for agent in RIGHT:
            answers = [
                Evidence(case, result, place, budget)
                for place, (case, result) in enumerate(zip(cases, results, strict=True))
                if isinstance(case, SearchCase) and case.agent == agent and result.answer is not None
            ]
            odd = [each for each in answers if _has_odd_solution(each)]
            for each in odd:
                each.result.reasons.append(ODD_SOLUTION)
            answers = [each for each in answers if each not in odd]
            if not all(each.result.passed for each in answers):
                _AgentDiagnosis(agent, answers, student, limits).run()
    finally:
        for case, result in zip(cases, results, strict=True):
            if not result.passed and result.bug is None and result.failure is not None:
                _name([result], name_unexplained(result.failure, case.agent in RIGHT))
                _note([result], observe_failure(result.failure))


@cache
def own_trees(agent: str) -> tuple[TreeCase, ...]:
    """Return the trees of the built-in assignment for an agent."""
    cases = load_assignment(OUR_OWN).cases
    return tuple(case for case in cases if isinstance(case, TreeCase) and case.agent == agent)


def _has_odd_solution(each: Evidence) -> bool:
    """True for a failed tree whose answer is that of the correct search: the solution of the case may be wrong."""
    return each.tree is not None and not each.tree.passed and answers_as(each, RIGHT[each.case.agent])


def _name(results: Iterable[CaseResult], *findings: Finding | None) -> None:
    diagnosis = Diagnosis(tuple(filter(None, findings)))
    if diagnosis.findings:
        texts = diagnosis.texts
        for result in results:
            result.bug, result.advice, result.advice_in = diagnosis.name, texts[ENGLISH], texts


def _note(results: Iterable[CaseResult], *observations: Observation | None) -> None:
    texts = [observation.texts for observation in observations if observation is not None]
    for result in results:
        for each in texts:
            result.add_observation(each[ENGLISH], each)


@dataclass
class _AgentDiagnosis:
    """Names the bug of one agent from all its answers in a question."""

    agent: str
    answers: Sequence[Evidence]
    student: Student
    limits: Limits
    asked: list[Evidence] = field(default_factory=list)  # trees that distinguish bugs
    _places: Iterator[int] = field(default_factory=lambda: count(PROBES))

    def run(self) -> None:
        if self._name_known_bug():
            return
        unnamed = self._unnamed()
        for result in unnamed:
            if isinstance(result.answer, TreeAnswer) and (remark := result.answer.remark):
                _name([result], name_failure(remark))
        self._name_games_of_own_evaluation()
        if unnamed == self._unnamed() or not self._name_known_bug():
            answers = [each for each in self.answers if each.lacks_score or not is_crash(each.result.failure)]
            _note(self._failed(answers), *observe(self.agent, self.answers, self.answers_differ))
            self._name_wrong_nodes()

    def _unnamed(self) -> list[CaseResult]:
        return self._failed(self.answers)

    def _name_games_of_own_evaluation(self) -> None:
        """Name another evaluation in games, too, if the agent uses one in every tree."""
        trees = [each.result for each in self.answers if each.tree is not None]
        if trees and all(result.bug == bug_names.OWN_EVALUATION for result in trees):
            for result in self._unnamed():
                result.bug, result.advice, result.advice_in = trees[0].bug, trees[0].advice, trees[0].advice_in

    def _name_wrong_nodes(self) -> None:
        """Name the trees in which an inner state was evaluated, which is a fact; of the root it is another bug."""
        trees = [(each, each.tree) for each in self.answers if each.tree and each.tree.unscored_at == "above the limit"]
        inner = [each for each, tree in trees if tree.answer.scored_last != tree.case.tree.start]
        _name(self._failed(inner), Finding(bug_names.WRONG_NODES))

    def _evidence(self) -> list[Evidence]:
        """Return the answers that are informative about the search, failed trees first.

        A case that already has a name (a crash, or an answer that is not an action) is not informative, nor is a game
        played with another evaluation.
        """
        # A submission that answers otherwise when asked again must be explained in these answers, too.
        has_own_evaluation = any(each.result.bug == bug_names.OWN_EVALUATION for each in self.answers)
        evidence = [
            each
            for each in self.answers
            if each.result.bug is None and not (has_own_evaluation and isinstance(each.case, CountedCase))
        ]
        return sorted([*evidence, *self.repeated], key=_quickest_first)

    def _name_known_bug(self) -> bool:
        """Name the bugs that explain every answer; False if there are none."""
        evidence = self._evidence()
        if not any(map(_can_be_explained, evidence)):
            return False
        if len({each.place for each in evidence}) == 1:
            return self._note_by_one_case(evidence)
        answered = [each for each in self.answers if each.result.failure is None]
        if findings := traced_bugs(self.agent, evidence):
            _name(self._failed(answered), *findings)
            return True
        # Cases of another evaluation are there to show a search by the score, so no other bug is tried if it fits.
        found = self._confirmed(self._explained_by([score_bug(self.agent)], evidence), evidence)
        found = found or self._confirmed(self._explained_by(known_bugs(self.agent), evidence), evidence)
        if not found and (finding := pruned_averages(self.agent, evidence) or self._random_weights(evidence)):
            _name(self._failed(answered), finding)
            return True
        found = found or self._confirmed(self._pairs(evidence), evidence)
        if len(found) > MOST_NAMES:
            _note(self._unnamed(), Observation("many names", {"names": "; ".join(bug.name for bug in found)}))
        else:
            self._name_explained(found)
        return bool(found)

    def _name_explained(self, found: Mapping[Bug, Explanation]) -> None:
        """Name the failed cases that these bugs explain; the search may use the score as well."""
        explained = [each for each in self.answers if all(each in explanation.failed for explanation in found.values())]
        if all(explanation.is_by_score for explanation in found.values()):
            both = [(*bug.names, bug_names.BY_SCORE) for bug in found]
            negated = self._failed([each for each in explained if each.is_negated])
            _name(negated, *(Finding(bug_names.all_of(*names), names) for names in both))
        _name(self._failed(explained), *(Finding(bug.name, bug.names) for bug in found))

    def _failed(self, answers: Sequence[Evidence]) -> list[CaseResult]:
        """Return the failed results that have no name yet."""
        return [each.result for each in answers if not each.result.passed and each.result.bug is None]

    def _pairs(self, evidence: Sequence[Evidence]) -> dict[Bug, Explanation]:
        """Return the pairs of bugs that explain every answer; none if too few answers are wrong."""
        if sum(not each.result.passed for each in evidence) < FEWEST_FAILED:
            return {}
        return self._explained_by(pairs_of_bugs(self.agent), evidence)

    def _explained_by(self, bugs: Sequence[Bug], evidence: Sequence[Evidence]) -> dict[Bug, Explanation]:
        """Return the bugs that explain every answer.

        A random tie is only considered if answers differ when asked again, the last tie only if they do not.
        """
        found = explanations(bugs, evidence, is_random=self.answers_differ)
        excluded = bug_names.LAST_TIE if self.answers_differ else bug_names.RANDOM_TIE
        return {bug: explanation for bug, explanation in found.items() if excluded not in bug.names}

    def _confirmed(self, found: Mapping[Bug, Explanation], evidence: Sequence[Evidence]) -> dict[Bug, Explanation]:
        """Return the explanations that also hold for the probes.

        Where several are left, the submission is asked for trees in which they differ.
        """
        if not found:
            return {}
        known = [*evidence, *self.probes, *self.structure, *self.asked]
        found = self._explained_by(list(found), sorted(known, key=_quickest_first))
        rng = random.Random(SEED)
        while len(found) > 1 and len(self.asked) < MOST_ASKED:
            searches = [each.rules for each in found.values() if not each.rules.is_lasting]
            probe = next(distinguishing(searches, rng), None)
            if probe is None or not (asked := self._ask([probe])):
                break
            self.asked += asked
            found = self._explained_by(list(found), [*asked, *known])
            known += asked
        return self._most_specific(found)

    def _most_specific(self, found: Mapping[Bug, Explanation]) -> dict[Bug, Explanation]:
        """Leave out explanations that say less than another one.

        The probes do not test a bug whose decisions depend on those before. A name for many ways to combine values is
        true of each single one of them.
        """
        if self.probes:
            found = {bug: each for bug, each in found.items() if not each.rules.is_lasting} or found
        vague = (bug_names.WRONG_AT_PACMAN, bug_names.WRONG_AT_GHOSTS)
        return {bug: each for bug, each in found.items() if bug.name not in vague} or dict(found)

    @cached_property
    def probes(self) -> list[Evidence]:
        """The answers to the trees of our own assignment, which distinguish bugs, if the cases are not our own."""
        if any(each.case.folder.resolve() == OUR_OWN for each in self.answers):
            return []
        return self._put(own_trees(self.agent))

    @cached_property
    def structure(self) -> list[Evidence]:
        """The answers to trees that show how deep the search goes and how it combines values."""
        return self._ask([*chains(), *plain_trees()])

    def _ask(self, probes: Iterable[Probe]) -> list[Evidence]:
        """Return the answers to trees that are in no assignment; crashes are left out, since they say nothing."""
        cases = []
        for probe in probes:
            case = copy(own_trees(self.agent)[0])
            case.tree, case.depth, case.ties = probe.tree, probe.depth, "any"
            case.take_reference()
            cases.append(case)
        return [each for each in self._put(cases) if each.result.failure is None]

    def _put(self, cases: Iterable[TreeCase]) -> list[Evidence]:
        """Return the answers to further trees, up to the first one that takes too long."""
        found: list[Evidence] = []
        for case in cases:
            answer = case.ask_again(self.student, self.limits)
            if answer.failure is not None and answer.failure.is_late:
                break
            is_right = answer.failure is None and case.expected_of(answer).accepts(answer.action, answer.generated)
            result = case.result(is_right, [], answer=answer, failure=answer.failure)
            found.append(Evidence(case, result, next(self._places), self.answers[0].budget, is_extra=True))
        return found

    def _random_weights(self, evidence: Sequence[Evidence]) -> Finding | None:
        trees = trees_of(evidence)
        if self.agent != "ExpectimaxAgent" or not self.answers_differ or not trees:
            return None
        even = copy(trees[0].case)
        even.tree, even.depth = EVEN_TREE, 1
        return random_weights([*evidence, *self.probes], partial(even.ask_again, self.student, self.limits))

    @property
    def answers_differ(self) -> bool:
        """True if a tree got another answer when it was asked again."""
        return bool(self.repeated)

    @cached_property
    def repeated(self) -> list[Evidence]:
        """The differing answers to failed trees that were asked again."""
        failed = [each for each in self.answers if not each.result.passed and each.result.failure is None]
        trees = [(each, each.tree) for each in failed if each.tree is not None]
        others: list[Evidence] = []
        for each, tree in trees[:REPEATED_TREES] * REPEATS:
            answer = tree.case.ask_again(self.student, self.limits)
            if answer.failure is not None:
                break
            if (answer.action, answer.generated) != (tree.answer.action, tree.answer.generated):
                others.append(replace(each, result=replace(each.result, answer=answer), is_extra=True))
        return others

    def _note_by_one_case(self, evidence: Sequence[Evidence]) -> bool:
        """Report every bug that explains the only answer; one answer does not distinguish them."""
        findings = traced_bugs(self.agent, evidence)
        bugs = self._explained_by([score_bug(self.agent), *known_bugs(self.agent)], evidence)
        names = dict.fromkeys([*(finding.name for finding in findings), *(bug.name for bug in bugs)])
        pairs = len(self._explained_by(pairs_of_bugs(self.agent), evidence))
        if names or pairs:
            key = "one case and pairs" if names and pairs else "one case" if names else "one case, pairs alone"
            question = evidence[0].case.file.path.parent.name
            values = {"names": "; ".join(names), "pairs": pairs, "question": question}
            _note(self._unnamed(), Observation(key, values))
        return bool(names or pairs)


def _quickest_first(each: Evidence) -> tuple[bool, bool, bool, bool]:
    """Sort key: failed cases first, crashes before others, trees before games; this excludes most bugs early."""
    is_game = isinstance(each.case, CountedCase)
    return each.result.passed, not is_crash(each.result.failure), is_game, each.is_negated


def _can_be_explained(each: Evidence) -> bool:
    """True for a failure that a search can cause; no search keeps a file from being loaded or ends its process."""
    failure = each.result.failure
    is_of_code = failure is not None and failure.kind is not FailureKind.CRASHED
    return not each.result.passed and not (is_of_code and isinstance(each.case, TreeCase))
