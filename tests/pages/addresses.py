"""Every page that anybody can open."""

from games.engine.registry import RULES

LEARN = ["/learn/", "/learn/score/?draft=RB+d4+d5", "/learn/done/"]
PAGES = ["/", "/games/", *(f"/games/{key}/" for key in RULES), *LEARN]
FORMS = [  # pages without a picture of a game
    *("/account/sign-in/", "/account/sign-up/", "/account/forgotten/", "/account/goodbye/", "/api/docs/"),
]
LISTS = ["/lobby/", "/ratings/", "/ratings/genial/", "/bests/genial/"]  # pages that ask the database whoever reads them
