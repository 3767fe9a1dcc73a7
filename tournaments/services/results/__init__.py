"""Results: entered at the desk, or reported by the players."""
