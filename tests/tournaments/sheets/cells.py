"""Forms of lists, and cells that a spreadsheet would calculate."""

FORMS = ["csv", "xlsx"]
DANGEROUS = ["=1+1", "+31", "-5", "@SUM(A1)", "＝1+1", "＋1", "－1", "＠x", "'=1", "''=1", "=cmd|' /C calc'!A0"]
