"""The limit program in C, and its game in the rule language."""
