#!/bin/sh
# Tries kinrow on another platform: try.sh windows|aarch64|musl|manylinux
#   windows, aarch64, musl: the C++ tests and the checker, built for the platform and run here
#   manylinux: a wheel for older Linux systems, installed into an empty environment
# Says in one line what only root can install, and fails, if a tool is missing.
set -eu
platform=$1
folder=build/$platform
toolchain=$PWD/requirements/cross/$platform.cmake
bin=$PWD/.venv/bin
# Zig builds its C++ library when it is first asked to.
export ZIG_GLOBAL_CACHE_DIR="$PWD/build/zig"

missing=""
need() { # PROGRAM PACKAGE
    command -v "$1" >/dev/null || missing="$missing $2"
}

try_core() {
    "$bin/cmake" --log-level=WARNING -S . -B "$folder" -G Ninja -DCMAKE_MAKE_PROGRAM="$bin/ninja" \
        -DCMAKE_TOOLCHAIN_FILE="$toolchain" -DKINROW_PYTHON=OFF -DKINROW_TESTS=ON -DKINROW_WERROR=ON \
        -DKINROW_LTO="${LTO:-OFF}"
    "$bin/cmake" --build "$folder" --parallel "${JOBS:-1}" --target core_tests kinrow_check
    "$bin/ctest" --test-dir "$folder" --verbose
}

try_wheel() {
    rm -rf "$folder/made" "$folder/repaired"
    "$bin/python" -m build --no-isolation --wheel --outdir "$folder/made" -C build-dir="$folder/cmake" \
        -C cmake.define.CMAKE_TOOLCHAIN_FILE="$toolchain" -C cmake.define.KINROW_LTO=OFF
    PATH=$bin:$PATH "$bin/auditwheel" repair --wheel-dir "$folder/repaired" "$folder"/made/*.whl
    "$bin/python" -m venv --clear "$folder/venv"
    "$folder/venv/bin/pip" install --quiet --disable-pip-version-check "$folder"/repaired/*.whl
    "$folder/venv/bin/python" tests/installed.py examples/proofs/11-4-4.proof
}

case $platform in
windows)
    need x86_64-w64-mingw32-g++-posix g++-mingw-w64-x86-64-posix
    need /usr/lib/wine/wine64 wine64
    ;;
aarch64)
    need aarch64-linux-gnu-g++ g++-aarch64-linux-gnu
    need qemu-aarch64-static qemu-user-static
    ;;
esac
if [ -n "$missing" ]; then
    echo "$platform cannot be tried yet; please run: sudo apt install$missing" >&2
    exit 1
fi
echo "== $platform"
case $platform in
manylinux) try_wheel ;;
*) try_core ;;
esac
