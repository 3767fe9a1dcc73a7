"""FIDE's Tournament Report File (TRF16, and what TRF26 adds) for events at tables of two.

A file is read into a `Report` and written from one, without loss of what the format knows; a report becomes an event
document's values, and the other way round. Standard library only.

Source: FIDE Handbook, C.04 Annex 2 (TRF16), and TRF26, in force since 1 September 2025.
"""

from scoring.trf.reading import TrfError, read_report
from scoring.trf.report import Report, write_report

__all__ = ["Report", "TrfError", "read_report", "write_report"]
