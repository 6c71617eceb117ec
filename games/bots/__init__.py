"""Players that are programs. A bot gets the view of its seat, as a person would, and no more."""
