"""Compatibility with the handout of Berkeley's project: its flags, its two programs, and the students' folder."""
