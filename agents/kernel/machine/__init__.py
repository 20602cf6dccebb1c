"""Compiling, caching and loading machine code: the only package that uses numba and llvmlite."""


def compiler_version() -> str | None:
    """Return the name and version of the compiler without importing it; None if it is not installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"numba {version('numba')}"
    except PackageNotFoundError:
        return None
