"""What the grader asks of a submission, in process or isolated."""
