# `make demo` and `make test` set everything up on a machine that has Python 3.11 and make, and nothing else.

PYTHON ?= python3.11
BIN := .venv/bin
OUT := out/demo

.PHONY: demo test lint physics round clean

demo: .venv/installed
	$(BIN)/magpuck run examples/kalide_round.toml --out $(OUT) --force

test: .venv/tested
	$(BIN)/python -m pytest -n 2

lint: .venv/tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# every known answer beside ours; exit status 1 if one is out of its tolerance
physics: .venv/installed
	$(BIN)/python -m benchmarks.physics

# look for the example's round anew, as after a change of the forces
round: .venv/installed
	$(BIN)/python examples/find_kalide_round.py examples/kalide_round.toml

.venv/installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable .
	touch $@

.venv/tested: .venv/installed
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[test,lint]'
	touch $@

clean:
	rm -rf out
	find sim rules play -name '*.nb[ic]' -delete
