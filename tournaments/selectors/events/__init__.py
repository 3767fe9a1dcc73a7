"""Events: the document that pairing and scoring are asked with, and what everybody sees of one."""
