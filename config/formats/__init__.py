"""The formats of dates and times."""
