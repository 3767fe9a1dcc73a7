"""Papers and files: what is printed of an event, its lists as sheets, the event written out."""
