"""The live channel, and the answers that need no Django page to be made.

``hub`` knows the versions, ``feeds`` finds out what changed on the pages that viewers have open, ``asgi`` tells
them, ``front`` answers a page's repeated request from memory; ``variants`` says which of a page's forms a request
asks for, and the tag of each.
"""
