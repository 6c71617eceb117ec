from accounts.models.token import ApiToken
from accounts.models.user import User, UserManager

__all__ = ["ApiToken", "User", "UserManager"]
