class StartRefused(Exception):
    """The site cannot start; the message is one sentence that tells its operator why."""
