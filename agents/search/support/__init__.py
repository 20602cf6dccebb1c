"""Support code of the searches: book-keeping, validation, traces, and games defined by tables."""
