"""The services: each function is one transaction, locks the tournament's row first, and sends tasks on commit."""
