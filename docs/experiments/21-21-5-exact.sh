#!/bin/sh
# Exactly five in a row on every board from 21 x 21 on: searches all trees, and joins them to one certificate.
#   sh docs/experiments/21-21-5-exact.sh FOLDER
# Some hours on one core, with 4 GiB of memory. Another run goes on from the trees in the folder.
set -e
mkdir -p "$1"
python -m docs.experiments.by_direction --window 21 --exact --out "$1" --seconds 100
python -m docs.experiments.every_board --window 21 --exact --out "$1" --seconds 1200 --memory 4GiB --proof "$1/21+-21+-5-exact.proof"
