"""The event document: its values, the JSON that may be hostile, its versions, and how it is written."""
