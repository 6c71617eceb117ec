"""Mails as a mail server gets them."""

import re
import struct
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.test import override_settings
from django.utils import translation

from accounts.models import User
from games.channels import mail
from games.channels.trouble import Permanent, Temporary
from games.models import Game, Notice
from games.services.notices.unsubscribing import read_token
from tests.tables import NOW, bystander, mover, open_table, people, person, play_on, running_game

from .noticing import loaded, notice
from .postoffice import free_port, post_office

pytestmark = pytest.mark.django_db

Kind = Notice.Kind
ALL_GAMES = ["genial", "genial-3d", "genial-cards", "koepfchen"]


@pytest.fixture
def office():
    with post_office() as office:
        yield office


@pytest.fixture
def site(settings):
    settings.SITE_URL = urlsplit("https://play.example.org")
    return "https://play.example.org"


def parts(message):
    """Every part by its type, those that hold others included."""
    return [(part.get_content_type(), part) for part in message.walk()]


def content(message, kind):
    return next(part.get_content() for found, part in parts(message) if found == kind)


def games_of(ada, bob, *all_rules):
    """Games in which it is Ada's turn, the first with the least time."""
    made = []
    for days, rules in zip((1, 2, 3, 5, 7), all_rules, strict=False):
        game = running_game(ada, bob, rules=rules, pace={"days": days})
        game = play_on(game, turns=0 if mover(game) == ada else 1)
        made.append(play_on(game, turns=2))
    return made


def test_a_mail_has_a_text_a_page_and_the_position(office, site):
    game = play_on(running_game(*people("ada", "bob")), turns=4)
    user, other = mover(game), bystander(game)
    message_id = mail.deliver(user, [notice(user, game)], NOW)
    [message] = office.mails
    kinds = [kind for kind, _part in parts(message)]
    assert kinds == ["multipart/related", "multipart/alternative", "text/plain", "text/html", "image/png"]
    assert message["Subject"] == f"Your turn against {other}"
    assert message["To"] == user.email
    assert message["Message-ID"] == message_id
    assert message["Date"] == "Wed, 18 Nov 2026 08:00:00 +0000"
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["Precedence"] is None
    text, page = content(message, "text/plain"), content(message, "text/html")
    for said in (f"Your turn against {other}", "until Sat 21 Nov, 08:00 (in 3 days)", f"{site}/table/{game.pk}/"):
        assert said in text
        assert said in page
    picture = parts(message)[-1][1]
    assert f'src="cid:{picture["Content-ID"][1:-1]}"' in page
    assert picture.get_content_disposition() == "inline"


def test_links_go_to_plain_pages_of_ours(office, site):
    game = play_on(running_game(*people("ada", "bob")), turns=4)
    user = mover(game)
    mail.deliver(user, [notice(user, game)], NOW)
    page = content(office.mails[0], "text/html")
    links = set(re.findall(r'href="([^"]+)"', page))
    off = next(link for link in links if "/unsubscribe/" in link)
    assert links - {off} == {f"{site}/", f"{site}/table/{game.pk}/", f"{site}/my/notices/settings/"}
    assert game.link not in page


@pytest.mark.parametrize("rules", ALL_GAMES)
def test_the_position_of_every_game_is_drawn_sharp_and_small(rules, office):
    game = play_on(running_game(*people("ada", "bob"), rules=rules), turns=12)
    mail.deliver(mover(game), [notice(mover(game), game)], NOW)
    png = content(office.mails[0], "image/png")
    page = content(office.mails[0], "text/html")
    width, height = struct.unpack(">II", png[16:24])
    shown = re.search(r'width="(\d+)" height="(\d+)"', page.partition('<img src="cid:')[2])
    assert shown
    assert (width, height) == tuple(3 * int(number) for number in shown.groups())
    assert len(png) <= 60_000
    assert 'alt="After turn 12. ' in page
    assert "You have: " in page


def test_a_table_that_waits_for_players_has_no_picture(office):
    ada, bob = people("ada", "bob")
    game = open_table(ada, {"invite": "bob"})
    mail.deliver(bob, [notice(bob, game, Kind.INVITED)], NOW)
    [message] = office.mails
    assert [kind for kind, _part in parts(message)] == ["multipart/alternative", "text/plain", "text/html"]


def test_a_picture_that_cannot_be_drawn_does_not_cost_the_mail(office, monkeypatch, caplog):
    game = running_game(*people("ada", "bob"))

    def broken(*_args):
        raise ValueError

    monkeypatch.setattr(mail, "picture_of", broken)
    mail.deliver(mover(game), [notice(mover(game), game)], NOW)
    assert f"/table/{game.pk}/" in content(office.mails[0], "text/plain")
    assert "could not be drawn" in caplog.text


def test_several_games_make_one_mail_most_urgent_first(office):
    ada, bob = people("ada", "bob")
    games = games_of(ada, bob, *ALL_GAMES, "genial")
    rows = [notice(ada, game) for game in reversed(games)]
    mail.deliver(ada, rows, NOW)
    [message] = office.mails
    assert message["Subject"] == "Your turn in 5 games"
    text = content(message, "text/plain")
    places = [text.index(str(game.pk)) for game in games]
    assert places == sorted(places)
    assert sum(kind == "image/png" for kind, _part in parts(message)) == mail.MOST_PICTURES
    assert message["References"] is None


def test_news_of_one_game_are_told_together(office):
    game = running_game(*people("ada", "bob"))
    user = mover(game)
    mail.deliver(user, [notice(user, game, Kind.STARTED), notice(user, game)], NOW)
    text = content(office.mails[0], "text/plain")
    assert text.index("Your turn against") < text.index("has started")
    assert text.count(f"/table/{game.pk}/") == 1


def test_one_that_asks_and_others_that_do_not(office):
    ada, bob = people("ada", "bob")
    [asks] = games_of(ada, bob, "genial")
    others = [open_table(bob, {"invite": "ada"}) for _table in range(2)]
    rows = [*(notice(ada, game, Kind.INVITED) for game in others), notice(ada, asks)]
    mail.deliver(ada, rows, NOW)
    assert office.mails[0]["Subject"] == "Your turn against bob, and 2 more games"


def test_all_mails_about_a_game_are_one_thread(office, site):
    game = running_game(*people("ada", "bob"))
    user = mover(game)
    for kind in (Kind.STARTED, Kind.YOUR_TURN, Kind.REMINDER):
        mail.deliver(user, [notice(user, game, kind)], NOW)
    assert {message["References"] for message in office.mails} == {f"<game-{game.pk}@play.example.org>"}
    assert {message["In-Reply-To"] for message in office.mails} == {f"<game-{game.pk}@play.example.org>"}
    assert len({message["Message-ID"] for message in office.mails}) == 3


def test_a_mail_that_is_sent_again_has_the_same_id(office):
    ada, bob = people("ada", "bob")
    rows = [notice(ada, game) for game in games_of(ada, bob, "genial", "koepfchen")]
    first = mail.deliver(ada, rows, NOW)
    assert mail.deliver(ada, [loaded(row) for row in reversed(rows)], NOW + timedelta(minutes=6)) == first


def test_one_click_turns_such_mails_off(office, site):
    game = running_game(*people("ada", "bob"))
    user = mover(game)
    mail.deliver(user, [notice(user, game)], NOW)
    mail.deliver(user, [notice(user, game, Kind.STARTED), notice(user, game, Kind.REMINDER)], NOW)
    found = []
    for message in office.mails:
        address = message["List-Unsubscribe"]
        assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        token = re.fullmatch(rf"<{site}/unsubscribe/(.+)/>", re.sub(r"\s", "", address))
        assert token
        subscription = read_token(token[1])
        assert subscription
        found.append((subscription.user, subscription.kind))
    assert found == [(user, Kind.YOUR_TURN), (user, "")]


def test_one_click_is_not_promised_without_encryption(office):
    game = running_game(*people("ada", "bob"))
    mail.deliver(mover(game), [notice(mover(game), game)], NOW)
    assert "List-Unsubscribe-Post" not in office.mails[0]
    assert office.mails[0]["List-Unsubscribe"].strip().startswith("<http://")


# --- names -------------------------------------------------------------------------------------

NASTY = [
    "bob\nBcc: victim@example.org",
    "bob\r\nSubject: You have won\r\n\r\n<script>",
    "bob\u2028Bcc: victim@example.org",
    "bob\x00\x0b\x85null",
    "\u202egnp.exe\u202c",
    "bob\u2066\u200f\u200b\ufeff",
    "<b>bob</b> & “co”",
    "b" * 400,
    "=?utf-8?q?Bcc:_victim?=",
    "%(names)s {{ settings.SECRET_KEY }} %s",
    "Ἀλέξανδρος 🎲",
]


@pytest.mark.parametrize("name", NASTY)
def test_no_name_gets_out_of_the_subject(name, office):
    ada, bob = people("ada", "bob")
    game = running_game(ada, bob, order="fixed")
    User.objects.filter(pk=bob.pk).update(username=name[:150])
    mail.deliver(ada, [notice(ada, game)], NOW)
    [message], [envelope] = office.mails, office.envelopes
    assert envelope.rcpt_tos == [ada.email]
    names = {field.lower() for field in message.keys()}  # noqa: SIM118  (of a message, these differ)
    assert names <= {
        "content-type", "mime-version", "subject", "from", "to", "message-id", "date", "auto-submitted",
        "in-reply-to", "references", "list-unsubscribe", "x-peer", "x-mailfrom", "x-rcptto",
    }  # fmt: skip
    subject = str(message["Subject"]).strip()  # a long one begins in its second line
    assert subject.startswith("Your turn against ")
    assert len(subject) <= mail.LONGEST_SUBJECT
    assert not re.search(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]", subject)
    assert "<script>" not in content(message, "text/html")
    assert "<b>bob" not in content(message, "text/html")


@pytest.mark.parametrize("address", ["", "ada@example.org\nBcc: x@example.org"])
def test_an_address_that_no_mail_can_go_to_is_given_up(address, office):
    game = running_game(*people("ada", "bob"))
    user = mover(game)
    user.email = address
    with pytest.raises(Permanent):
        mail.deliver(user, [notice(user, game)], NOW)
    assert office.mails == []


# --- refusals ----------------------------------------------------------------------------------


@pytest.fixture
def told():
    """Somebody, and what to tell them."""
    game = running_game(*people("ada", "bob"))
    return mover(game), [notice(mover(game), game)]


def send(told):
    user, rows = told
    return mail.deliver(user, rows, NOW)


@pytest.mark.parametrize(
    "answer",
    [
        "550 5.1.1 No such user",
        "551 User not local",
        "553 5.1.3 Bad address",
        "550 Mailbox unavailable",
        "550 5.1.1 User unknown, see our policy",
    ],
)
def test_an_address_that_is_gone_is_permanent(answer, told, office):
    office.answer_to_recipient = answer
    with pytest.raises(Permanent, match=answer):
        send(told)


@pytest.mark.parametrize(
    "answers",
    [
        {"answer_to_recipient": "450 4.2.1 Try again later"},
        {"answer_to_recipient": "452 4.5.3 Too many recipients"},
        {"answer_to_recipient": "552 5.2.2 Mailbox full"},
        {"answer_to_recipient": "550 5.7.1 Relaying denied"},
        {"answer_to_recipient": "550 relay not permitted"},
        {"answer_to_recipient": "554 Relay access denied"},
        {"answer_to_recipient": "550 SMTP AUTH is required: authentication needed"},
        {"answer_to_recipient": "550 Rejected for policy reasons"},
        {"answer_to_recipient": "550 Your address is on a block list"},
        {"answer_to_recipient": "550 5.1.8 Sender address has no MX"},
        {"answer_to_recipient": "530 5.7.0 Authentication required"},
        {"answer_to_sender": "553 5.1.8 Sender rejected"},
        {"answer_to_data": "554 5.6.0 Looks like spam"},
        {"answer_to_data": "451 Local error"},
    ],
    ids=lambda answers: " ".join(answers.values()),
)
def test_everything_else_may_pass(answers, told, office):
    for name, answer in answers.items():
        setattr(office, name, answer)
    with pytest.raises(Temporary, match=next(iter(answers.values()))):
        send(told)
    assert office.mails == []
    for name in answers:
        setattr(office, name, "")
    send(told)
    assert len(office.mails) == 1


def test_a_server_that_is_away_is_temporary(told, office):
    with override_settings(EMAIL_PORT=free_port()), pytest.raises(Temporary, match="refused"):
        send(told)


# --- language ----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["de", "nl"])
def test_a_mail_is_marked_with_its_language(language, told, office):
    with translation.override(language):
        send(told)
    assert f'<html lang="{language}">' in content(office.mails[0], "text/html")


def test_nobody_but_its_readers_gets_a_picture_of_a_private_table(office):
    game = play_on(running_game(*people("ada", "bob"), public=False), turns=3)
    eve = person("eve")
    mail.deliver(eve, [notice(eve, game, Kind.MENTION)], NOW)
    assert all(kind != "image/png" for kind, _part in parts(office.mails[0]))
    assert Game.objects.get().public is False
