"""Tables before the game: create, invite, join, leave, and what happens to tables that nobody joins."""

import secrets
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Exists, OuterRef

from accounts.models import User
from accounts.services.counting import count_so_far, counted, network_of
from accounts.services.standing import is_suspended
from games import live
from games.bots.registry import BOTS
from games.engine.dealing import SECRET_BYTES, commitment
from games.engine.rules import Malformed, _
from games.models import Game, Invitation, Notice, Player, Pool, Series
from games.services import invitations
from games.services.company import check_company, check_may_invite
from games.services.notices.telling import tell
from games.services.refusals import Full, NotAPlayer, NotForGuests, NotOpen, NotTheHost, TooMany, TooOften, Unknown
from games.services.starting import start_if_full
from games.services.table import Table, load_table, lock_table
from games.services.waking import send
from games.services.wishes import Wish

OPEN_TABLES_EACH = 20
GAMES_WITH_BOTS, GAMES_OF_A_GUEST = 100, 10
"""Hosted at a time, running ones included: an account costs nothing, but bots' thinking does."""
OPEN_FOR = timedelta(days=14)
UNKNOWN_AN_HOUR = 20
"""Names of nobody that may be invited from a network, so that no list of the players is made that way."""


@transaction.atomic
def create_table(*, host: User, wish: Wish, now: datetime, rematch_of: Game | None = None, address: str = "") -> Game:
    """Lay out a table; it starts by itself once the last seat is taken. The address is that of the host's network."""
    User.objects.select_for_update().get(pk=host.pk)  # so that the limit holds for requests at the same time, too
    if host.hosted_games.filter(status=Game.Status.OPEN).count() >= OPEN_TABLES_EACH:
        raise TooMany(_("You have {most} open tables: let some of them fill first."), most=OPEN_TABLES_EACH)
    check_bots(host, wish)
    if host.is_guest:
        check_guest(host, wish)
    secrets_drawn = [secrets.token_bytes(SECRET_BYTES) for _number in range(wish.series)]
    game = Game(
        rules_key=wish.rules_key,
        mode=wish.mode,
        seats=len(wish.seats),
        public=wish.public,
        rated=wish.rated,
        rating_pool=pool_of(wish),
        pace=wish.pace,
        stand_in=wish.stand_in,
        host=host,
        link=secrets.token_urlsafe(16),
        rematch_of=rematch_of,
        secret=secrets_drawn[0],
        commitment=commitment(secrets_drawn[0]),
        created_at=now,
    )
    if wish.series > 1:
        game.series = Series.objects.create(
            length=wish.series,
            secrets=[secret.hex() for secret in secrets_drawn],
            commitments=[commitment(secret) for secret in secrets_drawn],
            created_at=now,
        )
    game.options = options_of(game, wish.order, table_talk=wish.table_talk)
    invited = [whom_to_invite(seat["invite"], host, address, now) for seat in wish.seats if "invite" in seat]
    different = {whom.casefold() if isinstance(whom, str) else whom for whom in invited}
    if len(different) != len(invited):
        raise Malformed(_("You can invite each person once."))
    invitations.spend_allowance(host, [whom for whom in invited if isinstance(whom, str)], now)
    game.save()
    invite(game, invited, now)
    table = Table(game, [])
    for seat in wish.seats:
        if "me" in seat:
            sit_down(table, user=host, client_seed=wish.client_seed)
        elif "bot" in seat:
            sit_down(table, bot=seat["bot"])
    start_if_full(table, now)
    return game


def pool_of(wish: Wish) -> str:
    """Whose ratings the game will change."""
    if not wish.rated:
        return ""
    return Pool.BOTS if any("bot" in seat for seat in wish.seats) else Pool.PEOPLE


def check_bots(host: User, wish: Wish) -> None:
    """Bots have one queue for everybody, and nobody may fill it alone."""
    if not any("bot" in seat for seat in wish.seats):
        return
    against_bots = Player.objects.exclude(bot="").filter(game=OuterRef("pk"))
    unfinished = host.hosted_games.filter(Exists(against_bots), status__in=[Game.Status.OPEN, Game.Status.ACTIVE])
    if unfinished.count() >= GAMES_WITH_BOTS:
        raise TooMany(_("You have {most} games with bots: finish some of them first."), most=GAMES_WITH_BOTS)


def check_guest(guest: User, wish: Wish) -> None:
    """What a guest may not wish for."""
    unfinished = guest.hosted_games.filter(status__in=[Game.Status.OPEN, Game.Status.ACTIVE])
    if unfinished.count() >= GAMES_OF_A_GUEST:
        raise TooMany(
            _("Guests have up to {most} games at a time: finish one first, or sign up."), most=GAMES_OF_A_GUEST
        )
    if wish.rated:
        raise NotForGuests(_("Rated games need an account."))
    if any("@" in seat.get("invite", "") for seat in wish.seats):
        raise NotForGuests(_("To invite by mail you need an account; send the link of the table yourself instead."))


def options_of(game: Game, order: str, first: int = 0, *, table_talk: bool = False) -> dict[str, Any]:
    """What the record says of how this game is dealt and played."""
    options: dict[str, Any] = {"order": order}
    if game.rules.has_series:
        options["first"] = first
    if game.series:
        options["series"] = str(game.series.pk)
    if table_talk:
        options["table_talk"] = True
    return options


def sit_down(table: Table, *, user: User | None = None, bot: str = "", client_seed: str = "") -> Player:
    """Take the next seat in order of joining."""
    joined = max((player.joined for player in table.players), default=-1) + 1
    seed = BOTS[bot].client_seed if bot else client_seed
    player = Player.objects.create(game=table.game, joined=joined, user=user, bot=bot, client_seed=seed)
    table.players.append(player)
    return player


# --- inviting ----------------------------------------------------------------------------------


def whom_to_invite(whom: str, host: User, address: str, now: datetime) -> User | str:
    """A user by name, or an e-mail address, of which nobody learns here whether it has an account.

    `address` is where the request came from: whoever names many players who are not here is guessing.
    """
    guessing = network_of(address) or f"account {host.pk}"
    if "@" in whom:
        try:
            validate_email(whom)
        except ValidationError:
            raise Malformed(_("{address} is not an e-mail address."), address=whom) from None
        return whom
    if count_so_far("unknown-invited", guessing, now) >= UNKNOWN_AN_HOUR:
        raise TooOften(_("You named many players who are not here. Send the link of the table, or wait for an hour."))
    user = User.objects.filter(username__iexact=whom, is_active=True).first()
    if user is None:
        counted("unknown-invited", guessing, now)
        raise Malformed(_("There is no player called {name}."), name=whom)
    if user == host:
        raise Malformed(_("You cannot invite yourself."))
    check_may_invite(host, user)
    if is_suspended(user, now):
        raise Malformed(_("{name} cannot play just now."), name=user.username)
    return user


def invite(game: Game, invited: list[User | str], now: datetime) -> None:
    for whom in invited:
        invitation = Invitation.objects.create(
            game=game,
            user=whom if isinstance(whom, User) else None,
            address=whom if isinstance(whom, str) else "",
            token=secrets.token_urlsafe(16),
            created_at=now,
        )
        if invitation.address:
            transaction.on_commit(lambda pk=invitation.pk: send("games.tasks.mail_invitation", pk))  # type: ignore[misc]
    tell(Notice.Kind.INVITED, game, [whom.pk for whom in invited if isinstance(whom, User)], game.version, now)


# --- joining and leaving -----------------------------------------------------------------------


@transaction.atomic
def join(*, game_id: UUID, user: User, client_seed: str = "", link: str = "", now: datetime) -> Game:
    """Take a seat: one that is kept for you, or an open one."""
    table = lock_table(game_id)
    game = table.game
    kept_seats = list(game.invitations.all())
    mine = next((kept for kept in kept_seats if kept.user_id == user.pk or (link and kept.token == link)), None)
    if not (game.public or mine or link == game.link or table.player_of(user)):
        raise Unknown(_("There is no such game."))
    if table.player_of(user):
        raise NotOpen(_("You are sitting at this table already."))
    if game.status != Game.Status.OPEN:
        raise NotOpen(_("This table is not open any more."))
    if game.rated and user.is_guest:
        raise NotForGuests(_("Rated games need an account."))
    if mine is None and len(table.players) + len(kept_seats) >= game.seats:
        raise Full(_("Every seat at this table is taken or kept for somebody."))
    check_company(table, user)
    if mine is not None:
        mine.delete()
    sit_down(table, user=user, client_seed=client_seed)
    start_if_full(table, now)
    return game


@transaction.atomic
def leave(*, game_id: UUID, user: User, now: datetime) -> Game:
    """Get up before the game has started, or decline an invitation. A table without its host is cancelled."""
    table = lock_table(game_id)
    game = table.game
    player = table.player_of(user)
    if player is None and not game.invitations.filter(user=user).exists():
        check_visible(table, user)
        raise NotAPlayer(_("You are not sitting at this table."))
    if game.status != Game.Status.OPEN:
        raise NotOpen(_("The game has started: you can only resign."))
    if user == game.host:
        return call_off(game, now)
    return free_seat(table, user)


@transaction.atomic
def kick(*, game_id: UUID, host: User, name: str) -> Game:
    """Free the seat of somebody, or take an invitation back."""
    table = lock_table(game_id)
    game = table.game
    check_host(table, host)
    if game.invitations.filter(address__iexact=name).exclude(address="").delete()[0]:
        return touched(game)
    whom = User.objects.filter(username__iexact=name).first()
    player = table.player_of(whom) if whom else None
    if whom is None or (player is None and not game.invitations.filter(user=whom).exists()):
        raise Unknown(_("There is no {name} at this table."), name=name)
    if whom == host:
        raise Malformed(_("To leave your own table, cancel it."))
    return free_seat(table, whom)


@transaction.atomic
def cancel(*, game_id: UUID, host: User, now: datetime) -> Game:
    table = lock_table(game_id)
    check_host(table, host)
    return call_off(table.game, now)


def check_visible(table: Table, user: User) -> None:
    """Who may not know of a game does not learn that there is one."""
    if not table.game.may_be_seen_by(user, table.players):
        raise Unknown(_("There is no such game."))


def check_host(table: Table, user: User) -> None:
    check_visible(table, user)
    game = table.game
    if game.host != user:
        raise NotTheHost(_("Only the host of this table can do that."))
    if game.status != Game.Status.OPEN:
        raise NotOpen(_("The game has started."))


def free_seat(table: Table, user: User) -> Game:
    """Let the seat go, and let whoever joined later move up: the record numbers players without a gap."""
    player = table.player_of(user)
    if player:
        player.delete()
        later = [other for other in table.players if other.joined > player.joined]
        for other in sorted(later, key=lambda other: other.joined):
            other.joined -= 1
            other.save(update_fields=["joined"])
    table.game.invitations.filter(user=user).delete()
    return touched(table.game)


def call_off(game: Game, now: datetime) -> Game:
    game.status = Game.Status.CANCELLED
    game.ended_at = now
    game.invitations.all().delete()
    return touched(game)


def touched(game: Game) -> Game:
    game.revision += 1
    game.save()
    transaction.on_commit(lambda: live.game_moved(game.pk, game.version))
    return game


def old_tables(*, now: datetime) -> list[UUID]:
    """Tables that nobody joined for a fortnight end by themselves."""
    old = Game.objects.filter(status=Game.Status.OPEN, created_at__lte=now - OPEN_FOR)
    return list(old.values_list("pk", flat=True))


@transaction.atomic
def cancel_old_table(*, game_id: UUID, now: datetime) -> None:
    game = lock_table(game_id).game
    if game.status == Game.Status.OPEN and game.created_at <= now - OPEN_FOR:
        call_off(game, now)


# --- playing again -----------------------------------------------------------------------------


@transaction.atomic
def rematch(*, game_id: UUID, user: User, client_seed: str = "", now: datetime) -> Game:
    """The same table again: whoever asks first lays it out and the others are invited; they join by asking, too."""
    table = lock_table(game_id)
    game = table.game
    if table.player_of(user) is None:
        check_visible(table, user)
        raise NotAPlayer(_("Only those who played can ask for a rematch."))
    if game.status != Game.Status.FINISHED:
        raise NotOpen(_("This game is not over yet."))
    again = Game.objects.filter(rematch_of=game).exclude(status=Game.Status.CANCELLED).first()
    if again:
        if load_table(again).player_of(user):
            return again
        return join(game_id=again.pk, user=user, client_seed=client_seed, link=again.link, now=now)
    Game.objects.filter(rematch_of=game).update(rematch_of=None)
    return create_table(host=user, wish=same_again(table, user, client_seed, now), now=now, rematch_of=game)


def same_again(table: Table, user: User, client_seed: str, now: datetime) -> Wish:
    game = table.game
    return Wish(
        rules_key=game.rules_key,
        mode=game.mode,
        seats=[seat_again(player, user, now) for player in table.players],
        order=game.options["order"] if not game.series else "random",
        rated=game.rated,
        public=game.public,
        pace=game.pace,
        stand_in=game.stand_in,
        series=game.series.length if game.series else 1,
        client_seed=client_seed,
        table_talk=game.options.get("table_talk", False),
    )


def seat_again(player: Player, user: User, now: datetime) -> dict[str, Any]:
    if player.bot:
        return {"bot": player.bot}
    if player.user == user:
        return {"me": True}
    if player.user and player.user.is_active and not is_suspended(player.user, now):
        return {"invite": player.user.username}
    return {"open": True}
