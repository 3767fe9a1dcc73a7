"""The FIDE Dutch and Burstein systems: what an engine is told, and the engines that the program uses.

``field`` turns an event into plain values, ``engine`` answers with pairs; another engine takes its place by
keeping the one function ``engine.DutchEngine``. ``docs/algorithms/swiss.md`` says which edition of the rules.
"""
