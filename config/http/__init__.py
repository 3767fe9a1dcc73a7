"""The layers that every request and answer passes before and after Django."""
