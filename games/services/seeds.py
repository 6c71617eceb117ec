import secrets

SEED_BYTES = 12


def proposed_seed() -> str:
    """A client seed that the reader may change."""
    return secrets.token_urlsafe(SEED_BYTES)
