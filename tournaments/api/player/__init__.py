"""The API for a player's own link."""
