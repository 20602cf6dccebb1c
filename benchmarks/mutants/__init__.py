"""A bank of wrong searches, by which the cases of the assignment are measured: `python -m benchmarks mutants`."""
