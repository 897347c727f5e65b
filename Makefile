# Everything a person does with this project. `make help` lists it; scripts/setup.py makes what is missing.
SHELL := /bin/sh
PYTHON ?= python3
RUN := .venv/bin/python
HOST ?= 127.0.0.1
PORT ?= 8000
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help serve test lint check runtimes bench audit lock setup setup-dev setup-test clean

help: ## what can be made
	@echo "Torch Field Notes · PyTorch 实测笔记"
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/\1|\2/p' Makefile | while IFS='|' read -r name what; do \
		printf '  make %-8s %s\n' "$$name" "$$what"; done
	@echo "Settings: HOST, PORT, PYTHON, TORCH_INDEX_URL, ARGS (more for serve, test, check and bench), FIELDNOTES_*."

serve: setup ## set up what is missing, then serve on HOST:PORT (127.0.0.1:8000)
	@FIELDNOTES_HOST="$(HOST)" FIELDNOTES_PORT="$(PORT)" exec $(RUN) -m app serve $(ARGS)

test: setup-test ## every test this machine can run; what it can't is named as skipped
	@$(RUN) -m pytest $(ARGS)

lint: setup-dev ## style, types, and the notes themselves
	@$(RUN) -m ruff check .
	@$(RUN) -m ruff format --check .
	@$(RUN) -m mypy
	@$(RUN) -m mypy --strict scripts/setup.py scripts/lock.py scripts/audit.py
	@$(RUN) -m app.notes.library

check: setup ## run every snippet and claim, and compare with what is recorded
	@$(RUN) -m app check $(ARGS)

runtimes: ## set up further torch versions to serve beside this one (several GB each; see FIELDNOTES_RUNTIMES)
	@$(PYTHON) scripts/setup.py --no-assets --runtimes

bench: setup-dev ## measure a click against the alternatives (bench/README.md)
	@$(RUN) bench/run_latency.py $(ARGS)

audit: setup-dev ## ask PyPI whether a pinned package has a known hole
	@$(RUN) scripts/audit.py

lock: ## write the locks anew from pyproject.toml
	@$(PYTHON) scripts/lock.py

clean: ## remove everything that was made here
	rm -rf .venv .venv-* node_modules static/dist .setup.log .mypy_cache .ruff_cache .pytest_cache
	find app tests bench scripts -name __pycache__ -type d -prune -exec rm -rf {} +

setup:
	@$(PYTHON) scripts/setup.py

setup-dev:
	@$(PYTHON) scripts/setup.py --dev

setup-test:
	@$(PYTHON) scripts/setup.py --dev --browser
