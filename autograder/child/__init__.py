"""Code that runs in the child process, next to a student's code. Imports only `pacman` and the channel."""
