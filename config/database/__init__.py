"""The engine of the database: Django's for PostgreSQL, which says soon that nobody is there."""
