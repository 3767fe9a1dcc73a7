"""Pages for people: parse, call a service or a selector, answer."""
