class BackupRefused(Exception):
    """A backup cannot be made or put back, and nothing was changed; the message ends a sentence that says why."""
