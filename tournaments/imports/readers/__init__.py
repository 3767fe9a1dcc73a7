"""Files of other programs as numbered lines of cells: spreadsheets, texts, lists in a mail."""
