"""The formats of dates, times and numbers."""
