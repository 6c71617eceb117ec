"""Backups: everything that a site keeps as one file, made while it runs, and put back where none runs.

What is not in it: the broker's content, which sweeps find again; static files and compiled search, which each start
makes; mails that were written to files.
"""
