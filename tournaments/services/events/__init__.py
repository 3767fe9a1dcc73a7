"""Events as a whole: set up, changed while they run, archived, built of a document."""
