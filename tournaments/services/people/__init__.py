"""People of the registers: their details, two who are one, their wishes, and erasing them."""
