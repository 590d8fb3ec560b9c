#!/bin/sh
# Five in a row on every board from 21 x 21 on: searches all trees, and joins them to one certificate.
#   sh docs/experiments/21-21-5.sh FOLDER
# Some hours on one core, with 6 GiB of memory. Another run goes on from the trees in the folder.
set -e
folder=$1
mkdir -p "$folder"

without() { # second stone, third stone, what the wins after a pass keep off
  python -m docs.experiments.left_out "$@" --out "$folder"
}
without t11 j11 row,column diagonal,antidiagonal
without t13 j10 row,column diagonal,antidiagonal
without r11 i11 row,column diagonal,antidiagonal
without r12 j11 row,column diagonal,antidiagonal
without r13 j10 row,column diagonal,antidiagonal
without r14 i11 row,column diagonal,antidiagonal
without r15 i11 row,column diagonal,antidiagonal
without r16 j11 row,column diagonal,antidiagonal
without r17 j11 row,column diagonal,antidiagonal
without q11 j11 row,column diagonal,antidiagonal
without q12 l12 row diagonal column,antidiagonal
without q13 j10 row,column,antidiagonal diagonal
without q14 j11 row,column,antidiagonal diagonal
without q15 k9 row,column diagonal,antidiagonal
without q16 l11 row,column diagonal,antidiagonal
without q17 k10 row,column diagonal,antidiagonal

with_it() { # its rows and columns from the first stone, second stone, third stone
  test -e "$folder/second-$1.proof" || python -m docs.experiments.third_stones k11 \
    --second "$2" --third "$3" --game 21+,21+,5 --memory 6GiB \
    --book docs/experiments/21-21-5-second.book --prove "$folder/second-$1.proof"
}
with_it 0-5 p11 l11
with_it 1-5 p12 k9
with_it 2-5 p13 l10
with_it 3-5 p14 l10
with_it 4-5 p15 m11
with_it 5-5 p16 l12

python -m docs.experiments.every_board --window 21 --out "$folder" --proof "$folder/21+-21+-5.proof"
