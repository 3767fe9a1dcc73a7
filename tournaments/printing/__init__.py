"""What is printed, as PDF: values in, pages out. Knows no database and no request."""
