"""Wiring: settings, addresses, the worker and the web server. Only the launcher imports this package."""
