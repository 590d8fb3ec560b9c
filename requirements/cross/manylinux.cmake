# Linux with glibc 2.28 or newer, by the Clang and libc++ of Zig: this system's own glibc is newer than many users'.
set(CMAKE_CXX_COMPILER "${CMAKE_CURRENT_LIST_DIR}/../../.venv/bin/python-zig" c++ -target x86_64-linux-gnu.2.28)
