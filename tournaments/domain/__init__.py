"""The ground of every write: rights, the lock, the book of results, the log, the queue of the worker."""
