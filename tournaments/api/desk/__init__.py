"""What arbiters' programs read and write."""
