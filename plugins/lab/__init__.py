"""Playing many games and comparing rules."""
