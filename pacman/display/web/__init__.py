"""HTML pages of games, boards and trees: each is one offline file, drawn from plain data."""
