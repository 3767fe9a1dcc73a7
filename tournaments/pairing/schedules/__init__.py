"""Complete schedules: rounds of tables over the places 0 … n − 1, by algebra, from starters, or by search.

A schedule is a list of rounds, a round a list of tables, a table a tuple of places. Which player takes
which place, and who sits in which seat, is decided elsewhere.
"""
