"""What everyone may see."""
