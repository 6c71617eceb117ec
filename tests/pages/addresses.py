"""Every page that anybody can open."""

from games.engine.registry import RULES

PAGES = ["/", "/games/", "/account/sign-in/", *(f"/games/{key}/" for key in RULES)]
