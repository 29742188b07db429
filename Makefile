# The two commands are `make figures` and `make test`; each sets up what it needs first. `make` alone lists all.
SHELL := /bin/sh
.DELETE_ON_ERROR:
.PHONY: help figures test lab bench lint lock wheel clean

# One thread for linear algebra and a fixed hash seed: drawn curves and notebooks come out the same everywhere.
export OPENBLAS_NUM_THREADS := 1
export OMP_NUM_THREADS := 1
export MKL_NUM_THREADS := 1
export PYTHONHASHSEED := 0

BIN := .venv/bin
JOBS ?= 2
code := $(shell find xiangshe_nlp -type f ! -name '*.pyc' ! -path '*/.*' 2>/dev/null)
texts := $(wildcard seeds/*) $(wildcard tests/gold/*)
# Progress for people: one line a step on a terminal, nothing in a pipe.
say = if [ -t 1 ]; then printf '%s\n' "$(1)"; fi
# The stamps .make/data and .make/figures hold the sums of what was written; where a file has been removed or
# changed since, the stamp does not count. .make/new says that this call has written something.
sums = cksum $(1)/* 2>/dev/null
stale := $(shell for made in data figures; do \
	  if [ -f .make/$$made ] && ! cksum $$made/* 2>/dev/null | cmp -s - .make/$$made; then rm .make/$$made; fi; done)

help: ## list what can be made
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 17

figures: .make/data .make/figures .make/notebooks ## set up, build the tables, execute the notebooks, write figures/
	@if [ -f .make/new ]; then said=written; rm .make/new; else said='up to date'; fi; \
	  printf '%s: %s tables in data/, %s figures in figures/ (SVG and PNG), %s notebooks executed\n' "$$said" \
	  "$$(ls data/*.csv 2>/dev/null | wc -l | tr -d ' ')" "$$(ls figures/*.svg 2>/dev/null | wc -l | tr -d ' ')" \
	  "$$(ls notebooks/*.ipynb 2>/dev/null | wc -l | tr -d ' ')"

test: .make/env ## run the whole test suite, notebooks included
	@$(call say,tests: suite and notebooks with $(JOBS) processes)
	@$(BIN)/python -m pytest -q -n $(JOBS) --dist loadfile

lab: .make/env ## open JupyterLab on the notebooks
	@$(BIN)/jupyter lab --notebook-dir=notebooks $(if $(filter 0,$(shell id -u)),--allow-root) $(LAB)

bench: .make/env ## print the two ratios of speed
	@$(BIN)/python benchmarks/bench.py

lint: .make/env ## ruff and mypy
	@$(BIN)/ruff check --quiet . && $(BIN)/mypy --no-error-summary && echo 'lint: ruff and mypy find nothing'

lock: ## make requirements.lock and environment.yml again (UPGRADE=1: with the newest versions that fit)
	@p=$$($(find_python)) && "$$p" tools/make_lock.py $(if $(UPGRADE),--upgrade)

wheel: .make/env ## build the wheel into dist/ (PUBLIC=1: into dist/public/, without texts whose rights are not known)
	@$(BIN)/python tools/build_wheel.py $(if $(PUBLIC),--public)

clean: ## remove what was made and is not in git, .venv too
	rm -rf .venv .make data dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The first Python that is new enough and can make environments; PYTHON=… names another.
PYTHON ?=
find_python = for p in $(if $(PYTHON),"$(PYTHON)",python3.11 python3.12 python3.13 python3 python3.14 python); do \
	  "$$p" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	    && { echo "$$p"; exit 0; }; done; \
	  echo 'No Python 3.11 or newer with its venv module was found (Debian: apt-get install python3 python3-venv); a Python elsewhere is named by make PYTHON=...' >&2; exit 1

.make/env: requirements.lock pyproject.toml tools/set_up.py
	@mkdir -p .make
	@p=$$($(find_python)) && "$$p" tools/set_up.py
	@touch $@

.make/data: .make/env $(code) $(texts)
	@$(call say,tables: building data/)
	@$(BIN)/xiangshe build --out data
	@$(call sums,data) >$@; touch .make/new

.make/figures: .make/env $(code) $(texts)
	@$(call say,figures: drawing figures/)
	@$(BIN)/xiangshe figures
	@$(call sums,figures) >$@; touch .make/new

.make/notebooks: .make/env $(code) $(texts) $(wildcard notebooks/*.ipynb) tools/run_notebooks.py
	@$(BIN)/python tools/run_notebooks.py
	@touch $@ .make/new
