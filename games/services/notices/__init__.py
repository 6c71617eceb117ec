"""What people are told, when, and through which channel."""
