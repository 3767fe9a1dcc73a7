"""Complete schedules carried through an event: planned, fitted to who is there, repaired."""
