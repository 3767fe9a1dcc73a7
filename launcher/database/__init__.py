"""The database: its server, its dumps, and the way over a new version."""
