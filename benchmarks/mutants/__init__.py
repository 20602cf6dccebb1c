"""Bank of wrong searches that measures the cases of the assignment: `python -m benchmarks mutants`."""
