"""Programs that are kept running: as whom, on which port, and what they say."""
