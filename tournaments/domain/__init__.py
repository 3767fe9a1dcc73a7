"""What every write rests on: who may, the lock, the book of results, the log, the way to the worker."""
