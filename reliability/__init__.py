"""What Viertal must withstand, tried on the whole application. Each part runs by itself and ends by itself."""
