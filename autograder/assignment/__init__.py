"""Assignments: folders of questions and cases, and fresh instances of them."""
