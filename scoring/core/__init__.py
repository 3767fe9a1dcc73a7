"""The history that tie-breaks see, and their codes, registry, parts and values."""
