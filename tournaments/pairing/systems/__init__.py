"""One pairing system a file; the registry finds every module here whose name has no leading underscore."""
