"""What an export holds: a record for each game, lists of everything else, and a text that explains them."""

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Prefetch
from django.template.loader import render_to_string

from accounts.models import Export, User
from accounts.services.exports import lists
from accounts.services.exports.about_me import about
from accounts.services.exports.archive import Part, as_json
from games import selectors
from games.models import Game, Player

FILES = {
    "games.json": lists.games,
    "chat.json": lists.messages,
    "notes.json": lists.notes,
    "notices.json": lists.notices,
    "ratings.json": lists.ratings,
    "reports.json": lists.reports,
}


def records(export: Export, batch: int) -> Iterator[tuple[int, str, str]]:
    """Seat by seat the record of its game, with a name; nameless where the game has not begun."""
    seat = export.reached
    seats = Player.objects.filter(user=export.user_id, pk__lte=export.until).order_by("pk")
    while found := list(seats.filter(pk__gt=seat).values_list("pk", "game_id")[:batch]):
        players = Prefetch("players", Player.objects.select_related("user"))
        wanted = Game.objects.filter(pk__in=[game_id for _seat, game_id in found])
        games = {game.pk: game for game in wanted.prefetch_related(players, "moves")}
        for seat, game_id in found:
            yield seat, *record(games.get(game_id))


def record(game: Game | None) -> tuple[str, str]:
    """As its players may have it at any time: the secret of the deal is no part of it while the game runs."""
    if game is None or not game.state:
        return "", ""
    players = sorted(game.players.all(), key=selectors.by_seat)
    over = game.status == Game.Status.FINISHED
    return f"records/{game.pk}.json", as_json(selectors.record_of(game, players, with_secret=over).data())


def add_the_rest(part: Part, user: User, now: datetime) -> None:
    """In the active language, which is the reader's."""
    part.add("account.json", as_json(about(user)))
    for name, rows in FILES.items():
        part.add_list(name, rows(user))
    part.add("README.txt", render_to_string("account/export_readme.txt", {"user": user, "now": now}))
