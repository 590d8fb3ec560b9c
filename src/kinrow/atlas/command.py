"""`kinrow atlas`, `kinrow atlas add` and `kinrow atlas page` as a Typer app."""

from __future__ import annotations

import json as json_text
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from kinrow.atlas.games import games
from kinrow.atlas.words import COLUMNS, Words, table
from kinrow.cluster import Cluster
from kinrow.cluster.option import ClusterOption, joined
from kinrow.knowledge.atlas import Atlas
from kinrow.knowledge.beyond import LargerBoard, RowBeyond, larger_board, row_with_boards
from kinrow.knowledge.row import HOWS, AtlasError, AtlasRow, How, variant
from kinrow.proofs import class_of, piece_of
from kinrow.rules import MOST_COLS, MOST_ROWS, NotationError, Rules, game
from kinrow.rules.cell import shown
from kinrow.rules.sentence import Sentence
from kinrow.rules.spec import parse_numbers, parse_options
from kinrow.runtime.statuses import INTERRUPTED, NOT_SETTLED
from kinrow.terminal import columns, console, live_line, mutter

if TYPE_CHECKING:
    from kinrow.solver import Solution
    from kinrow.words import Language


# The command line has the help of the options, in the reader's language.
FileOption = Annotated[Path | None, typer.Option("--file", metavar="FILE")]
GameOption = Annotated[str | None, typer.Option("--game", "-g", metavar="GAME")]
KOption = Annotated[int | None, typer.Option("--k", "-k", min=1)]
RulesOption = Annotated[str | None, typer.Option("--rules")]
ValueOption = Annotated[Literal["win", "draw", "loss"] | None, typer.Option("--value")]
HowOption = Annotated[How | None, typer.Option("--how", metavar="HOW")]
JsonOption = Annotated[bool, typer.Option("--json")]
GamesArgument = Annotated[list[str] | None, typer.Argument(metavar="GAME...")]
ProveOption = Annotated[bool, typer.Option("--prove")]
FromOption = Annotated[
    Path | None, typer.Option("--from", metavar="FILE", exists=True, dir_okay=False)
]
KeepOption = Annotated[Path | None, typer.Option("--keep", metavar="FOLDER")]
BooksOption = Annotated[
    Path | None, typer.Option("--books", metavar="FOLDER", exists=True, file_okay=False)
]
AgainOption = Annotated[bool, typer.Option("--again")]
TimeOption = Annotated[float | None, typer.Option("--time", "-t", min=0.001, metavar="SECONDS")]
MemoryOption = Annotated[str | None, typer.Option("--memory", "-m", metavar="SIZE")]
ThreadsOption = Annotated[int | None, typer.Option("--threads", "-j", min=1, max=1024)]
OutOption = Annotated[Path, typer.Option("--out", "-o", metavar="FOLDER")]


def atlas_app(help_text: str | None = None, language: Language = "en") -> typer.Typer:
    """`kinrow atlas` with its two commands; tables and pages in that language.

    >>> [command.name for command in atlas_app().registered_commands]
    ['add', 'page']
    """
    faces = _AtlasCommands(Words(language))
    app = typer.Typer(help=help_text or faces.show.__doc__)
    app.callback(invoke_without_command=True)(faces.show)
    app.command("add", help=faces.add.__doc__)(faces.add)
    app.command("page", help=faces.page.__doc__)(faces.page)
    return app


class _AtlasCommands:
    """The commands, in one language."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def show(
        self,
        context: typer.Context,
        spec: GameOption = None,
        k: KOption = None,
        rules: RulesOption = None,
        value: ValueOption = None,
        how: HowOption = None,
        json: JsonOption = False,
        file: FileOption = None,
    ) -> int:
        """What is settled, game by game, by whom first, and how kinrow knows."""
        if context.invoked_subcommand is not None:
            return 0
        if rules is not None and not is_kind(rules):
            raise AtlasError(self.words("list.kind", text=shown(rules)))

        def is_chosen(row: AtlasRow) -> bool:
            return (
                k in (None, row.rules.k)
                and value in (None, str(row.value))
                and how in (None, row.how)
                and (rules is None or is_of_rules(row.rules, rules))
            )

        if spec is not None and (larger := larger_board(spec)) is not None:
            if larger.turned is None:
                found = row_with_boards(larger, Atlas(file).find)
                return self._show_beyond(larger, found, is_chosen, json=json)
            spec = str(larger.turned)
        found_rows = self._rows(Atlas(file), spec)
        if found_rows is None:
            return NOT_SETTLED
        rows = [*filter(is_chosen, found_rows)]
        if json:
            typer.echo(json_text.dumps([row.to_json() for row in rows]))
        elif rows:
            _print(rows, self.words)
        else:
            typer.echo(self.words("list.none"))
        return 0

    def _rows(self, atlas: Atlas, spec: str | None) -> Iterable[AtlasRow] | None:
        """All rows, or that of one game; None if there is none, and a message says so."""
        if spec is None:
            return atlas.rows()
        rules = game(spec)
        if (found := atlas.find(rules)) is None:
            mutter(f"kinrow: {self.words('list.unknown', game=rules)}")
            return None
        return [found]

    def _show_beyond(
        self,
        board: LargerBoard,
        found: RowBeyond | None,
        is_chosen: Callable[[AtlasRow], bool],
        *,
        json: bool,
    ) -> int:
        """A board larger than those kinrow plays on, or a class of boards."""
        if found is None:
            mutter(f"kinrow: {self._open_beyond(board)}")
            return NOT_SETTLED
        chosen = is_chosen(found.row)
        if json:
            typer.echo(json_text.dumps([found.to_json()] if chosen else []))
        else:
            typer.echo(self._beyond(found) if chosen else self.words("list.none"))
        return 0

    def _open_beyond(self, board: LargerBoard) -> str:
        if not board.is_class:
            return self.words("list.beyond", game=board, rows=MOST_ROWS, cols=MOST_COLS)
        one = replace(board, larger=(), repeated=None)
        return self.words("list.open", **{"class": board, "board": one})

    def _beyond(self, found: RowBeyond) -> str:
        row = found.row
        known = {"game": found.board, "value": self.words(f"value.{row.value}")}
        if found.of_class is None:
            return self.words("list.theory", theory=self.words.theory(row), **known)
        if found.more:
            known |= {"classes": " ".join(found.classes), "boards": " ".join(found.boards)}
            return self.words("list.strips" if found.boards else "list.classes", **known)
        known |= {"class": found.of_class, "bytes": f"{row.size:,}", "sha256": row.sha256}
        if found.boards:
            return self.words("list.boards", boards=" ".join(found.boards), **known)
        return self.words("list.class", **known)

    def add(
        self,
        specs: GamesArgument = None,
        prove: ProveOption = False,
        certificate: FromOption = None,
        keep: KeepOption = None,
        books: BooksOption = None,
        again: AgainOption = False,
        time: TimeOption = None,
        memory: MemoryOption = None,
        threads: ThreadsOption = None,
        file: FileOption = None,
        cluster: ClusterOption = None,
    ) -> int:
        """Solve or prove games, or read a certificate, and record the results."""
        atlas = Atlas(file)
        chosen = [rules for spec in specs or () for rules in games(self._single(spec))]
        if certificate is not None:
            return self._read(atlas, certificate, chosen)
        if not chosen:
            raise AtlasError(self.words("add.nothing"))
        limits: dict[str, Any] = {"time": time, "memory": memory, "threads": threads}
        from kinrow.runtime.limits import bytes_of

        bytes_of(memory)
        folder = (keep or atlas.own.path.parent / "certificates") if prove else None
        known = partial(self._is_known, atlas, proof=prove, books=books, again=again)
        todo = (rules for rules in chosen if not known(rules))
        status = 0
        with joined(cluster, threads) as workers:
            for found in self._search(todo, folder, books, limits, workers):
                if isinstance(found, AtlasRow):
                    self._tell(atlas.record(found))
                    continue
                status = max(status, self._open(atlas, found))
                if status == INTERRUPTED:
                    break
        return status

    def _single(self, spec: str) -> str:
        """The spec; raises AtlasError for that of a class of boards."""
        piece, repeated = piece_of(spec)
        smallest, larger = class_of(piece)
        if larger or repeated:
            raise AtlasError(self.words("add.single", text=shown(spec), game=smallest))
        return spec

    def _read(self, atlas: Atlas, certificate: Path, chosen: list[Rules]) -> int:
        from kinrow.atlas.new_rows import certified, class_in

        if len(chosen) > 1:
            raise AtlasError(Sentence("atlas.one", path=certificate))
        row = atlas.record(certified(certificate, chosen[0] if chosen else None))
        self._tell(row)
        if (boards := class_in(certificate)) is not None:
            typer.echo(self.words("add.class", **{"game": row.rules, "class": boards}))
        return 0

    def _is_known(
        self, atlas: Atlas, rules: Rules, *, proof: bool, books: Path | None, again: bool
    ) -> bool:
        """Whether the atlas has the game already, so well; then says so."""
        known = atlas.settled(rules)
        wanted = HOWS.index("proved" if proof else "computed")
        if known is None or known.rank < wanted or again:
            return False
        value, how = self.words(f"value.{known.value}"), self.words(f"how.{known.how}")
        typer.echo(self.words("add.known", game=rules, value=value, how=how))
        self._note_move(atlas, known, books)
        return True

    def _search(
        self,
        todo: Iterable[Rules],
        folder: Path | None,
        books: Path | None,
        limits: dict[str, Any],
        workers: Cluster | None,
    ) -> Iterator[AtlasRow | Solution]:
        """What is found of each game: side by side on a cluster, unless each is to be proved."""
        from kinrow.atlas.new_rows import computed_by_worker

        if workers is not None and folder is None:
            limits = {"time": limits["time"], "memory": limits["memory"]}
            for _, found in workers.run(partial(computed_by_worker, **limits), todo):
                yield found
            return
        for rules in todo:
            yield self._settle(rules, folder, books, limits, workers)

    def _settle(
        self,
        rules: Rules,
        folder: Path | None,
        books: Path | None,
        limits: dict[str, Any],
        workers: Cluster | None,
    ) -> AtlasRow | Solution:
        """What is found of one game, with a line that shows how far it is."""
        from kinrow.atlas.new_rows import computed, proved

        with live_line(str(rules)) as tell:
            limits = limits | {"progress": lambda now: tell(self.words.searching(now))}
            if folder is None:
                return computed(rules, **limits)
            path = folder / f"{str(rules).replace(':', '-')}.proof"
            limits["step"] = lambda doing, count, *_: tell(self.words.step(doing, count))
            return proved(rules, path, books=books, cluster=workers, **limits)

    def _note_move(self, atlas: Atlas, row: AtlasRow, books: Path | None) -> None:
        """The first move that the game's book has, if the row has none."""
        from kinrow.atlas.new_rows import noted

        found = noted(row, books) if books is not None and row.move is None else None
        if found is not None:
            atlas.record(found)
            typer.echo(self.words("add.move", game=row.rules, move=found.move))

    def _open(self, atlas: Atlas, found: Solution) -> int:
        """A search that ended early: theory may know more."""
        from kinrow.knowledge.atlas import theory_row

        rules = found.position.rules
        row = theory_row(rules)
        if found.stopped != "interrupted" and row is not None:
            value, theory = self.words(f"value.{row.value}"), self.words.theory(row)
            atlas.record(row)
            typer.echo(self.words("add.theory", game=rules, value=value, theory=theory))
            return 0
        if found.complete:
            value = self.words(f"value.{found.value}")
            typer.echo(self.words("add.interrupted", game=rules, value=value))
        else:
            bounds = self.words(f"bounds.{found.value}")
            typer.echo(self.words("add.open", game=rules, value=bounds))
        return INTERRUPTED if found.stopped == "interrupted" else 1

    def _tell(self, row: AtlasRow) -> None:
        values: dict[str, object] = {
            "game": row.rules,
            "value": self.words(f"value.{row.value}"),
            "how": self.words(f"how.{row.how}"),
        }
        if row.sha256 is not None:
            values |= {"bytes": f"{row.size or 0:,}", "sha256": row.sha256}
            typer.echo(self.words("add.certificate", **values))
        else:
            values |= {"nodes": f"{row.nodes or 0:,}", "seconds": f"{row.seconds or 0:.2f}"}
            typer.echo(self.words("add.done", **values))

    def page(self, out: OutOption, file: FileOption = None) -> None:
        """Write the atlas as an HTML page with pictures, and as a Markdown table."""
        from kinrow.atlas.writing import write_pages

        for path in write_pages(Atlas(file).rows(), out):
            typer.echo(path)


def is_of_rules(rules: Rules, text: str) -> bool:
    """Whether a game's rules beyond m,n,k are what the text asks for: plain is none.

    >>> is_of_rules(game("4,4,4"), "plain"), is_of_rules(game("4,4,4,2,1"), "2,1")
    (True, True)
    >>> is_of_rules(game("4,4,3:misere"), "plain"), is_of_rules(game("4,4,3:misere"), "misere")
    (False, True)
    """
    return text in re.split("[:,](?=[a-z])|:", variant(rules) or "plain")


def is_kind(text: str) -> bool:
    """Whether there are games of this kind: `is_of_rules` may be true of some game.

    >>> is_kind("misere"), is_kind("begins=O"), is_kind("2,1"), is_kind("foo")
    (True, True, True, False)
    """
    try:
        known = bool(text == "plain" or parse_numbers(f"1,1,1,{text}"))
        return known or ("," not in text and bool(parse_options(text)))
    except NotationError:
        return False


def _print(rows: Sequence[AtlasRow], words: Words) -> None:
    if len(rows) == 1:
        _print_one(rows[0], words)
        return
    screen = console(sys.stdout)
    screen.print(table(rows, words, columns()))
    screen.print(words.sum(rows))


def _print_one(row: AtlasRow, words: Words) -> None:
    """All that is known of one game, one thing on each line."""
    for name, cell in zip(COLUMNS, words.cells(row), strict=True):
        if cell:
            typer.echo(words("list.one", name=words(f"head.{name}"), value=cell))
