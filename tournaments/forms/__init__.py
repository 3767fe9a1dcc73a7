"""Forms: what a person types, checked and turned into what a service takes."""
