"""What becomes of a deleted account at the tables: its games stay, and nothing in them says who played."""

from dataclasses import replace

from accounts.models import User
from accounts.services.rewording import Mark, Marks, reword
from games.models import ChatMessage, Hint, Invitation, Note, Report, Submission

MANY = 12
"""If as many people use a word where they cannot mean somebody, it is a word first and a name second."""


def forget(*, user: User, marks: Marks) -> None:
    """Within the transaction in which the account itself is forgotten."""
    user.messages.exclude(text="").update(text="")  # the row stays, so that the talk of the others keeps its order
    user.reports.exclude(reason="").update(reason="")
    user.reports_about.exclude(reason="").update(reason="")
    Hint.objects.filter(player__user=user).delete()
    # Answers that were kept in case a turn is sent again name everybody at the table.
    Submission.objects.filter(game__players__user=user).delete()
    for address in marks.addresses:
        Invitation.objects.filter(address__iexact=address.text).delete()
    names = tuple(name.called if is_a_word(user, name) else name for name in marks.names)
    heard = replace(marks, names=names)
    reword(ChatMessage, "text", heard)
    reword(Note, "text", heard)
    reword(Report, "reason", heard)


def is_a_word(user: User, name: Mark) -> bool:
    """Whether people use this name who have never met its owner: "thanks" is not to vanish from everybody's talk."""
    elsewhere = name.rows(ChatMessage, "text").exclude(game__players__user=user)
    elsewhere = elsewhere.exclude(game__messages__user=user).exclude(user=None)
    writers = {writer for writer, text in elsewhere.values_list("user", "text") if name.is_in(text)}
    return len(writers) >= MANY
