"""Files of other programs: read, understood and answered line by line, and written. Knows no database."""
