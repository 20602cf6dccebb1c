"""Task execution on this machine and on a cluster, for experiments and for the grader."""
