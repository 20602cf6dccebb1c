"""Local search: no path and no tree, only states, each with a value, and a way to change them a little."""
