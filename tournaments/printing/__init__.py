"""The printed documents, as PDF: values in, pages out. It knows no database and no request."""
