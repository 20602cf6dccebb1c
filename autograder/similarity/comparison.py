"""Pairs and groups of submissions whose functions share rare features.

The fewer submissions have a feature, the more it counts: log((n + 1) / k) if k of n have it. Features of the template
count nothing. Those of known solutions count separately, so that two students who used the same public text are not
taken for two who used each other's. Two functions share as much as the weight of their common features, times the share
that these are of all features of both; a short or common function thus adds little. Every function of one submission is
compared with every one of the other, and each belongs to one match at most.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, TypeAlias

from autograder.similarity.code_pieces import CodePieces, Piece

Weights: TypeAlias = Mapping[int, float]

COMMON_SHARE: Final = 0.3  # a feature that more submissions have does not make them candidates,
MOST_OWNERS: Final = 40  # nor does one that more have than this
GROUP_SHARE: Final = 0.4  # of the rare code of both, from which a pair belongs to a group
LEAST_SHARED: Final = 1.0  # weight; functions that share less are no match


@dataclass(frozen=True)
class Match:
    """Two functions that share rare features. `lines` are those of each text on which shared features begin."""

    first: Piece
    second: Piece
    score: float
    lines: tuple[frozenset[int], frozenset[int]]


@dataclass(frozen=True)
class Pair:
    """Two submissions. `shares` are the parts of the rare code of each that the other one has, from 0 to 1.

    known: the weight of what both share with a known solution. by_tokens: at least one could not be parsed.
    """

    ids: tuple[str, str]
    score: float
    shares: tuple[float, float]
    matches: tuple[Match, ...]
    known: float = 0.0
    by_tokens: bool = False


@dataclass(frozen=True)
class Similarity:
    """Pairs of submissions, the most similar first; pairs explained by known solutions are listed separately."""

    pairs: list[Pair]
    known_pairs: list[Pair]
    groups: list[list[str]]


def compare_submissions(
    submissions: Mapping[str, CodePieces], template: Iterable[CodePieces], known: Iterable[CodePieces], most: int
) -> Similarity:
    """Compare all submissions, by id, and return the `most` similar pairs of each category."""
    templates, solutions = list(template), list(known)
    parsed = {id: pieces.trees for id, pieces in submissions.items() if pieces.trees is not None}
    template_trees = _features(each.trees or () for each in templates)
    known_trees = _features(each.trees or () for each in solutions)
    pairs = _pairs(parsed, template_trees, known_trees, most)
    unparsed = submissions.keys() - parsed.keys()
    if unparsed:
        tokens = {id: pieces.tokens for id, pieces in submissions.items()}
        by_tokens = (_features(each.tokens for each in templates), _features(each.tokens for each in solutions))
        pairs += _pairs(tokens, *by_tokens, most, lambda one, other: one in unparsed or other in unparsed, True)
    ordered = sorted(pairs, key=lambda pair: (-pair.score, pair.ids))
    explained = sorted(pairs, key=lambda pair: (-pair.known, pair.ids))
    return Similarity(
        [pair for pair in ordered if pair.score > 0][:most],
        [pair for pair in explained if pair.known > pair.score][:most],
        _groups(pair.ids for pair in ordered if min(pair.shares) >= GROUP_SHARE),
    )


def _features(sources: Iterable[Iterable[Piece]]) -> set[int]:
    return {feature for pieces in sources for piece in pieces for feature in piece.features}


def _pairs(
    submissions: Mapping[str, Sequence[Piece]],
    template: set[int],
    known: set[int],
    most: int,
    is_wanted: Callable[[str, str], bool] = lambda one, other: True,
    by_tokens: bool = False,
) -> list[Pair]:
    """Return the pairs with the most weight in common, in detail; each comparison before that uses rare features."""
    counts = Counter(feature for pieces in submissions.values() for feature in _features([pieces]))
    weights = {
        feature: math.log((len(submissions) + 1) / count)
        for feature, count in counts.items()
        if feature not in template
    }
    candidates = _candidates(submissions, weights, known, counts, is_wanted)
    own = {feature: weight for feature, weight in weights.items() if feature not in known}
    public = {feature: weight for feature, weight in weights.items() if feature in known}
    found = [
        _pair((one, other), submissions[one], submissions[other], own, public, by_tokens)
        for one, other in _best(candidates, most)
    ]
    return [pair for pair in found if pair.score > 0 or pair.known > 0]


_Candidates: TypeAlias = dict[tuple[str, str], tuple[float, float]]


def _candidates(
    submissions: Mapping[str, Sequence[Piece]],
    weights: Weights,
    known: set[int],
    counts: Mapping[int, int],
    is_wanted: Callable[[str, str], bool],
) -> _Candidates:
    """Return the shared weight of each pair of submissions: rare features, and those of known solutions."""
    owners: dict[int, list[str]] = defaultdict(list)
    most = max(2, min(MOST_OWNERS, COMMON_SHARE * len(submissions)))
    for id, pieces in submissions.items():
        for feature in _features([pieces]):
            if feature in weights and 1 < counts[feature] <= most:
                owners[feature].append(id)
    shared: dict[tuple[str, str], list[float]] = defaultdict(lambda: [0.0, 0.0])
    for feature, ids in owners.items():
        for one, other in combinations(sorted(ids), 2):
            shared[one, other][feature in known] += weights[feature]
    return {ids: (own, other) for ids, (own, other) in shared.items() if is_wanted(*ids)}


def _best(candidates: _Candidates, most: int) -> list[tuple[str, str]]:
    """Return some times as many pairs as are shown: the detailed comparison changes the order."""
    chosen: dict[tuple[str, str], None] = {}
    for part in (0, 1):
        order = sorted(
            (ids for ids in candidates if candidates[ids][part]), key=lambda ids: (-candidates[ids][part], ids)
        )
        chosen |= dict.fromkeys(order[: 8 * most])
    return list(chosen)


def _pair(
    ids: tuple[str, str],
    first: Sequence[Piece],
    second: Sequence[Piece],
    own: Weights,
    public: Weights,
    by_tokens: bool,
) -> Pair:
    matches = _matches(first, second, own)
    totals = [_weight(piece.features, own) for pieces in (first, second) for piece in pieces]
    sizes = sum(totals[: len(first)]), sum(totals[len(first) :])
    shared = sum(_weight(match.first.features.keys() & match.second.features.keys(), own) for match in matches)
    return Pair(
        ids,
        sum(match.score for match in matches),
        (shared / sizes[0] if sizes[0] else 0.0, shared / sizes[1] if sizes[1] else 0.0),
        tuple(matches),
        sum(match.score for match in _matches(first, second, public)) if public else 0.0,
        by_tokens,
    )


def _weight(features: Iterable[int], weights: Weights) -> float:
    return math.fsum(weights.get(feature, 0.0) for feature in features)


def _matches(first: Sequence[Piece], second: Sequence[Piece], weights: Weights) -> list[Match]:
    """Return the best one-to-one matches of functions, chosen greedily."""
    sizes = [[_weight(piece.features, weights) for piece in pieces] for pieces in (first, second)]
    scored = []
    for i, one in enumerate(first):
        for j, other in enumerate(second):
            shared = _weight(one.features.keys() & other.features.keys(), weights)
            if shared >= LEAST_SHARED:
                scored.append((shared * shared / (sizes[0][i] + sizes[1][j] - shared), i, j))
    matches: list[Match] = []
    taken: tuple[set[int], set[int]] = (set(), set())
    for score, i, j in sorted(scored, key=lambda found: (-found[0], found[1:])):
        if i not in taken[0] and j not in taken[1]:
            taken[0].add(i)
            taken[1].add(j)
            matches.append(Match(first[i], second[j], score, _shared_lines(first[i], second[j], weights)))
    return matches


def _shared_lines(first: Piece, second: Piece, weights: Weights) -> tuple[frozenset[int], frozenset[int]]:
    """Return the lines on which the rarer half of the shared weight begins."""
    shared = [feature for feature in first.features.keys() & second.features.keys() if feature in weights]
    middle = sorted(weights[feature] for feature in shared)[len(shared) // 2] if shared else 0.0
    rare = [feature for feature in shared if weights[feature] >= middle]
    return (
        frozenset(first.features[feature] for feature in rare),
        frozenset(second.features[feature] for feature in rare),
    )


def _groups(pairs: Iterable[tuple[str, str]]) -> list[list[str]]:
    """Return the sets of three or more submissions that pairs connect, the largest first."""
    group_of: dict[str, set[str]] = {}
    for one, other in pairs:
        merged = group_of.get(one, {one}) | group_of.get(other, {other})
        for member in merged:
            group_of[member] = merged
    groups = {id(group): sorted(group) for group in group_of.values() if len(group) > 2}
    return sorted(groups.values(), key=lambda group: (-len(group), group))
