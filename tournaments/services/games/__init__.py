"""Games at the tables: the clock, dealt cards, moves, and the records that are kept."""
