# Viertal. `make up` starts it, `make test` tests it, `make help` lists the rest.
SHELL := /bin/bash
.DEFAULT_GOAL := help
BIN := .venv/bin
RUN := .venv/.installed
DEV := .venv/.installed-dev
.PHONY: help up backup restore test check fmt clean requirements

help: ## Say what can be made
	@grep -hE '^[a-z]+:.*## ' Makefile | awk -F ':.*## ' '{ printf "make %-14s %s\n", $$1, $$2 }'

up: $(RUN) ## Start Viertal; Ctrl-C stops it
	@exec $(BIN)/python -m launcher

backup: $(RUN) ## Write all data to one file (FILE=…, else into the data folder), running or not
	@exec $(BIN)/python -m launcher.backup $(if $(FILE),"$(FILE)")

restore: $(RUN) ## Put the backup FILE=… in place of all data, and start
	@test -n "$(FILE)" || { echo "Say which: make restore FILE=…" >&2; exit 1; }
	@exec $(BIN)/python -m launcher --restore "$(FILE)"

test: $(DEV) ## Run every test, the browser's included; PYTEST="-n 0 -k name" for some of them
	@bash tools/chromium.sh
	@$(BIN)/python -m pytest -n 2 --dist loadfile $(PYTEST)

check: $(DEV) ## Run all gates: style, types, layers, migrations, deployment
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -W error manage.py check --fail-level WARNING
	$(BIN)/python -W error manage.py makemigrations --check --dry-run
	VIERTAL_HTTPS=1 ALLOWED_HOSTS=viertal.example $(BIN)/python -W error manage.py check --deploy --fail-level WARNING

fmt: $(DEV) ## Format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean: ## Remove what can be made again; never data
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache staticfiles
	find . -name __pycache__ -type d -not -path './var/*' -prune -exec rm -rf {} +

requirements: $(DEV) ## Pin requirements.txt and requirements-dev.txt anew from the .in files
	bash tools/requirements.sh

$(RUN): requirements.txt
	@bash tools/install.sh requirements.txt $@

$(DEV): requirements-dev.txt
	@bash tools/install.sh requirements-dev.txt $@
