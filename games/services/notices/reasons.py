"""Why a notice was not needed, waits or failed: words for the log, and what they mean to its reader."""

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

SEEN = "seen"
MOVED_ON = "moved_on"
OVER = "over"
WITHDRAWN = "withdrawn"
TOLD_BETTER = "told_better"
UNWANTED = "unwanted"
NO_CHANNEL = "no_channel"
CLOSED = "closed"
SUSPENDED = "suspended"

QUIET = "quiet"
ENOUGH_MAIL = "enough_mail"
LOST = "lost"
BROKEN = "broken"

MEANINGS: dict[str, Promise | str] = {
    SEEN: _("You had seen it already."),
    MOVED_ON: _("The game had moved on."),
    OVER: _("The game was over."),
    WITHDRAWN: _("The invitation was gone."),
    TOLD_BETTER: _("A later notice said the same and more."),
    UNWANTED: _("You do not want this kind of notice here."),
    NO_CHANNEL: _("There is nothing to send it to any more."),
    CLOSED: _("The account is closed."),
    SUSPENDED: _("Your account was suspended."),
    QUIET: _("It waits for the end of your quiet hours."),
    ENOUGH_MAIL: _("It waits because you got many mails within the hour."),
    LOST: _("Its sender was lost; it is sent again."),
    BROKEN: _("Something went wrong on our side."),
}


def meaning(reason: str) -> str:
    """A sentence: ours, one that a channel has said, or what a server answered."""
    if reason.startswith("HTTP "):
        return gettext("The server answered %(status)s.") % {"status": reason}
    return str(MEANINGS.get(reason) or gettext(reason))
