"""Games on pages: in words, as films, move by move, and as pictures."""
