"""Task execution, on this machine and on a cluster: what experiments and the grader run their work with."""
