"""The autograder: runs an assignment's cases on submissions and awards points.

Kept empty: the child process that runs a student's code imports a few modules of this package and should load no more.
"""
