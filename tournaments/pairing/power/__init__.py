"""Power pairing at tables of three and four: what it weighs, where it starts, how it searches.

``docs/algorithms/swiss-tables.md`` states the objective and what is guaranteed.
"""
