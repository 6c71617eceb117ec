"""Rating arithmetic: pure, on top of openskill. docs/ratings.md says in words what it does."""
