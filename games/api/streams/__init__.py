"""Server-sent events, `GET /api/v1/games/ID/events/` and `GET /api/v1/events/`, beside Django.

A streaming view of Django would hold a thread for each open stream; this handler holds thousands with a few threads.
"""
