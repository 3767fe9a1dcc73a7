"""What a person touches: parse, call a service or a selector, answer."""
