"""A month of correspondence on fixed seeds: people all over the world, their games, and every notice they get."""
