"""What the searches stand on: book-keeping, checks, traces, and games made of tables."""
