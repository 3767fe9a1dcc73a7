"""The Swiss Team Pairing System (FIDE Handbook C.04.6, in force since 1 February 2026).

``field`` reads the teams from the event and gives board 1 its colours, ``engine`` pairs.
"""
