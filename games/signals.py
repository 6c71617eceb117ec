"""What games tell whoever counts; nothing depends on it being heard."""

from django.dispatch import Signal

turn_played = Signal()
"""A turn has been committed: `rules`, `kind` (person, bot or server) and `seconds` from the table's loading on."""

bot_thought = Signal()
"""A bot has thought about a turn: `bot`, `rules`, `seconds` and `outcome` (ok, replaced or failed)."""

message_heard = Signal()
"""A live message has come through the broker: `seconds` on its way."""
