"""Games at the tables: their records, lists and words, and the ready-made games."""
