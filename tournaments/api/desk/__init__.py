"""The API for arbiters' programs."""
