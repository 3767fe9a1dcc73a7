"""All chance in pairing comes from lots (``scoring.lots``): a stream of whole numbers that depends on the seed only."""

from scoring.lots import Lots

__all__ = ["Lots"]
