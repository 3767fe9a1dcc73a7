"""Mutants: one line of the program broken on purpose, and the tests that must notice."""
