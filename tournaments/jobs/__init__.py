"""The worker's own jobs: each takes ids, reads what is true now, can run twice or be killed half-way."""
