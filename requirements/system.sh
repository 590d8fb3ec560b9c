#!/bin/sh
# Says in one line what only root can install, and fails, if the system lacks what the build needs.
#   system.sh [PYTHON]             for people
#   system.sh --packages [PYTHON]  Debian's names alone, for a script that is root; never fails
set -u
packages_only=false
if [ "${1:-}" = --packages ]; then
    packages_only=true
    shift
fi
python=${1:-python3}
missing=""

command -v make >/dev/null 2>&1 || missing="$missing make"
command -v "${CXX:-g++}" >/dev/null 2>&1 || missing="$missing g++"
if ! command -v "$python" >/dev/null 2>&1; then
    missing="$missing python3 python3-venv python3-dev"
elif ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    $packages_only || echo "kinrow needs Python 3.11 or newer; $("$python" --version 2>&1) is $python (another one: make PYTHON=...)" >&2
    $packages_only || exit 1
else
    "$python" -c 'import ensurepip, venv' 2>/dev/null || missing="$missing python3-venv"
    "$python" -c 'import os, sys, sysconfig
sys.exit(not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))' || missing="$missing python3-dev"
fi

if $packages_only; then
    echo "${missing# }"
elif [ -n "$missing" ]; then
    echo "kinrow cannot be built yet; please run: sudo apt install$missing" >&2
    exit 1
fi
