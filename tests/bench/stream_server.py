"""A web process with a game that everybody may see, for live.py: `python -m tests.bench.stream_server PORT`."""

import sys
from uuid import UUID

import django
import uvicorn


def version_of(_game_id: UUID, _reader: object, _link: str) -> int:
    return 1


def main() -> None:
    django.setup()
    from django.conf import settings

    from games import selectors
    from genial_site.web import options

    settings.LIVE_STREAMS_PER_ADDRESS = 100_000
    settings.API_RATES = dict.fromkeys(settings.API_RATES, 100_000)
    selectors.stream_version = version_of  # type: ignore[assignment]
    uvicorn.run(**{**options(), "port": int(sys.argv[1])})


if __name__ == "__main__":
    main()
