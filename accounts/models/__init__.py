from accounts.models.audit import AuditEntry
from accounts.models.block import Block
from accounts.models.case import Case
from accounts.models.dispatch import Dispatch
from accounts.models.export import Export, ExportPart
from accounts.models.former_name import FormerName
from accounts.models.measure import Measure
from accounts.models.token import ApiToken
from accounts.models.user import User, UserManager

__all__ = [
    "ApiToken",
    "AuditEntry",
    "Block",
    "Case",
    "Dispatch",
    "Export",
    "ExportPart",
    "FormerName",
    "Measure",
    "User",
    "UserManager",
]
