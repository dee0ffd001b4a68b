# `make` lists the targets. Each runs the set-up that it needs; finished steps are not repeated.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
export PATH := $(CURDIR)/$(BIN):$(PATH)
# If set, each of the many started processes would compile every module again.
unexport PYTHONDONTWRITEBYTECODE

SOURCES := $(shell find web -path web/node_modules -prune -o -type f -print 2>/dev/null | grep -v -e tsbuildinfo -e '\.test\.')
BUILT := balai/site/static/.built

.PHONY: help run test bench setup build check lock wheel clean

help: ## list the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 10

run: build ## install everything and start with sample content on http://127.0.0.1:8000
	@exec $(BIN)/balai serve --demo

# Failed tests run once more, alone: one that passes then depends on timing or load, and is listed by name.
test: build chromium check ## install everything and run every check and test
	@$(BIN)/pytest -n 2 --dist loadfile --no-loadscope-reorder || { code=$$?; test $$code = 1 || exit $$code; \
	  echo "=== The failed tests run again, alone. Mend those that pass now: they depend on timing or load. ==="; \
	  $(BIN)/pytest --last-failed --last-failed-no-failures none -v; }

bench: build chromium ## measure, print the table and write build/bench.json
	$(BIN)/python -m bench

check: build ## lint, types, wording and texts, of both languages
	@$(MAKE) --no-print-directory -j 2 check-python check-web

.PHONY: check-python check-web
check-python:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python tools/check_words.py
	$(BIN)/python tools/check_terms.py

check-web:
	cd web && npm run --silent check

setup: $(VENV)/.ready web/node_modules/.ready ## install the virtual environment, Node and packages

build: setup $(BUILT) ## build the front end into the package

lock: ## rewrite the lock files from pyproject.toml and web/package.json
	$(PYTHON) -m venv build/lock && build/lock/bin/pip install --quiet uv
	build/lock/bin/uv pip compile --quiet --universal --generate-hashes --no-annotate --no-header --python-version 3.11 --group dev pyproject.toml -o requirements.lock
	build/lock/bin/uv pip compile --quiet --universal --generate-hashes --no-annotate --no-header --python-version 3.11 --group node -o web/requirements.lock

wheel: build ## build the package with the front end into dist/
	$(BIN)/python -m hatchling build -t wheel

clean: ## delete everything that the targets created, except the data folder
	rm -rf $(VENV) build dist web/node_modules balai/site/static

$(VENV)/.ready: requirements.lock pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

# Vite needs Node 20.19 or newer; if the machine has none, it is installed from a wheel.
web/node_modules/.ready: web/package-lock.json $(VENV)/.ready
	@node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' 2>/dev/null \
	  || $(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r web/requirements.lock
	cd web && npm ci --silent --no-audit --no-fund
	@touch $@

# The site's fonts: one weight and range in each file.
build/fonts/.ready: tools/cut_fonts.py web/node_modules/.ready
	$(BIN)/python tools/cut_fonts.py
	@touch $@

$(BUILT): $(SOURCES) build/fonts/.ready web/node_modules/.ready
	cd web && npm run --silent build
	$(BIN)/python -m balai.site.assets.precompress
	@touch $@

.PHONY: chromium
chromium:
	@command -v chromium-headless-shell >/dev/null && exit 0; \
	root=$$(test "$$(id -u)" = 0 || echo sudo -n); \
	$$root apt-get update -qq && $$root apt-get install -y -qq chromium-headless-shell fonts-noto-cjk >/dev/null \
	  || { echo "The browser tests need chromium-headless-shell: install it with your system's package manager."; exit 1; }
