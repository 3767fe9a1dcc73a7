"""A person's own account: sessions, and deleting their data."""
