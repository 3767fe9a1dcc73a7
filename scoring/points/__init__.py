"""From a table's result to what each player takes to the standings: places, shares, two colours, byes."""
