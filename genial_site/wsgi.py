import os
from typing import Any

import django
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.utils.http import parse_header_parameters

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "genial_site.settings")


class Request(WSGIRequest):
    """Whatever codec a content type names, addresses are read as UTF-8.

    Django would decode the query with it before anything of ours could refuse it, and there are codecs that break.
    """

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        self.content_type, self.content_params = parse_header_parameters(meta.get("CONTENT_TYPE", ""))


class Handler(WSGIHandler):
    request_class = Request


django.setup(set_prefix=False)
application = Handler()
