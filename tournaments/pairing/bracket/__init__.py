"""Single elimination: the shape of the rounds, and who goes on."""
