"""The common ground of all games: the interface, the record format, the replay and the registry."""
