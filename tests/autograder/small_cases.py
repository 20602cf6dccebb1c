"""An assignment in Berkeley's format and of its kind: small trees with small values, one game a question, no probes."""

import random
from pathlib import Path

from autograder.assignment.assignment import OUR_OWN, Assignment, generate_solutions, load_assignment

AGENTS = {"q2": "MinimaxAgent", "q3": "AlphaBetaAgent", "q4": "ExpectimaxAgent"}
TREES = {"q2": 24, "q3": 24, "q4": 16}
NAMES = ("Left", "Right", "Center")
VALUES = (tuple(range(-10, 11)), tuple(range(12)), (-5, -3.5, 2, 2.4, 2.7, 4, 4.1, 8, 9))
SEED = 1


def small_assignment(folder: Path) -> Assignment:
    """Write the cases to a folder and read them. Every tree is judged exactly: of equal actions the first is right."""
    rng = random.Random(SEED)
    for question, agent in AGENTS.items():
        place = folder / question
        place.mkdir(parents=True)
        (place / "CONFIG").write_text('class: "PassAllTestsQuestion"\nmax_points: "5"\n')
        for number in range(TREES[question]):
            properties = {"class": "GraphGameTreeTest", "alg": agent, **_tree(rng)}
            text = "".join(f'{key}: """\n{value}\n"""\n' for key, value in properties.items() if "\n" in value)
            text += "".join(f'{key}: "{value}"\n' for key, value in properties.items() if "\n" not in value)
            (place / f"{number:02}-tree.test").write_text(text)
        game = (OUR_OWN / question / "99-game.test").read_text().split("\n")
        (place / "99-game.test").write_text("\n".join(line for line in game if not line.startswith("explored")))
    (folder / "CONFIG").write_text('order: "q2 q3 q4"\n')
    for _ in generate_solutions(load_assignment(folder, with_solutions=False)):
        pass
    return load_assignment(folder)


def _tree(rng: random.Random) -> dict[str, str]:
    agents = rng.choice((2, 2, 2, 3))
    depth = rng.choice((1, 1, 2, 2, 3) if agents == 2 else (1, 1, 2))
    plies = agents * depth
    width = rng.choice((2, 2, 3)) if plies < 5 else 2
    below = rng.choice((0, 0, agents))  # plies beyond the depth
    values, ends = rng.choice(VALUES), rng.choice((0, 0, 0.15))
    successors, evaluation, over = [], [], {True: [], False: []}  # type: ignore[var-annotated]
    layer, number = ["A"], 0
    for ply in range(1, plies + below + 1):
        goes_on = []
        for state in layer:
            for action in NAMES[: width if rng.random() < 0.7 else rng.randint(1, width)]:
                number += 1
                child = f"s{number}"
                successors.append(f"{state} {action} {child}")
                is_over = ply == plies + below or rng.random() < ends
                if is_over or ply == plies:  # no other state has a score
                    evaluation.append(f"{child} {rng.choice(values)}")
                if is_over:
                    over[rng.random() < 0.5].append(child)
                else:
                    goes_on.append(child)
        layer = goes_on
    return {
        "depth": str(depth),
        "num_agents": str(agents),
        "start_state": "A",
        "win_states": " ".join(over[True]),
        "lose_states": " ".join(over[False]),
        "successors": "\n".join(successors),
        "evaluation": "\n".join(evaluation),
        "diagram": "x",
    }
