"""Lists of players, teams and results on their way in."""
