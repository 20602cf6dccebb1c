"""Examples that a student writes before the code: small trees with the expected answer."""
