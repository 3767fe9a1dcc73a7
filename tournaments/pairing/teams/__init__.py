"""Teams at the table: who is on which board, who sits opposite whom, and how pairs rotate over rounds."""
