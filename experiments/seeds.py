"""The seed of every game of a batch."""

from hashlib import sha256


def game_seed(batch_seed: int, game: int) -> int:
    """Game number `game` of a batch: the first 48 bits of SHA-256 of "SEED/GAME", as a whole number.

    It depends on nothing else, so any number of workers, a resumed batch and every cell of a matrix play the same
    games. 48 bits, because some readers of JSON keep no more than 53.
    """
    return int.from_bytes(sha256(f"{batch_seed}/{game}".encode()).digest()[:6], "big")
