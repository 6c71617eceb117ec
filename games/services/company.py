"""Who may be asked to a table, and who may sit down with whom: not two of whom one has blocked the other.

Those who block are told why; those who are blocked only that it cannot be.
"""

from accounts.models import User
from accounts.services.blocks import are_apart, has_blocked
from games.engine.rules import Malformed, _
from games.services.refusals import NotOpen
from games.services.table import Table


def check_company(table: Table, user: User) -> None:
    people = table.people()
    if has_blocked(user, people):
        raise NotOpen(_("You have blocked somebody who sits at this table."))
    if are_apart(user, people):
        raise NotOpen(_("This table is not open to you."))


def check_may_invite(host: User, whom: User) -> None:
    if has_blocked(host, [whom.pk]):
        raise Malformed(_("You have blocked {name}. To invite them, unblock them first."), name=whom.username)
    if are_apart(host, [whom.pk]):
        raise Malformed(_("You cannot invite {name}."), name=whom.username)
