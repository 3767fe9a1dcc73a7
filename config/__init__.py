"""Wiring: settings, addresses, the worker, the web server and `make up`. Nobody imports this package."""
