from accounts.models.block import Block
from accounts.models.export import Export, ExportPart
from accounts.models.letter import Letter
from accounts.models.token import ApiToken
from accounts.models.user import User, UserManager

__all__ = ["ApiToken", "Block", "Export", "ExportPart", "Letter", "User", "UserManager"]
