"""Register the environments with Gymnasium: `import pacman.envs`, or `gymnasium.make("pacman.envs:PacmanSearch-v0")`.

The environments themselves are imported when one is made.
"""

from typing import Final

from pacman.name_conflicts import hidden_package

_HINT: Final = "pip install 'gymnasium>=1.0'"

try:
    import gymnasium
except ModuleNotFoundError as error:
    raise ImportError(f"pacman.envs needs Gymnasium 1.0 or newer, which is not installed: {_HINT}") from error
if int(gymnasium.__version__.partition(".")[0]) < 1:
    raise ImportError(f"pacman.envs needs Gymnasium 1.0 or newer; this is {gymnasium.__version__}: {_HINT}")

_problem = hidden_package(("experiments", "jobs", "agents"))
if _problem:
    raise ImportError(f"pacman.envs cannot be used: {_problem}")

gymnasium.register(
    id="PacmanSearch-v0",
    entry_point="experiments.environments.single:PacmanSearchEnv",
    vector_entry_point="experiments.environments.vector:PacmanSearchVectorEnv",
)
