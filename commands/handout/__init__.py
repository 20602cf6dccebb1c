"""What the handout of Berkeley's project has students type: its flags, its two programs, and the folder they lie in."""
