"""Searches, one module for each of the rules: `rank` a view, `NODES` for each strength, `warm` what is compiled."""
