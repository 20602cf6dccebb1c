"""The layout of the arrays that both sides read: Python packs and unpacks them, compiled code computes on them.

A module of constants is read through a short name: `encoding as e`, the memory of one's own search `as m`.
"""
