"""Berkeley's names of layouts. Where a course's own files are missing, each stands for a maze of ours of its kind."""

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
