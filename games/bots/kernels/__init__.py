"""Fast twins of the rules for search, compiled: numbers in arrays instead of values with names."""
