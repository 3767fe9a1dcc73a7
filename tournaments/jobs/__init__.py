"""What the worker alone does: takes ids, reads what is true now, can run twice or be killed half-way."""
