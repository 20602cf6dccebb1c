"""Berkeley's layout names. If the course's own file is missing, each stands for a built-in maze of the same kind."""

from typing import Final

OURS_OF_THE_KIND: Final = {
    "capsuleClassic": "capsules",
    "contestClassic": "rally",
    "mediumClassic": "medium",
    "mediumGrid": "duel",
    "minimaxClassic": "minimax",
    "openClassic": "open",
    "originalClassic": "arcade",
    "powerClassic": "power",
    "smallClassic": "small",
    "smallGrid": "lecture",
    "testClassic": "duel",
    "trappedClassic": "trapped",
    "trickyClassic": "tricky",
}
