"""Private notes: one text for each player and game, which only its author ever sees."""

from datetime import datetime
from uuid import UUID

from accounts.models import User
from games import selectors
from games.engine.rules import Malformed, _
from games.models import Note
from games.models.note import NOTE_LENGTH
from games.services.table import Table


def note_of(table: Table, user: User) -> str:
    return Note.objects.filter(game=table.game, user=user).values_list("text", flat=True).first() or ""


def write_note(*, game_id: UUID, user: User, text: str, now: datetime) -> str:
    """Keep this text in place of what was there."""
    table = selectors.find_table(game_id, user)
    table.seated(user)
    text = text.replace("\r\n", "\n").replace("\x00", "").rstrip()
    if len(text) > NOTE_LENGTH:
        raise Malformed(_("A note has up to {most} characters."), most=NOTE_LENGTH)
    Note.objects.update_or_create(game=table.game, user=user, defaults={"text": text, "changed_at": now})
    return text
