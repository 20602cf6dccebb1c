"""Environments for learning: Gymnasium, PettingZoo and many boards at once (extra `rl`).

Every environment plays the rules of `pacman.state`. `pacman.envs` registers them with Gymnasium.
"""
