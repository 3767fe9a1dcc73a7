"""What a person touches: parse, ask a selector or call a service, answer."""
