"""Making pages: what views, the API and the live channel share."""
