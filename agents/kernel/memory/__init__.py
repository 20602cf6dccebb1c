"""Layout of the arrays shared by Python, which packs and unpacks them, and compiled code, which computes on them.

Modules of constants are imported under short names: `encoding as e`, the memory of the module's own search `as m`.
"""
