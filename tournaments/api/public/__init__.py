"""The API that everybody may read."""
