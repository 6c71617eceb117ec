"""What a notice says to its reader, in the active language and time zone: the bell, mails, push messages and feeds.

Players, results and clocks are public to whoever may see the game; nothing else of a game is said here.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.channels.moments import how_long, until
from games.drawing.words import ENDED_BY, listed, result_words
from games.models import ChatMessage, Game, Mute, Notice, Player
from games.services import chat
from games.services.table import Table

Kind = Notice.Kind

QUOTED = 160
"""Characters of a message that a notice repeats."""


@dataclass(frozen=True, slots=True)
class Words:
    title: str
    """One line: a mail's subject, the headline of a push message."""
    line: str
    """What else matters: which game, until when, what happens now."""
    path: str
    """Of the page that it is about, on this site. It signs nobody in, and opening it changes nothing."""
    button: str
    """What following it is called."""


def words(notice: Notice, now: datetime) -> Words:
    """Sensible at any later time, too: what has happened since is not asked for any more."""
    about = About(notice, now)
    title, line, button = SAID[Kind(notice.kind)](about)
    return Words(title, line, reverse("pages:table", args=[notice.game_id]), button)


@dataclass(frozen=True)
class About:
    """A notice with what is said of its game."""

    notice: Notice
    now: datetime

    @property
    def game(self) -> Game:
        return self.notice.game

    @cached_property
    def players(self) -> list[Player]:
        return sorted(self.game.players.all(), key=lambda player: (player.seat or 0, player.joined))

    @property
    def own(self) -> Player | None:
        return next((player for player in self.players if player.user_id == self.notice.user_id), None)

    @property
    def title(self) -> str:
        return _(self.game.rules.title)

    @property
    def sides(self) -> tuple[int, ...]:
        return self.game.rules.variants[self.game.mode].side_of(self.game.seats)

    @property
    def others(self) -> str:
        """Everybody else at the table; once it is known who plays together, those on the other side."""
        own = self.own
        mine = None if own is None else self.side(own)
        return listed(
            player.name for player in self.players if player is not own and (mine is None or self.side(player) != mine)
        )

    def side(self, player: Player) -> int | None:
        return None if player.seat is None else self.sides[player.seat]

    @property
    def is_asked(self) -> bool:
        return is_asked(self.notice)

    @property
    def clock_runs(self) -> bool:
        return self.is_asked and self.game.deadline is not None

    @property
    def game_and_deadline(self) -> str:
        return joined(self.title, self.deadline)

    @property
    def deadline(self) -> str:
        return until(self.game.deadline, self.now) if self.is_asked and self.game.deadline else ""

    @property
    def whose_turn(self) -> str:
        """Who is to move now, the reader with their deadline."""
        if self.game.status != Game.Status.ACTIVE:
            return ""
        if self.is_asked:
            return joined(_("your turn"), self.deadline)
        moving = next((player for player in self.players if player.seat == self.game.to_move), None)
        # Translators: whose turn it is, as in "Bob's turn".
        return _("%(name)s’s turn") % {"name": moving.name} if moving else ""

    @property
    def button(self) -> str:
        return _("Play your turn") if self.is_asked else _("Look at the table")


def is_asked(notice: Notice) -> bool:
    """Whether it is still the reader's turn."""
    return notice.game.status == Game.Status.ACTIVE and notice.game.mover_id == notice.user_id


def joined(*parts: str) -> str:
    return " · ".join(part for part in parts if part)


Said = tuple[str, str, str]
"""Title, line and button."""


def your_turn(about: About) -> Said:
    others = about.others
    # Translators: the title of a notice; the names are those of the opponents.
    title = _("Your turn against %(names)s") % {"names": others} if others else _("Your turn")
    return title, about.game_and_deadline, about.button


def started(about: About) -> Said:
    others = about.others
    title = _("The game against %(names)s has started") % {"names": others} if others else _("Your game has started")
    return title, joined(about.title, about.whose_turn), about.button


def invited(about: About) -> Said:
    game = about.game
    host = game.host.username if game.host else ""
    title = _("%(host)s invites you to play") % {"host": host} if host else _("You are invited to play")
    seats = ngettext("%(count)d player", "%(count)d players", game.seats) % {"count": game.seats}
    if game.status != Game.Status.OPEN:
        return title, joined(about.title, seats), _("Look at the table")
    return title, joined(about.title, seats, _("a seat is kept for you")), _("Take your seat")


def reminder(about: About) -> Said:
    others, runs = about.others, about.clock_runs
    # Translators: how long is as in "in 5 hours".
    if others:
        title = (
            _("Your turn against %(names)s ends %(how_long)s") if runs else _("Reminder: your turn against %(names)s")
        )
    else:
        title = _("Your turn ends %(how_long)s") if runs else _("Reminder: your turn")
    return reminding(about, title)


def last_reminder(about: About) -> Said:
    others, runs = about.others, about.clock_runs
    # Translators: how long is as in "in 5 hours".
    if others and runs:
        title = _("Last reminder: your turn against %(names)s ends %(how_long)s")
    elif others:
        title = _("Last reminder: your turn against %(names)s")
    else:
        title = _("Last reminder: your turn ends %(how_long)s") if runs else _("Last reminder: your turn")
    return reminding(about, title)


def reminding(about: About, title: str) -> Said:
    left = how_long(about.game.deadline - about.now) if about.game.deadline else ""
    return title % {"names": about.others, "how_long": left}, about.game_and_deadline, about.button


def timed_out(about: About) -> Said:
    """To whoever ran out of time, and to the others."""
    late = late_player(about)
    if late is None or late.user_id == about.notice.user_id:
        others = about.others
        title = _("Your time against %(names)s ran out") % {"names": others} if others else _("Your time ran out")
        return title, joined(about.title, what_now(about, about.own)), button_after_timeout(about)
    title = _("%(name)s ran out of time") % {"name": late.name}
    return title, joined(about.title, what_now_for_others(about, late)), about.button


def late_player(about: About) -> Player | None:
    """Whose time ran out: it is the last such turn up to the notice's version."""
    moves = about.game.moves.filter(n__lte=about.notice.version, by="server", actions__0__type="timeout")
    seat = moves.order_by("-n").values_list("seat", flat=True).first()
    return next((player for player in about.players if player.seat == seat and seat is not None), None)


def what_now(about: About, own: Player | None) -> str:
    if about.game.status == Game.Status.FINISHED:
        return won_by(about)
    if own and own.sitting_in:
        return _("a bot plays on for you until you take your seat back")
    return about.whose_turn


def what_now_for_others(about: About, late: Player) -> str:
    if about.game.status == Game.Status.FINISHED:
        return won_by(about)
    if late.sitting_in:
        return joined(_("a bot sits in"), about.whose_turn)
    return about.whose_turn


def button_after_timeout(about: About) -> str:
    own = about.own
    if own and own.sitting_in and about.game.status == Game.Status.ACTIVE:
        return _("Take your seat back")
    return about.button


def over(about: About) -> Said:
    game = about.game
    if game.result is None:
        title = _("The table was closed") if game.status == Game.Status.CANCELLED else _("Game over")
        return title, about.title, _("Look at the table")
    why = str(ENDED_BY[game.result["ended_by"]])
    return won_by(about), joined(about.title, own_result(about), why), _("Look at the game")


def own_result(about: About) -> str:
    """The reader's place and points."""
    own, result = about.own, about.game.result or {}
    if own is None or own.seat is None:
        return ""
    counted = result_words(result, own.seat)
    if about.game.seats == 1:
        return counted
    place = _("place %(place)d of %(count)d") % {"place": result["places"][own.seat], "count": len(set(about.sides))}
    return joined(place, counted)


def won_by(about: About) -> str:
    places: list[int] = (about.game.result or {}).get("places", [])
    if len(places) < 2:
        return _("Your game is over")
    winners = [player for player in about.players if player.seat is not None and places[player.seat] == 1]
    names = listed(player.name for player in winners if player is not about.own)
    if about.own in winners:
        won = _("You have won against %(names)s") % {"names": about.others} if about.others else _("You have won")
        return _("You have won, together with %(names)s") % {"names": names} if names else won
    return ngettext("%(names)s has won", "%(names)s have won", len(winners)) % {"names": names}


def mention(about: About) -> Said:
    """Who wrote, and what, if its reader may read it; that is looked up anew, as it may have changed."""
    message = mentioning(about)
    if message is None or message.user is None:
        return _("Somebody mentioned you"), about.title, _("Look at the table")
    text = message.text if len(message.text) <= QUOTED else message.text[: QUOTED - 1].rstrip() + "…"
    title = _("%(name)s mentioned you") % {"name": message.user.username}
    # Translators: quotation marks around what somebody wrote.
    return title, joined(about.title, _("“%(text)s”") % {"text": text}), _("Read and answer")


def mentioning(about: About) -> ChatMessage | None:
    reader = about.notice.user
    readable = chat.readable(Table(about.game, about.players), reader)
    muted = Mute.objects.filter(reader=reader).values("muted")
    message = (
        readable.exclude(user__in=muted).select_related("user", "hidden_by").filter(pk=about.notice.version).first()
    )
    return None if message is None or message.is_hidden or message.is_removed else message


def next_in_series(about: About) -> Said:
    game = about.game
    length = game.series.length if game.series else 1
    title = _("Game %(number)d of %(count)d against %(names)s has started") % {
        "number": game.series_number + 1,
        "count": length,
        "names": about.others,
    }
    return title, joined(about.title, about.whose_turn), about.button


SAID: dict[Kind, Callable[[About], Said]] = {
    Kind.YOUR_TURN: your_turn,
    Kind.STARTED: started,
    Kind.INVITED: invited,
    Kind.REMINDER: reminder,
    Kind.LAST_REMINDER: last_reminder,
    Kind.TIMED_OUT: timed_out,
    Kind.OVER: over,
    Kind.MENTION: mention,
    Kind.NEXT_IN_SERIES: next_in_series,
}

URGENCY = (
    Kind.LAST_REMINDER,
    Kind.REMINDER,
    Kind.YOUR_TURN,
    Kind.NEXT_IN_SERIES,
    Kind.STARTED,
    Kind.MENTION,
    Kind.INVITED,
    Kind.TIMED_OUT,
    Kind.OVER,
)


def by_game(notices: Iterable[Notice]) -> list[list[Notice]]:
    """What is told of each game, the most urgent first; the games in the order of their most urgent news."""
    games: dict[UUID, list[Notice]] = {}
    for notice in sorted(notices, key=urgency):
        games.setdefault(notice.game_id, []).append(notice)
    return list(games.values())


def urgency(notice: Notice) -> tuple[bool, float, int, int]:
    """What asks something of its reader first, by deadline; then the rest."""
    asked, deadline = is_asked(notice), notice.game.deadline
    left = deadline.timestamp() if asked and deadline else float("inf")
    return not asked, left, URGENCY.index(Kind(notice.kind)), notice.pk or 0
