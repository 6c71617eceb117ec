"""How long a turn may take: pure arithmetic of times, without a clock of its own."""
