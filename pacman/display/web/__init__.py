"""Pages: games, boards and trees as one offline HTML file each, drawn from plain data."""
