"""The compiled functions that Python may call, and their arguments.

A letter for each argument: `w` words (64 bits), `s` small words (16), `b` bytes and `f` floats are pointers; `i` is a
whole number, `x` a float, `t` true or false. What a function has to say it writes into its arguments.
"""

from typing import Final

FUNCTIONS: Final = {
    "flood": "wssi",
    "unpack": "wbbi",
    "begin_search": "wwfwww",
    "run_search": "wwfwwwbsswfi",
    "begin_deep": "wwwbw",
    "run_deep": "wwwwwwbsswfi",
    "run_tree": "wwfwwwwbsswfi",
    "run_game": "wbwfwwfwwwbsswfwfi",
}
