"""User names in addresses."""

from accounts.models import User


class NameConverter:
    """What the validator of names lets pass, and nothing that a database refuses."""

    regex = r"[\w.@+-]{1,150}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str | User) -> str:
        return str(value)
