"""Entries: how players come into an event, stay away, come back, and leave."""
