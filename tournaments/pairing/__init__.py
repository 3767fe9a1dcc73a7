"""The seating of rounds: pairing systems as pure functions from an event to a seating."""
