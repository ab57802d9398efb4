"""What tefuda costs, as ratios to a program written in C that runs in between."""
