"""Compiling, keeping and loading machine code: the only place that knows numba and llvmlite."""
