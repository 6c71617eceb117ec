"""The state of the site's parts in words."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from .health import Part

TITLES: dict[str, Promise] = {
    "database": _("Database"),
    "broker": _("Broker"),
    "site": _("Worker"),
    "post": _("Post"),
    "bots": _("Bots"),
    "beat": _("Beat"),
}

TASKS: dict[str, Promise] = {
    "database": _("keeps everything"),
    "broker": _("carries tasks and live updates"),
    "site": _("clocks, reminders, whatever cannot wait"),
    "post": _("mails, push messages, webhooks"),
    "bots": _("thinks about turns, hints and reviews"),
    "beat": _("sends what comes again and again"),
}

SENTENCES: dict[str, Promise] = {
    "ok": _("Works."),
    "preparing": _("Gets ready: bots compile their search, which takes a minute or two after an upgrade."),
    "silent": _("Does not answer."),
    "away": _("Cannot be reached."),
    "behind": _("Belongs to an older version: run manage.py prepare."),
    "missing": _("No such process has shown itself: start one."),
    "dead": _("Has fallen silent: see its log, and start it again."),
    "late": _("Runs late: it, or the worker, has more to do than it can."),
}


@dataclass(frozen=True, slots=True)
class Told:
    """A part as the operator reads of it."""

    ok: bool
    title: Promise | str
    task: Promise | str
    sentence: Promise | str
    facts: list[str]


def told(part: Part) -> Told:
    return Told(
        part.ok, TITLES.get(part.name, part.name), TASKS.get(part.name, ""), SENTENCES[part.word], facts_of(part)
    )


def facts_of(part: Part) -> list[str]:
    facts, found = part.facts, []
    if processes := facts.get("processes"):
        found.append(ngettext("%(count)d process", "%(count)d processes", processes) % {"count": processes})
    if "seconds_ago" in facts:
        found.append(_("last seen %(seconds)d s ago") % {"seconds": facts["seconds_ago"]})
    if facts.get("lag", 0) >= 1:
        found.append(_("%(seconds)d s late") % {"seconds": facts["lag"]})
    if "pulse_took" in facts:
        found.append(_("a task took %(seconds).1f s to get through") % {"seconds": facts["pulse_took"]})
    if facts.get("kind") == "memory":
        found.append(str(_("in memory: tasks are lost when the site stops")))
    if "seconds" in facts:
        found.append(_("answers in %(milliseconds)d ms") % {"milliseconds": max(1, 1000 * facts["seconds"])})
    return [*found, *facts.get("missing", ())]
