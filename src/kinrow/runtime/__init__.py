"""What every call into the compiled core needs: conversion, limits of memory and threads, waiting.

- `compression`: Zstandard, wherever this Python has it.
- `conversion`: rules, positions and cells as the core takes them, and back.
- `extras`: libraries that come with an extra, and how to get them.
- `files`: files to read, and files that appear whole or not at all.
- `folders`: where the user's files lie.
- `groups`: programs that Ctrl-C in our terminal does not end.
- `lazily`: a room's names, each imported when it is first used.
- `limits`: bytes and threads that a search may take, as people write them.
- `own`: what belongs to one process, and cannot be copied.
- `plain_json`: JSON that anybody may have written.
- `processes`: work shared among processes.
- `programs`: other programs, which end with the process that started them.
- `statuses`: the exit statuses that shells know.
- `threads`: threads that the system does not grant.
- `waiting`: a call in slices, so that Ctrl-C, the clock and a progress display get their turn.
"""
