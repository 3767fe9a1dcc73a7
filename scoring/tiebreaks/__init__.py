"""The tie-breaks, one family a file; the registry finds every function marked with ``@tie_break``."""
