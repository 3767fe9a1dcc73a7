"""The parts that the whole API shares: resources, errors, the schema, limits."""
