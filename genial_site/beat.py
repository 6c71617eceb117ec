import signal

from celery.apps import beat
from celery.beat import Service


class Beat(beat.Beat):
    """A beat that stops between two rounds.

    Celery's own raises from its signal handler; where Python swallows that, in a weak reference's callback for one, it
    prints a traceback and never stops.
    """

    def install_sync_handler(self, service: Service) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda _number, _frame: service.stop())
