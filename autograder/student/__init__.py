"""The grader's interface to a submission, which runs in process or isolated."""
