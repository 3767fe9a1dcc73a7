"""What every game shares: the interface, the record format, the replay and the registry."""
