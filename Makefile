# Thin over dev.py, which also works alone: python3 dev.py run
PYTHON ?= python3

.PHONY: help run operator manage backup restore test test-services browser check bench messages lock setup
.DEFAULT_GOAL := help

help run operator manage backup restore test test-services browser check bench messages lock setup:
	@$(PYTHON) dev.py $@ $(ARGS)
