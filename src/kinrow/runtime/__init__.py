"""What every call into the compiled core needs: conversion, limits of memory and threads, waiting.

- `compression`: Zstandard, wherever this Python has it.
- `conversion`: rules, positions and cells as the core takes them, and back.
- `extras`: libraries that come with an extra, and how to get them.
- `folders`: where the user's files lie.
- `lazily`: a room's names, each imported when it is first used.
- `limits`: bytes and threads that a search may take, as people write them.
- `statuses`: the exit statuses that shells know.
- `waiting`: a call in slices, so that Ctrl-C, the clock and a progress display get their turn.
"""
