"""Accounts: who has one, invitations, and the staff of an evening."""
