"""Entering games in the ledger. It always is as if they had been rated in its order, whatever order they were committed
or looked at in: what is found to be older than what was rated already takes that back, to be reckoned again."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db import transaction

from games import live
from games.models import Game, Rating, RatingChange
from games.rating.damping import WINDOW
from games.rating.reckoning import Book, Change, Finished, Standing, company_of
from games.rating.skill import Holder, Skill
from games.services.ratings.finished import AT_A_TIME, finished
from games.services.ratings.order import Ledger, Place, lock, not_before, place_of


def waiting() -> list[Ledger]:
    """Ledgers with games still to be entered."""
    due = Game.objects.filter(rating_due=True).order_by().values_list("rules_key", "rating_pool").distinct()
    return [Ledger(*found) for found in due]


@transaction.atomic
def catch_up(*, ledger: Ledger) -> int:
    """Enter what has ended and is not in the ledger yet; how many games that were."""
    lock(ledger)
    due = list(ledger.games().filter(rating_due=True).only("ended_at", "version"))
    if not due:
        return 0
    enter(ledger, since=place_of(due[0]))
    transaction.on_commit(lambda: announce(due))
    return len(due)


@transaction.atomic
def rebuild(*, ledger: Ledger) -> int:
    """Forget all ratings and reckon them anew from the first game on; how many games that were."""
    lock(ledger)
    return enter(ledger, since=None)


def announce(games: Iterable[Game]) -> None:
    """Those who look at these tables see their ratings change."""
    for game in games:
        live.game_moved(game.pk, game.version)


def enter(ledger: Ledger, *, since: Place | None) -> int:
    """Take back whatever is in the ledger from this place on, and enter all games from there. The ledger is locked."""
    pages = Pages(ledger, since)
    pages.take_back()
    games = ledger.games() if since is None else ledger.games().filter(not_before(since, "ended_at", "pk"))
    ids = list(games.values_list("pk", flat=True))
    for some in finished(ids):
        pages.read_up_on(some)
        rows = [pages.row(game, change) for game in some for change in pages.book.enter(game)]
        RatingChange.objects.bulk_create(rows, batch_size=AT_A_TIME)
        Game.objects.filter(pk__in=[game.key for game in some], rating_due=True).update(rating_due=False)
    pages.close()
    return len(ids)


@dataclass
class Pages:
    """The ledger in hand, from a place on: what stood there before is read only of those who are needed."""

    ledger: Ledger
    since: Place | None
    book: Book = field(default_factory=Book)
    taken_back: set[Holder] = field(default_factory=set)

    def take_back(self) -> None:
        rows = RatingChange.objects.filter(**self.ledger._asdict())
        if self.since is None:
            rows.delete()
            Rating.objects.filter(**self.ledger._asdict()).delete()
            return
        later = rows.filter(not_before(self.since, "at", "game_id")).order_by()
        self.taken_back = set(later.values_list("user_id", "bot").distinct())
        if self.taken_back:
            later.delete()

    def read_up_on(self, games: Iterable[Finished]) -> None:
        """Standings and meetings from before, of those at these tables who are not in the book yet."""
        if self.since is None:
            return
        seats = [seat for game in games for seat in game.seats]
        self.read_standings({seat.holder for seat in seats} - self.book.standings.keys())
        companies = {company_of(game.seats) for game in games} - self.book.meetings.moments.keys() - {""}
        met = RatingChange.objects.filter(
            **self.ledger._asdict(), company__in=companies, at__gt=self.since.at - WINDOW
        ).exclude(company="")  # whatever is later has been taken back
        for company in companies:
            self.book.meetings.remember(company, ())
        for company, at, _game in met.order_by("at", "game_id").values_list("company", "at", "game_id").distinct():
            self.book.meetings.moments[company].append(at)

    def read_standings(self, holders: set[Holder]) -> None:
        for holder in holders & self.taken_back:
            self.read_last_row(holder)
        for rating in self.ratings(holders - self.taken_back):
            self.book.standings[rating.holder] = Standing(rating.skill, rating.games, rating.last_at)

    def read_last_row(self, holder: Holder) -> None:
        rows = RatingChange.objects.filter(user=holder[0], bot=holder[1], **self.ledger._asdict())
        last = rows.order_by("-at", "-game_id").first()
        if last:
            self.book.standings[holder] = Standing(Skill(last.mu_after, last.sigma_after), last.games, last.at)

    def ratings(self, holders: Iterable[Holder]) -> list[Rating]:
        users, bots = [user for user, _bot in holders if user], [bot for _user, bot in holders if bot]
        known = Rating.objects.filter(**self.ledger._asdict())
        found = list(known.filter(bot__in=bots)) if bots else []
        for start in range(0, len(users), AT_A_TIME):
            found += known.filter(user__in=users[start : start + AT_A_TIME])
        return found

    def row(self, game: Finished, change: Change) -> RatingChange:
        return as_row(self.ledger, game, change)

    def close(self) -> None:
        """Write down the ratings that the ledger now leads to."""
        self.read_standings(self.taken_back - self.book.standings.keys())
        known = {rating.holder: rating for rating in self.ratings([*self.book.standings, *self.taken_back])}
        ratings = [as_rating(self.ledger, holder, standing) for holder, standing in self.book.standings.items()]
        for rating in ratings:
            rating.pk = known[rating.holder].pk if rating.holder in known else None
        new = [rating for rating in ratings if rating.pk is None]
        Rating.objects.bulk_create(new, batch_size=AT_A_TIME)
        changed = [rating for rating in ratings if rating.holder in known]
        Rating.objects.bulk_update(changed, ["mu", "sigma", "games", "last_at"], batch_size=AT_A_TIME)
        gone = [rating.pk for holder, rating in known.items() if holder not in self.book.standings]
        Rating.objects.filter(pk__in=gone).delete()


def as_row(ledger: Ledger, game: Finished, change: Change) -> RatingChange:
    user, bot = change.holder
    return RatingChange(
        **ledger._asdict(),
        game_id=game.key,
        seat=change.seat,
        user_id=user,
        bot=bot,
        mu_before=change.before.mu,
        sigma_before=change.before.sigma,
        mu_after=change.after.mu,
        sigma_after=change.after.sigma,
        games=change.games,
        weight=change.weight,
        why=dict(change.why),
        company=change.company,
        at=game.at,
    )


def as_rating(ledger: Ledger, holder: Holder, standing: Standing) -> Rating:
    user, bot = holder
    mu, sigma = standing.skill
    return Rating(
        **ledger._asdict(), user_id=user, bot=bot, mu=mu, sigma=sigma, games=standing.games, last_at=standing.last_at
    )
