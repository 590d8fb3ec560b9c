#!/bin/sh
# Tries kinrow on other platforms, as far as this machine can: try.sh PLATFORM...
#   windows, aarch64, musl: the C++ tests and the checker, built for the platform and run
#   manylinux: a wheel, repaired by auditwheel and installed into an empty environment
# Says in one line what only root can install, and fails, if a tool is missing.
set -eu
bin=$PWD/.venv/bin
# Zig builds its C++ library when it is first asked to.
export ZIG_GLOBAL_CACHE_DIR="$PWD/build/zig"
export CMAKE_BUILD_PARALLEL_LEVEL="${JOBS:-1}"

missing=""
need() { # PROGRAM PACKAGE
    command -v "$1" >/dev/null || missing="$missing $2"
}

look() { # PLATFORM
    case $1 in
    windows)
        need x86_64-w64-mingw32-g++-posix g++-mingw-w64-x86-64-posix
        need /usr/lib/wine/wine64 wine64
        ;;
    aarch64)
        need aarch64-linux-gnu-g++ g++-aarch64-linux-gnu
        need qemu-aarch64-static qemu-user-static
        ;;
    musl | manylinux) ;;
    *)
        echo "unknown platform: $1; known are windows, aarch64, musl and manylinux" >&2
        exit 1
        ;;
    esac
}

try_core() { # PLATFORM
    "$bin/cmake" --log-level=WARNING -S . -B "build/$1" -G Ninja -DCMAKE_MAKE_PROGRAM="$bin/ninja" \
        -DCMAKE_TOOLCHAIN_FILE="$PWD/requirements/cross/$1.cmake" -DKINROW_PYTHON=OFF -DKINROW_TESTS=ON \
        -DKINROW_WERROR=ON -DKINROW_LTO="${LTO:-OFF}"
    "$bin/cmake" --build "build/$1" --target core_tests kinrow_check
    "$bin/ctest" --test-dir "build/$1" --output-on-failure
}

try_wheel() {
    rm -rf build/manylinux/made build/manylinux/repaired
    "$bin/python" -m build --no-isolation --wheel --outdir build/manylinux/made -C build-dir=build/manylinux/cmake \
        -C cmake.define.KINROW_LTO="${LTO:-OFF}"
    PATH=$bin:$PATH "$bin/auditwheel" repair --wheel-dir build/manylinux/repaired build/manylinux/made/*.whl
    "$bin/python" -m venv --clear build/manylinux/venv
    build/manylinux/venv/bin/pip install --quiet --disable-pip-version-check build/manylinux/repaired/*.whl
    build/manylinux/venv/bin/python tests/installed.py examples/proofs/11-4-4.proof
}

for platform in "$@"; do
    look "$platform"
done
if [ -n "$missing" ]; then
    echo "not everything can be tried yet; please run: sudo apt install$missing" >&2
    exit 1
fi
for platform in "$@"; do
    echo "== $platform"
    case $platform in
    manylinux) try_wheel ;;
    *) try_core "$platform" ;;
    esac
done
