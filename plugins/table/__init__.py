"""Games at a table: persons and bots play one, look at it, save it and see it again."""
