# Viertal. `make up` starts it, `make test` tests it, `make help` lists the rest.
SHELL := /bin/bash
.DEFAULT_GOAL := help
BIN := .venv/bin
RUN := .venv/.installed
DEV := .venv/.installed-dev
.PHONY: help up backup restore rollback password doctor rehearse test thorough quick check docs fmt release weight clean requirements

help: ## List these commands
	@grep -hE '^[a-z]+:.*## ' Makefile | awk -F ':.*## ' '{ printf "make %-14s %s\n", $$1, $$2 }'

up: $(RUN) ## Start Viertal; Ctrl-C stops it
	@exec $(BIN)/python -m launcher

backup: $(RUN) ## Write all data to one file, also while Viertal runs; FILE=… names it
	@exec $(BIN)/python -m launcher.backup $(if $(FILE),"$(FILE)")

restore: $(RUN) ## Replace all data by the backup FILE=…, and start
	@test -n "$(FILE)" || { echo "Name the backup: make restore FILE=…" >&2; exit 1; }
	@exec $(BIN)/python -m launcher --restore "$(FILE)"

rollback: $(RUN) ## Take the last update back: the data of before it
	@exec $(BIN)/python -m launcher.rollback

password: $(RUN) ## Set the organiser's forgotten password, also while Viertal runs; NAME=… for another user
	@exec $(BIN)/python -m launcher.password $(if $(NAME),"$(NAME)")

rehearse: $(RUN) ## Play an evening with 40 phones, beside all real data: is this computer quick enough?
	@exec $(BIN)/python -m launcher.rehearsal $(if $(PLAYERS),--players "$(PLAYERS)")

doctor: $(RUN) ## Look at this computer as a hall needs it: clock, disk, network, firewall
	@exec $(BIN)/python -m launcher.doctor

# Tests run as code that was compiled once: a shell that forbids to keep it costs every worker a quarter of a minute.
test quick: export PYTHONDONTWRITEBYTECODE :=

test: $(DEV) ## Run all tests, the browser's included; PYTEST="-k name" picks some
	@bash tools/chromium.sh
	@bash tools/older_postgres.sh
	@$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder --cost build/test-cost.json $(PYTEST)

thorough: ## Run all tests, also those of tests/thorough.toml, with all the examples of property tests
	@THOROUGH=1 $(MAKE) --no-print-directory test

quick: $(DEV) ## Run the tests nearest to your change, in at most a minute and a half
	@$(BIN)/python -m tests.support.touched $(PYTEST)

check: $(DEV) ## Check style, types, layers, migrations and deployment
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -W error manage.py check --fail-level WARNING
	$(BIN)/python -W error manage.py makemigrations --check --dry-run
	VIERTAL_HTTPS=1 ALLOWED_HOSTS=viertal.example $(BIN)/python -W error manage.py check --deploy --fail-level WARNING

docs: $(DEV) ## Build the documents as a site in build/docs; a dead link is an error
	@$(BIN)/python -m sphinx -q -W --keep-going -c docs -b html . build/docs
	@echo "build/docs/README.html"

fmt: $(DEV) ## Format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

release: $(DEV) ## Build, try, describe and sign what CHANGELOG.md calls the newest version; the tag is yours
	@$(BIN)/python -m tools.release

weight: $(DEV) ## Print how many lines and files each room has
	@$(BIN)/python -m tools.weight

clean: ## Remove everything that can be made again; data stays
	rm -rf .venv build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache staticfiles
	find . -name __pycache__ -type d -not -path './var/*' -prune -exec rm -rf {} +

requirements: $(DEV) ## Pin the newest packages in requirements.txt and requirements-dev.txt
	bash tools/requirements.sh

$(RUN): requirements.txt
	@bash tools/install.sh requirements.txt $@

$(DEV): requirements-dev.txt
	@bash tools/install.sh requirements-dev.txt $@
