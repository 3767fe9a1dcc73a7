"""Power pairing at tables of three to six: what it weighs, where it starts, how it searches.

``docs/algorithms/swiss-tables.md`` states the objective and what is guaranteed.
"""
