"""Who sits where: pairing systems as pure functions from an event to a seating."""
