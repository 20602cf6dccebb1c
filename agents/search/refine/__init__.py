"""Refinements that let a search look deeper: move ordering, transposition tables, deepening, forward pruning."""
