"""What everyone may read, as JSON."""
