"""The operator's and the moderators' view of people. Everything is changed by services alone, and written down."""

from accounts.admin import audit, cases, hidden, measures, tokens, users

__all__ = ["audit", "cases", "hidden", "measures", "tokens", "users"]
