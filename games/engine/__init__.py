"""The rules of the games as pure functions: standard library alone, no clock, no input or output."""
