"""The grader's part of the sandbox: starting, timing and ending the processes that run students' code."""
