"""The site over all events: lists, search, feeds, people's pages, addresses, and its health."""
