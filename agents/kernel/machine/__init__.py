"""Compiling, caching and loading machine code: the only package that uses numba and llvmlite."""
