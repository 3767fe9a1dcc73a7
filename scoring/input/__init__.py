"""Event documents that come in: their rules, their results, and every check of the format."""
