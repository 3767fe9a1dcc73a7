"""People in events: the names that may be read, teams, who is here, and their mails."""
