# Linux with musl, by the Clang and libc++ of Zig; its static programs run here as they are.
set(CMAKE_CXX_COMPILER "${CMAKE_CURRENT_LIST_DIR}/../../.venv/bin/python-zig" c++ -target x86_64-linux-musl)
