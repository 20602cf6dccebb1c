"""Judgement: who is right, and by how many points.

Kept empty: the interpreter that runs a student's code imports a few modules of this package and should load no more.
"""
