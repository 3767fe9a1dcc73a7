"""What all parts of the API share: resources, errors, the schema, limits."""
