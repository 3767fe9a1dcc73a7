"""Tests of the pure scoring layer."""
