"""First steps in the board game: five small positions, real rules, and a kind word to every move.

Where the learner is and what they have laid is in the address; nothing is stored.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from accounts.models import User
from games import selectors
from games.drawing.words import colour_name
from games.engine.boardstate import BoardState
from games.engine.genial.rules import RULES
from games.engine.tracks import COLOURS, lowest_colours, read_track
from games.models import Game, Player
from games.services.refusals import spoken
from games.services.table import Table

from .boards import genial
from .desk import LONGEST_DRAFT, Desk, as_far_as_legal, steps_of, swap_of
from .opponents import default_opponent
from .practice import small_board


@dataclass(frozen=True, slots=True)
class Verdict:
    """What we say to the moves so far, and whether the step is done."""

    done: bool
    sentences: tuple[str, ...]


NOTHING_YET = Verdict(done=False, sentences=())
Judge = Callable[[BoardState, Desk], Verdict]


@dataclass(frozen=True, slots=True)
class Lesson:
    key: str
    title: Promise | str
    position: Callable[[], BoardState]
    judge: Judge

    @property
    def words(self) -> str:
        """The template that explains it."""
        return f"learn/{self.key}.html"


# --- what we say -------------------------------------------------------------------------------


def judge_place(_state: BoardState, desk: Desk) -> Verdict:
    return Verdict(
        done=True,
        sentences=(
            _("There it lies, beside a printed symbol that is yours alone in this round."),
            _("It brought: %(gain)s.") % {"gain": desk.steps[0].words},
        ),
    )


def judge_score(state: BoardState, desk: Desk) -> Verdict:
    gains = desk.steps[0].gains
    points, best = sum(gains.values()), best_gain(state)
    words = _("It brings: %(gain)s.") % {"gain": desk.steps[0].words}
    if points == best:
        return Verdict(True, (words, _("More is not to be had here. The lit lines show where each point comes from.")))
    if not points:
        hint = _("Neither half has its own colour right beside it, so no line begins. Take it back and look for one.")
    elif min(gains.values()) == 0:
        hint = _(
            "One half scores, the other finds nothing. There is a place where both do: take it back and try again."
        )
    else:
        hint = _("There is a place that brings %(best)d. Take it back and try again.") % {"best": best}
    return Verdict(False, (words, hint))


def best_gain(state: BoardState) -> int:
    return max(sum(RULES.apply(state, action).gains.values()) for action in RULES.legal(state))


def judge_lowest(state: BoardState, desk: Desk) -> Verdict:
    before, after = state.track, read_track(desk.view["tracks"][0])
    words = _("It brings: %(gain)s.") % {"gain": desk.steps[0].words}
    low = lowest_colours(before)[0]
    values = {"colour": colour_name(low), "was": min(before), "now": min(after)}
    if min(after) > min(before):
        return Verdict(
            True, (words, _("Your lowest colour went from %(was)d to %(now)d. That is what decides.") % values)
        )
    hint = _("Nice, but %(colour)s is still at %(was)d, and only your lowest colour counts. Help it: take this back.")
    return Verdict(False, (words, hint % values))


def judge_bonus(state: BoardState, desk: Desk) -> Verdict:
    if len(desk.steps) > 1 and desk.complete:
        return Verdict(True, (_("Two tiles in one turn. A bonus move can even earn the next one."),))
    after = read_track(desk.view["tracks"][0])
    if max(after) == state.variant.stops[-1]:
        return Verdict(False, (_("Red has arrived at 18: a bonus move! Lay another tile, wherever you like."),))
    red = after[COLOURS.index("R")]
    hint = _("Red is at %(red)d and needs 18. Take this back and bring red home first.") % {"red": red}
    return Verdict(False, (hint,))


def judge_swap(_state: BoardState, desk: Desk) -> Verdict:
    if desk.view["swapping"]:
        return Verdict(
            True,
            (
                _("Everybody now sees the tiles you give away, and you draw six new ones."),
                _("Had one of them shown violet, you would just have drawn back up to six."),
            ),
        )
    return Verdict(
        False, (_("None of the tiles left on your rack shows violet, your lowest colour: now you may swap."),)
    )


LESSONS = {
    lesson.key: lesson
    for lesson in (
        Lesson(
            "place",
            gettext_lazy("Place a tile"),
            partial(small_board, "RB GY OV RR BY GO", (0,) * 6, tiles=(), opening=True),
            judge_place,
        ),
        Lesson("score", gettext_lazy("Score lines"), partial(small_board, "RB", (0,) * 6), judge_score),
        Lesson(
            "lowest",
            gettext_lazy("The lowest colour counts"),
            partial(small_board, "RB YV", (7, 6, 8, 7, 2, 6)),
            judge_lowest,
        ),
        Lesson(
            "bonus",
            gettext_lazy("Bonus moves"),
            partial(small_board, "RB GY OV", (16, 9, 11, 10, 8, 9)),
            judge_bonus,
        ),
        Lesson(
            "swap",
            gettext_lazy("Swap your rack"),
            partial(small_board, "RB GY RO BB GO RG", (9, 8, 9, 7, 8, 2)),
            judge_swap,
        ),
    )
}
FIRST = next(iter(LESSONS))


# --- the desk of a learner ---------------------------------------------------------------------


def practice_desk(state: BoardState, query: Mapping[str, str]) -> Desk:
    """A desk like that of any table, at a game that nobody stores."""
    learner = User(pk=0)
    game = Game(rules_key=RULES.key, mode=state.variant.key, seats=state.seats, status=Game.Status.ACTIVE, to_move=0)
    players = [Player(joined=0, seat=0, user=learner), Player(joined=1, seat=1, bot="bot")]
    table = Table(game, players, state)
    seen = RULES.view(state, 0)
    typed = query.get("move", "").strip()[:LONGEST_DRAFT]
    drafted, refusal = as_far_as_legal(table, learner, seen, query.get("draft", ""), typed)
    return Desk(
        game=game,
        data={"to_move": 0},
        player=players[0],
        seat=0,
        before=seen,
        view=drafted.view,
        acting=True,
        steps=steps_of(RULES.key, drafted),
        legal=drafted.legal,
        complete=drafted.complete,
        swap=swap_of(game, drafted),
        pick=query.get("pick", "")[:2].upper() if drafted.due else "",
        cell=query.get("cell", "")[:7].lower() if drafted.due else "",
        typed=typed if refusal else "",
        refusal=spoken(refusal) if refusal else "",
        names=(_("Points"), _("The other player")),
        ahead=lambda action: selectors.drafted(table, learner, [*drafted.actions, action]),
    )


# --- the pages ---------------------------------------------------------------------------------


def find(key: str) -> Lesson:
    if key not in LESSONS:
        raise Http404
    return LESSONS[key]


@require_safe
@vary_on_headers("HX-Request")
def step(request: HttpRequest, key: str = FIRST) -> HttpResponse:
    """One step with the learner's moves so far. A request of htmx gets only the part that changes."""
    lesson = find(key)
    state = lesson.position()
    desk = practice_desk(state, request.GET)
    board = genial.present(desk)
    keys = list(LESSONS)
    context = {
        "lesson": lesson,
        "lessons": LESSONS.values(),
        "number": keys.index(key) + 1,
        "next": next(iter(keys[keys.index(key) + 1 :]), ""),
        "desk": desk,
        "board": {**board, "sides": board["sides"][:1]},
        "verdict": lesson.judge(state, desk) if desk.steps else NOTHING_YET,
    }
    return render(request, "learn/_table.html" if getattr(request, "htmx", False) else "learn/step.html", context)


@require_safe
def preview(request: HttpRequest, key: str) -> HttpResponse:
    """What a tile would bring before it is laid."""
    return JsonResponse(genial.preview(practice_desk(find(key).position(), request.GET)))


@require_safe
def done(request: HttpRequest) -> HttpResponse:
    return render(request, "learn/done.html", {"bot": default_opponent(RULES.key), "lessons": LESSONS.values()})
