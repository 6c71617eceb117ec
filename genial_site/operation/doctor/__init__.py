"""Looks a whole installation over and says in words what is wrong with it, why that matters, and what to do."""
