"""The rules of the games as pure functions: standard library alone, no clock; only the verifier reads files."""
