"""The desk of arbiters and helpers."""
