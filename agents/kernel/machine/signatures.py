"""The compiled functions that Python may call, and their arguments.

A letter for each argument: `w` words (64 bits), `s` small words (16), `b` bytes and `f` floats are pointers; `i` is a
whole number, `x` a float, `t` true or false. What a function has to say it writes into its arguments. A part is a
module of `code/`; its functions are compiled, kept and loaded together.
"""

from typing import Final

PARTS: Final = {
    "board": {"flood": "wssi", "unpack": "wbbi"},
    "search": {"begin_search": "wwfwww", "run_search": "wwfwwwbsswfi"},
    "deep": {"begin_deep": "wwwbw", "run_deep": "wwwwwwbsswfi"},
    "tree": {"run_tree": "wwfwwwwbsswfi"},
    "game": {"run_game": "wbwfwwfwwwbsswfwfi"},
}
