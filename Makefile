# `make play`, `make web` and `make test` need Python 3.11 or newer and nothing else: they set up .venv on the first run.

GAME ?= texas_showdown
ARGS ?=

VENV := .venv
BIN  := $(VENV)/bin
PIP  := $(BIN)/python -m pip --disable-pip-version-check -qq

# The tutorial's last step promises that its trials notice mistakes, as the games do.
TUTORIAL := $(lastword $(sort $(wildcard examples/tutorial/*.hoyle)))

DRAWN = $(shell grep -rl '^from often import' tests --include='test_*.py')

# What an installed set depends on; a stamp older than these is made again.
RECIPE := pyproject.toml hatch_build.py

.DEFAULT_GOAL := help
.PHONY: help play web test soak mutate golden lint bench strength load clean

help:
	@echo "make play    play a game in the terminal       GAME=$(GAME) ARGS=..."
	@echo "make web     serve tables in the browser       GAME=$(GAME) ARGS=..."
	@echo "make test    run the tests                     ARGS=..."
	@echo "make soak    play random games for hours       ARGS=..."
	@echo "make mutate  try whether the trials of the games notice mistakes  ARGS=..."
	@echo "make golden  write the playthroughs and rulebooks that the tests compare with"
	@echo "make lint    check style, formatting and types"
	@echo "make bench   measure against the baselines     ARGS=..."
	@echo "make strength measure how strong bots that think are  ARGS=..."
	@echo "make load    measure how many tables one server carries  ARGS=..."
	@echo "make clean   remove whatever the others made"

play: $(VENV)/.core
	@$(BIN)/hoyle play $(GAME) $(ARGS)

web: $(VENV)/.web
	@$(BIN)/hoyle serve $(GAME) $(ARGS)

# Each worker takes tests that stand together, so that what they read is read once.
test: $(VENV)/.test
	$(BIN)/python -m pytest -n 2 --dist worksteal $(ARGS)

# The tests that draw examples at random draw OFTEN times as many.
soak: $(VENV)/.test
	OFTEN=10 $(BIN)/python -m pytest -q -n 2 --dist worksteal tests/soak $(DRAWN) --games 2000 --whole 20000 --saves 20000 --mutants 100000 --one-trap-in 1 $(ARGS)

mutate: $(VENV)/.core
	@for game in $(filter-out %_trials,$(basename $(notdir $(wildcard gamedefs/*.hoyle)))) $(TUTORIAL); do \
	    echo "$$game:"; \
	    $(BIN)/hoyle mutate $$game --threshold 90 $(ARGS) || exit 1; \
	done

golden: $(VENV)/.test
	PYTHONPATH=tests $(BIN)/python tests/golden/test_playthroughs.py
	PYTHONPATH=tests $(BIN)/python tests/rulebook/test_golden.py

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.test
	$(BIN)/python benchmarks/bench.py $(ARGS)

strength: $(VENV)/.core
	$(BIN)/python benchmarks/strength.py $(ARGS)

load: $(VENV)/.test
	$(BIN)/python benchmarks/load.py $(ARGS)

clean:
	rm -rf $(VENV) build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Each larger set contains the smaller ones, so it marks them as installed too.

$(VENV)/.core: $(VENV)/.made $(RECIPE)
	@echo "installing hoyle into $(VENV)"
	@$(PIP) install --editable .
	@touch $@

$(VENV)/.web: $(VENV)/.made $(RECIPE)
	@echo "installing hoyle and what tables in the browser need into $(VENV)"
	@$(PIP) install --editable '.[web]'
	@touch $(VENV)/.core $@

$(VENV)/.test: $(VENV)/.made $(RECIPE)
	@echo "installing hoyle and what its tests need into $(VENV)"
	@$(PIP) install --editable '.[test]'
	@touch $(VENV)/.core $(VENV)/.web $@

$(VENV)/.dev: $(VENV)/.made $(RECIPE)
	@echo "installing hoyle and its development tools into $(VENV)"
	@$(PIP) install --editable '.[dev]'
	@touch $(VENV)/.core $(VENV)/.web $(VENV)/.test $@

# A name on the path may be a stub that runs nothing, so every candidate is tried.
$(VENV)/.made:
	@for python in $(or $(PYTHON),python3 python3.13 python3.12 python3.11); do \
	    if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	        $$python -m venv --clear $(VENV) && touch $@; \
	        exit; \
	    fi; \
	done; \
	echo "Hoyle needs Python 3.11 or newer: install one, or name it with make PYTHON=/path/to/python3." >&2; \
	exit 1
