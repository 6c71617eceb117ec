"""A mail to try out the mail server with: like those about games, with the picture of a game that nobody plays."""

from datetime import datetime
from email.utils import format_datetime
from itertools import islice

from django.utils.translation import gettext as _

from games.bots.registry import BOTS
from games.bots.simulation import simulate
from games.channels.addresses import host
from games.channels.mail import Mail, message_id, written
from games.channels.pictures import Picture, as_png, words_of_hand
from games.drawing.snapshots import snapshot
from games.engine.registry import RULES
from games.engine.replay import replay

TURNS = 24


def sample(address: str, now: datetime) -> Mail:
    cid = f"sample@{host()}"
    picture = sample_picture()
    return written(
        "sample",
        to=address,
        subject=_("A test mail from Genial"),
        context={"picture": picture, "cid": cid},
        headers={"Message-ID": message_id("sample", address, now), "Date": format_datetime(now)},
        pictures={cid: picture},
    )


def sample_picture() -> Picture:
    rules, bot = RULES["genial"], BOTS["random"]
    record = simulate(rules, "free", [bot, bot], "a mail", 0)
    secret = bytes.fromhex(record.secret or "")
    *_before, step = islice(replay(record, secret), TURNS + 1)
    view = rules.view(step.turn.state, step.turn.state.seat)
    drawn = snapshot(rules.key, view, [record.moves[TURNS - 1].data()])
    said = _("You have: %(held)s.") % {"held": words_of_hand(view)}
    return Picture(as_png(drawn.svg), drawn.width, drawn.height, words=said, standings=(), caption="")
