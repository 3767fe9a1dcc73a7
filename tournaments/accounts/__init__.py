"""Signing in: sessions, passwords, and how often something may be tried."""
