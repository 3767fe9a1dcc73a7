"""Trials of what Viertal must withstand, on the whole application. Each part runs and ends by itself."""
