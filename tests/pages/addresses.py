"""Every page that anybody can open."""

from games.engine.registry import RULES

PAGES = ["/", "/games/", *(f"/games/{key}/" for key in RULES)]
FORMS = ["/account/sign-in/", "/api/docs/"]  # pages without a picture of a game
