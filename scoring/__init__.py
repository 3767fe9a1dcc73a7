"""From results to an order: points, tie-breaks, standings. Pure: no floats, no database."""
