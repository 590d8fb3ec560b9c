# Everything is built into .venv and build/; nothing outside this folder is touched. `make help` lists the words.
.DEFAULT_GOAL := help
.NOTPARALLEL:

PYTHON ?= python3
JOBS ?= $(shell nproc)
BIN := .venv/bin
CMAKE := $(BIN)/cmake
CONFIGURE := $(CMAKE) -S . -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja
.PHONY: help build

help: ## list these words
	@sed -n 's/^\([a-z-]*\):.*## /\1: /p' Makefile

.venv/.made: requirements/dev.txt
	$(PYTHON) -m venv --clear .venv
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements/dev.txt
	touch $@

.venv/.linked: .venv/.made pyproject.toml
	$(BIN)/pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps \
		-Cwheel.cmake=false -Ceditable.mode=inplace -e .
	touch $@

build/release/build.ninja: .venv/.made
	$(CMAKE) --fresh -S . -B build/release -G Ninja -DCMAKE_MAKE_PROGRAM="$(CURDIR)/$(BIN)/ninja" \
		-DPython_EXECUTABLE="$(CURDIR)/$(BIN)/python" -DKINROW_NATIVE=ON -DKINROW_INPLACE=ON -DKINROW_TESTS=ON

build: .venv/.linked build/release/build.ninja ## build the extension into src/kinrow (only what changed)
	@$(CMAKE) --build build/release --parallel $(JOBS) --target _core_stub
