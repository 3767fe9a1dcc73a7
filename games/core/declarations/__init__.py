"""Games without an engine: their declaration, read and checked, and the results that it allows."""
