"""Writes the reference pages that follow from the code: the Python rooms and the commands.

MkDocs calls `on_config` when it has read mkdocs.yml, and `on_files` when it has found the pages
that are written by hand.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

import kinrow
from kinrow.__main__ import faces
from kinrow.cli.app import build

PACKAGE = Path(kinrow.__file__).parent


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Lists the rooms in the navigation, below their index."""
    sections = {title: pages for section in config.nav or [] for title, pages in section.items()}
    (python,) = (page["Python"] for page in sections["Reference"] if "Python" in page)
    python += [{f"kinrow.{room}": f"reference/python/{room}.md"} for room in rooms()]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pages to those that were found."""
    for path, text in pages():
        files.append(File.generated(config, path, content=text))
    return files


def pages() -> Iterator[tuple[str, str]]:
    """Path and text of each page."""
    yield "reference/commands.md", commands_page()
    yield "reference/python/index.md", root_page()
    for room, names in rooms().items():
        yield f"reference/python/{room}.md", room_page(room, names)


def rooms() -> dict[str, list[str]]:
    """The public names of every room that has any, and of every other module that the root opens.

    >>> "Board" in rooms()["rules"], "web" in rooms()
    (True, False)
    """
    files = {path.parent.name: path for path in PACKAGE.glob("*/__init__.py")}
    for home in set(kinrow._HOMES) - set(files):
        files[home] = PACKAGE.joinpath(*home.split(".")).with_suffix(".py")
    found = {room: public_names(path) for room, path in files.items()}
    return {room: found[room] for room in sorted(found) if found[room]}


def public_names(module: Path) -> list[str]:
    """The `__all__` of a module, which is read and not imported; empty if it has none."""
    for node in ast.parse(module.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return sorted(ast.literal_eval(node.value))
    return []


def first_line(thing: object) -> str:
    """The first sentence of a docstring, on one line."""
    return " ".join((thing.__doc__ or "").strip().partition("\n\n")[0].split())


def room_page(room: str, names: list[str]) -> str:
    """What a room is for, then each of its names."""
    module = import_module(f"kinrow.{room}")
    parts = [f"# kinrow.{room}", first_line(module)]
    parts += [f"::: kinrow.{room}.{name}" for name in names]
    return "\n\n".join(parts) + "\n"


_ROOT = """# Python

`import kinrow` gives these names. The module behind a name is loaded when the name is first used,
so the import itself takes almost no time. <span id="kinrow.__version__"></span>`kinrow.__version__`
is the version as text.

| name | what it is |
|---|---|
{names}

## Modules

| module | what it is for |
|---|---|
{rooms}
"""


def root_page() -> str:
    """The names that `import kinrow` gives, each with a link to its room."""
    names = sorted(
        f'| <span id="kinrow.{name}"></span>[`kinrow.{name}`]({home}.md#kinrow.{home}.{name}) '
        f"| {first_line(getattr(kinrow, name))} |"
        for home, names in kinrow._HOMES.items()
        for name in names
    )
    found = [
        f"| [`kinrow.{room}`]({room}.md) | {first_line(import_module(f'kinrow.{room}'))} |"
        for room in rooms()
    ]
    return _ROOT.format(names="\n".join(names), rooms="\n".join(found))


def commands_page() -> str:
    """Usage, arguments and options of every command, from the definitions that parse them."""
    group = build(faces())
    intro = "Every command with its arguments and options, as `kinrow COMMAND --help` prints them."
    parts = ["# Every command", f"{intro} [The command line](command-line.md) explains them."]
    for name in sorted(group.commands):
        parts += command_parts(f"kinrow {name}", group.commands[name])
    return "\n\n".join(parts) + "\n"


def command_parts(name: str, command: Any) -> Iterator[str]:
    """One command, then those below it."""
    context = command.make_context(name, [], resilient_parsing=True)
    yield f"## {name}"
    yield plain(command.help or "")
    yield f"```text\n{' '.join([name, *command.collect_usage_pieces(context)])}\n```"
    yield "| argument or option | meaning |\n|---|---|\n" + "\n".join(
        f"| {cell(f'`{record[0]}`')} | {cell(plain(record[1]))} |"
        for param in command.get_params(context)
        if (record := param.get_help_record(context))
    )
    for part in sorted(getattr(command, "commands", {})):
        yield from command_parts(f"{name} {part}", command.commands[part])


def plain(words: str) -> str:
    """Help without the escapes that Rich needs."""
    return words.replace("\\[", "[")


def cell(words: str) -> str:
    """A text that may stand in a cell of a table. What is between backticks is shown as it is."""
    parts = words.split("`")
    parts[::2] = [part.replace("|", "\\|").replace("<", "&lt;") for part in parts[::2]]
    return "`".join(parts)
