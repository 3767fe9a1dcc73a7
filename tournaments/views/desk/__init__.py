"""The desk: what arbiters and helpers work with."""
