"""The hall on the evening itself: the desk, everybody's table, the sand-glass, and the reports."""
