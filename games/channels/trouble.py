"""What keeps a message from going out. The reason is for the log and the reader's eyes: no secrets, no addresses."""

REASON_LENGTH = 200


class Trouble(Exception):
    def __init__(self, reason: str) -> None:
        self.reason = " ".join(reason.split())[:REASON_LENGTH]
        super().__init__(self.reason)


class Temporary(Trouble):
    """It may work later."""


class Permanent(Trouble):
    """It will not work any more until somebody changes something: the address is gone, or does not want us."""
