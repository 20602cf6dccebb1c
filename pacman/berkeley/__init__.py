"""Berkeley's dialect: the names and modules that submissions written for UC Berkeley's CS188 projects use.

camelCase lives here. Everything handed out is a fresh copy: a submission may change what it gets without changing the
game.
"""
