"""The classes of cases, and the reference solutions for them."""
