"""The API for programs: the same as the public pages show, as JSON in the event document's words."""
