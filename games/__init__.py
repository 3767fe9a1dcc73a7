"""The rules of the four games, their records and their replays. Pure: the standard library only."""
