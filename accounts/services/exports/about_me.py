"""What is kept of the account itself. Whatever opens a door stays out: no password, no hash, no key, no secret."""

from typing import Any
from urllib.parse import urlsplit

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession

from accounts.models import Measure, User
from games.models import NoticeSettings, Webhook
from games.selectors import moment
from games.services.notices.preferences import DEFAULTS, in_order, settings_of, wanted

Row = dict[str, Any]


def about(user: User) -> Row:
    return {
        "name": user.username,
        "former_names": list(user.former_names.order_by("until").values_list("name", flat=True)),
        "email": user.email,
        "addresses": [
            {"address": kept.email, "confirmed": kept.verified, "in_use": kept.primary}
            for kept in EmailAddress.objects.filter(user=user).order_by("pk")
        ],
        "first_name": user.first_name,
        "last_name": user.last_name,
        "guest": user.is_guest,
        "operator": user.is_staff,
        "time_zone": user.time_zone,
        "language": user.language,
        "about_me": user.about,
        "last_here": f"{user.last_here or ''}",
        "hides_when_last_here": user.hides_last_here,
        "keeps_ratings_private": user.ratings_private,
        "member_since": moment(user.date_joined),
        "last_sign_in": moment(user.last_login),
        "sessions": [session(known) for known in UserSession.objects.filter(user=user).order_by("pk")],
        "second_steps": [
            {"kind": kept.type, "made_at": moment(kept.created_at), "last_used_at": moment(kept.last_used_at)}
            for kept in Authenticator.objects.filter(user=user).order_by("pk")
        ],
        "notice_settings": notice_settings(settings_of(user)),
        "push_devices": [
            {"browser": device.browser, "made_at": moment(device.created_at)}
            for device in user.push_subscriptions.order_by("pk")
        ],
        "webhook": webhook(Webhook.objects.filter(user=user).first()),
        "api_tokens": [
            {
                "name": token.name,
                "made_at": moment(token.created_at),
                "last_used_at": moment(token.last_used_at),
                "revoked_at": moment(token.revoked_at),
            }
            for token in user.api_tokens.order_by("pk")
        ],
        "days_off": [
            {"first_day": f"{days.first_day}", "last_day": f"{days.last_day}", "taken_at": moment(days.created_at)}
            for days in user.absences.order_by("pk")
        ],
        "best_results_alone": [
            {"rules": result.rules_key, "game": str(result.game_id), "track": result.values, "at": moment(result.at)}
            for result in user.solo_results.order_by("at")
        ],
        "measures": [measure(taken) for taken in user.measures.order_by("at")],
        "blocked": list(user.blocks.order_by("blocked__username").values_list("blocked__username", flat=True)),
        "muted": list(user.mutes.order_by("muted__username").values_list("muted__username", flat=True)),
        "invited_to": [
            {"game": str(kept.game_id), "at": moment(kept.created_at)} for kept in user.invitations.order_by("pk")
        ],
    }


def session(known: UserSession) -> Row:
    return {
        "began_at": moment(known.created_at),
        "last_seen_at": moment(known.last_seen_at),
        "browser": known.user_agent,
        "network_address": known.ip,
    }


def notice_settings(chosen: NoticeSettings) -> Row:
    return {
        "wanted": {kind: in_order(wanted(chosen, kind)) for kind in DEFAULTS},
        "quiet_from": f"{chosen.quiet_from or ''}",
        "quiet_until": f"{chosen.quiet_until or ''}",
        "mails": chosen.mail_mode,
        "minutes_until_mails_are_sent_together": chosen.mail_delay,
        "hour_of_the_daily_mail": chosen.digest_hour,
        "mail_given_up_at": moment(chosen.mail_broken_at),
        "calendar_feed": chosen.calendar_epoch is not None,
        "news_feed": chosen.news_epoch is not None,
    }


def measure(taken: Measure) -> Row:
    """As its owner was told of it; what moderators note for each other is not theirs."""
    return {
        "kind": taken.kind,
        "reason": taken.reason,
        "at": moment(taken.at),
        "until": moment(taken.until),
        "old_name": taken.old_name,
        "objection": taken.objection,
        "lifted_at": moment(taken.lifted_at),
        "why_lifted": taken.lift_reason,
    }


def webhook(kept: Webhook | None) -> Row | None:
    """Its host alone: the rest of the address may hold a key."""
    if kept is None:
        return None
    return {
        "host": urlsplit(kept.url).hostname or "",
        "made_at": moment(kept.created_at),
        "given_up_at": moment(kept.broken_at),
    }
