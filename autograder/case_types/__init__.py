"""The kinds of cases, and the right answers to them."""
