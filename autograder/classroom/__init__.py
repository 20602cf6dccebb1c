"""Grading of a class: a folder of submissions, graded in parallel and resumable; bundles for Gradescope."""
