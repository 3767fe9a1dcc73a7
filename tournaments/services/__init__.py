"""What someone asks for: each function one transaction, the tournament's row locked first, tasks on
commit."""
