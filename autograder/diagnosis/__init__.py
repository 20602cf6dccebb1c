"""From wrong answers to the name of the bug."""
