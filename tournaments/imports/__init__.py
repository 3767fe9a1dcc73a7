"""Spreadsheets as clubs send them: read, understood, and answered line by line. Knows no database."""
