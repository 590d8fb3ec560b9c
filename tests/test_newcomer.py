"""What a newcomer types at the prompt in the first minutes, and what comes of it."""

from __future__ import annotations

import pkgutil
import re
from pathlib import Path

import pytest

import kinrow

# Each call with its repr; "…" stands for anything.
ANSWERED = {
    # Games.
    "kinrow.games()": "('tictactoe', …, 'gomoku', …, 'connect6')",
    "kinrow.game('tictactoe')": "kinrow.game('tictactoe')",
    "kinrow.game('Tic-Tac-Toe') == kinrow.game((3, 3, 3)) == kinrow.Rules(3, 3, 3)": "True",
    "kinrow.game('4,4,3:misere').title": "'(4,4,3) misere'",
    # Positions.
    "kinrow.position('tictactoe')": "kinrow.position('3,3,3 .../.../...')",
    "kinrow.position('tictactoe', 'b2 a1')": "kinrow.position('3,3,3 O../.X./...')",
    "kinrow.position('tictactoe X../.O./...')['a1']": "Sign.X",
    "kinrow.position(repr(p)) == kinrow.position(p.fen()) == p": "True",
    "str(p)": r"'   a b c\n1  O . .\n2  . X .\n3  . . .'",
    "p.play('c3').turn": "Sign.O",
    "p.legal_moves": "Moves('b1 c1 a2 c2 a3 b3 c3')",
    "'b2' in p.legal_moves, len(p.legal_moves)": "(False, 7)",
    "'zz' in p.legal_moves, 5 in p.legal_moves, p.legal_moves.index('c3')": "(False, False, 6)",
    "kinrow.position() == kinrow.Position('tictactoe') == kinrow.position('tictactoe')": "True",
    "len(p.symmetries())": "4",
    "p.canonical() == p.symmetries()[1].canonical()": "True",
    "p._repr_svg_()": "'<svg …</svg>'",
    # A board.
    "kinrow.Board()": "kinrow.Board('3,3,3 .../.../...')",
    "kinrow.Board('connect6').turn": "Sign.X",
    "board.push('c3')": "None",
    "board.pop()": "Cell.of('a1')",
    "board['b2'], board['c3']": "(Sign.X, None)",
    "board.move_stack": "Moves('b2 a1')",
    "kinrow.Moves('b2 a1') == board.move_stack": "True",
    "board.copy() == board, board.root() == board": "(True, False)",
    "board.is_over(), board.winner": "(False, None)",
    # Answers.
    "kinrow.solve('tictactoe')": "<tictactoe: draw; best …; … nodes, …>",
    "kinrow.solve('gomoku')": "<gomoku: win; best h8; 0 nodes, proved>",
    "kinrow.solve('connect6', time=.05)": "<connect6: unknown; … nodes, stopped by time>",
    "kinrow.analyze is kinrow.analyse": "True",
    "kinrow.analyse('tictactoe')": "<tictactoe: draw; a1 b1 c1 a2 b2 c2 a3 b3 c3: draw>",
    "kinrow.analyse('gomoku', time=.05)": "<gomoku: win; h8: win; … and 215 more: unknown>",
    "kinrow.solve(board).best": "Moves('…')",
    "kinrow.solve((4, 4, 3)).outcome": "Outcome.WIN",
    "kinrow.solve('tictactoe XX./OO./...').line": "Moves('c1')",
    "kinrow.solve(p, time=5, memory='64MiB', threads=1).value.outcome": "Outcome.DRAW",
    "kinrow.solve('1,3,2', objective='score').moves": "<b1: win, score 1>",
    "kinrow.analyse('1,3,2').moves['b1']": "Value(objective='outcome', lower=1, upper=1)",
    "kinrow.analyse('1,3,2').best": "Moves('b1')",
    "max(kinrow.analyse('1,3,2').moves.values()).outcome": "Outcome.WIN",
    "kinrow.Setup('tictactoe', ['X..', '.O.', '...']).position().fen()": "'3,3,3 X../.O./...'",
    "kinrow.Position.start('tictactoe') == kinrow.position('tictactoe')": "True",
    "kinrow.Outcome('win'), kinrow.Sign('X')": "(Outcome.WIN, Sign.X)",
    "kinrow.count('tictactoe')": "<tictactoe: 5,478 positions, …; 255,168 games>",
    "kinrow.count('connect6', time=.05)": "<connect6: … stones, stopped by time>",
    "kinrow.perft(p, 2)": "42",
    # Players, proofs, and the other rooms.
    "kinrow.player('perfect')": "<player perfect>",
    "kinrow.player('perfect').choose('tictactoe XX./OO./...')": "Cell.of('c1')",
    "kinrow.prove('tictactoe', folder / 'a.proof').solution.outcome": "Outcome.DRAW",
    "kinrow.prove('tictactoe', folder / 'a.proof')": "<tictactoe: O does not lose, …proof>",
    "kinrow.check(kinrow.prove('3,3,2', folder / 'a.proof'))": "<accepted: X wins; … bytes>",
    "kinrow.envs.Batch('tictactoe', 2).position(0)": "kinrow.position('3,3,3 .../.../...')",
    "kinrow.textbook.alphabeta('tictactoe').value": "0",
    # Whatever else a prompt may show is one short line.
    "kinrow.Solver(threads=2, memory='1GiB')": "<solver: 2 threads, a table of … MiB>",
    "kinrow.draw('gomoku')": "<picture: … characters of SVG>",
    "kinrow.draw('gomoku').save(folder / 'a.svg').read_text()[:4]": "'<svg'",
    "kinrow.textbook.SearchTree()": "<search tree: 0 nodes>",
    "kinrow.envs.Batch('tictactoe', 2)": "<2 boards of tictactoe>",
    "kinrow.arena.Match('perfect', 'random', 'gomoku', 10)": (
        "<perfect against random at gomoku: 0 wins, 0 draws, 0 losses; 0 of 10 games>"
    ),
}

# Each call with its error: the kind, and words of what helps.
REFUSED = {
    "kinrow.game('gomuku')": ("NotationError", "unknown game 'gomuku': did you mean gomoku"),
    "kinrow.game('3x3x3')": ("NotationError", "numbers such as 3,3,3 or 19,19,6,2,1"),
    "kinrow.game([3, 3, 3])": ("NotationError", "numbers such as (3, 3, 3)"),
    "kinrow.game('3,3')": ("NotationError", "expected 3 (m,n,k) or 5 (m,n,k,p,q)"),
    "kinrow.game('99999999,3,3')": ("NotationError", "has a number that is too large"),
    "kinrow.position('tictactoe b2 a1')": ("NotationError", "as in position('tictactoe', 'b2 a1')"),
    "kinrow.position('tictactoe b99999')": ("NotationError", "as in position('tictactoe', 'b2"),
    "kinrow.position('chess b2')": ("NotationError", "unknown game 'chess b2'"),
    "kinrow.game((99, 3, 3))": ("RulesError", "rows: 99, expected a whole number from 1 to 29"),
    "kinrow.position('X../.O./...')": ("NotationError", "the game first, as in 'tictactoe X../"),
    "kinrow.position('tictactoe XX./.../...')": (
        "IllegalPosition",
        "expected X 1, O 1 after 2 stones of play",
    ),
    "p.play('b2')": ("IllegalMove", "b2 is taken by X"),
    "p.play('d4')": ("IllegalMove", "d4 is not on the board, expected a1 to c3"),
    "p.play('5')": ("NotationError", "a column letter a to c and a row number 1 to 3, as in b3"),
    "board.push('b2 c3')": ("NotationError", "'b2 c3' is not a cell"),
    "kinrow.Board().pop()": ("IllegalMove", "such as board.push('b2')"),
    "p['zz']": ("NotationError", "a column letter a to c and a row number 1 to 3, as in b3"),
    "p.legal_moves.index('b2')": ("OptionError", "'b2' is not among the moves 'b1 c1"),
    "'b2' in p": ("NotAContainer", "'b2' in position.legal_moves, or position['b2'] for its sign"),
    "'b2' in board": ("NotAContainer", "in a position is undefined"),
    "p['d4']": ("OptionError", "d4 is not on the board, expected a1 to c3"),
    "kinrow.solve('tictactoe', objective='win')": ("RulesError", "expected outcome or score"),
    "kinrow.solve('tictactoe', time='1s')": ("OptionError", "expected seconds above 0, such as"),
    "kinrow.solve('tictactoe', memory='lots')": ("OptionError", "a size such as 512MiB"),
    "kinrow.analyse('1,3,2').moves['d1']": ("OptionError", "expected one of a1 b1 c1"),
    "kinrow.perft('tictactoe', -1)": ("OptionError", "a whole number from 0, such as 3"),
    "kinrow.player('perfct')": ("NotationError", "did you mean perfect?"),
    "kinrow.player('random').choose('tictactoe XXX/OO./...')": ("IllegalMove", "game is over"),
    "kinrow.Setup('tictactoe', 5)": ("OptionError", "expected a string per row, such as"),
    "kinrow.game(3, 3, 3)": ("NotationError", "as in game((3, 3, 3))"),
    "kinrow.position(3, 3, 3)": ("NotationError", "as in position((3, 3, 3))"),
    "kinrow.Board(3, 3, 3)": ("NotationError", "as in Board((3, 3, 3))"),
    "kinrow.Board('tictactoe', 'b2', 'a1')": ("NotationError", "as in Board('tictactoe', 'b2 a1')"),
    "kinrow.Rules('tictactoe')": ("RulesError", "for a name, use game('tictactoe')"),
    "kinrow.solve('tictactoe', memory='64')": ("OptionError", "that is in bytes"),
    "kinrow.player('random').choose('gomoku', 'b2')": ("OptionError", "expected a Clock, as in"),
    "kinrow.position('tictactoe', 'X../.O./...')": (
        "NotationError",
        "game and board in one string, as in 'tictactoe X../.O./...'",
    ),
    "kinrow.Outcome('won')": ("OptionError", "outcome 'won': expected one of loss, draw, win"),
    "kinrow.Sign('Y')": ("OptionError", "sign 'Y': expected one of X, O"),
    "kinrow.Cell('b2')": ("NotationError", "as in Cell(2, 1), or a string as in Cell.of('b3')"),
    "kinrow.Cell(1, 'b')": ("NotationError", "Cell(1, 'b'): expected row and column"),
    "kinrow.Moves(5)": ("NotationError", "moves 5: expected a string such as 'b2 a1', or cells"),
    "kinrow.Moves('b2 zz')": ("NotationError", "move 2: 'zz' is not a cell"),
    "kinrow.Value('score', '1', 2)": ("OptionError", "whole numbers, as in Value('score', 0, 3)"),
    "kinrow.solve('tictactoe', knowledge='all')": ("OptionError", "expected True, False or"),
    "kinrow.Solver().values('tictactoe')": ("OptionError", "expected a list, such as ['tictac"),
    "kinrow.draw('tictactoe', labels='b2')": ("OptionError", "such as {'b2': 'best'}"),
    "kinrow.draw('tictactoe', marks={'b2': 5})": ("OptionError", "a string for each cell"),
    "kinrow.draw('tictactoe').save('a.png')": ("OptionError", "a name that ends in .svg"),
    "kinrow.draw('tictactoe').save(folder / 'no' / 'a.svg')": ("FileNotWritten", "No such file"),
    "kinrow.draw('tictactoe', numbers=5)": ("NotationError", "moves 5: expected a string"),
    "kinrow.write_games(folder / 'a.sgf', 5)": ("GameFileError", "expected a list, such as [Rec"),
    "kinrow.tabulate('tictactoe', None)": ("OptionError", "expected a path, such as 'a.table'"),
    "kinrow.prove('tictactoe', folder / 'a', larger=5)": (
        "RulesError",
        "larger 5: expected ('rows",
    ),
    "kinrow.Table('tictactoe')": ("FileMissing", "such as 'a.table'"),
    "kinrow.read_games(5)": ("OptionError", "5: expected a path, such as 'a.sgf'"),
    "kinrow.check(folder / 'none.proof')": ("FileMissing", "none.proof: no such file"),
    "kinrow.check(5)": ("OptionError", "5: expected a path, such as 'a.proof'"),
    "kinrow.read_games(folder / 'none.sgf')": ("GameFileError", "none.sgf"),
    "kinrow.solve('tictactoe', nodes=10**30)": ("OptionError", "expected a whole number from 0 to"),
    "kinrow.solve('tictactoe', threads=10**9)": ("OptionError", "a whole number from 1 to 1024"),
    "kinrow.solve('tictactoe', memory=10**30)": ("OptionError", "a size such as 512MiB"),
    "kinrow.perft('tictactoe', 10**10)": ("OptionError", "a whole number from 0 to 400"),
    "kinrow.envs.Batch('tictactoe', 10**12)": ("OptionError", "a whole number from 1 to"),
    "kinrow.Setup('tictactoe', 'X../.O./...')": ("OptionError", "expected a string per row"),
    "kinrow.check(folder)": ("OptionError", "is a folder, expected a file, such as 'a.proof'"),
    "kinrow.Table(folder)": ("OptionError", "is a folder, expected a file, such as 'a.table'"),
    "kinrow.write_games(folder / 'no' / 'a.sgf', [])": ("GameFileError", "No such file"),
    "kinrow.arena.Match('perfect', 'random', 'gomoku', '9')": ("OptionError", "number from 0"),
    "kinrow.arena.Match('perfect', 'rndom', 'gomoku', 9)": ("NotationError", "mean random?"),
    "kinrow.arena.Match('perfect', 5, 'gomoku', 9)": ("OptionError", "expected a string such as"),
    "kinrow.arena.Match('perfect', 'random', 'gomoku', 9, 'rand')": (
        "NotationError",
        "openings 'rand'",
    ),
    "kinrow.arena.Match('perfect', 'random', 'gomoku', 9, control='2s')": (
        "OptionError",
        "as in TimeControl.parse('2s')",
    ),
    "kinrow.solve('tictactoe', timeout=1)": ("CallError", "did you mean time? Expected any of pos"),
    "kinrow.analyse('tictactoe', goal='score')": ("CallError", "did you mean objective?"),
    "kinrow.solve('tictactoe', 'b2')": ("CallError", "solve(position('tictactoe', 'b2'))"),
    "kinrow.solve('tictactoe', 'score')": ("CallError", "at most 1 without a name (position)"),
    "kinrow.solve()": ("CallError", "expected position, as in solve('tictactoe', time=10)"),
    "kinrow.solve('tictactoe', position=5)": ("CallError", "position is given twice"),
    "kinrow.Solver(n_threads=2)": ("CallError", "did you mean threads?"),
    "kinrow.Solver().solve('tictactoe', seconds=1)": ("CallError", "did you mean time?"),
    "kinrow.count('tictactoe', nodes=9)": ("CallError", "any of game, memory, threads, time"),
    "kinrow.perft('tictactoe')": ("CallError", "expected depth, as in perft('tictactoe', 3)"),
    "kinrow.prove('tictactoe')": ("CallError", "expected path, as in prove('tictactoe', 'a.proof"),
    "kinrow.annotate_file('a.csv', 'b.csv', timeout=1)": ("CallError", "did you mean limit?"),
    "kinrow.games('renju')": ("CallError", "games takes no arguments, as in games()"),
    "kinrow.Rules(3, 3, 3, m=3)": ("CallError", "Rules has no argument 'm': expected any of rows"),
    "kinrow.Setup('tictactoe')": ("CallError", "Setup: expected rows, as in Setup('tictactoe', ("),
    "kinrow.Position()": ("CallError", "Position: expected rules, as in Position('tictactoe', "),
    "kinrow.Board('tictactoe', move='b2')": ("CallError", "did you mean moves?"),
    "kinrow.Moves('b2', 'a1')": ("CallError", "at most 1 without a name (cells), as in Moves('b2"),
    "kinrow.Record('tictactoe', 'b2', name='x')": ("CallError", "Record has no argument 'name'"),
    "kinrow.Table()": ("CallError", "Table: expected path, as in Table('a.table')"),
    "kinrow.arena.Match('perfect', 'random')": ("CallError", "Match: expected rules, games, as in"),
    "kinrow.arena.TimeControl(seconds=1)": ("CallError", "TimeControl has no argument 'seconds'"),
    "kinrow.arena.Sprt(0)": ("CallError", "Sprt: expected elo1, as in Sprt(elo0=0, elo1=50)"),
    "kinrow.arena.MatchDatabase()": ("CallError", "expected path, as in MatchDatabase('games.sq"),
    "kinrow.envs.Batch('tictactoe')": ("CallError", "expected n, as in Batch('tictactoe', 16)"),
    "kinrow.envs.KInARowEnv(n_envs=2)": ("CallError", "as in KInARowEnv('tictactoe', opponent="),
    "kinrow.slove('tictactoe')": ("AttributeError", "did you mean solve?"),
}


@pytest.fixture
def prompt(tmp_path: Path) -> dict[str, object]:
    """The names that the calls use."""
    position = kinrow.position("tictactoe", "b2 a1")
    board = kinrow.Board("tictactoe", "b2 a1")
    return {"kinrow": kinrow, "p": position, "board": board, "folder": tmp_path}


def test_there_are_enough_calls() -> None:
    assert len(ANSWERED) >= 25
    assert len(ANSWERED) + len(REFUSED) >= 40


@pytest.mark.parametrize("call", ANSWERED)
def test_a_natural_call_is_answered(call: str, prompt: dict[str, object]) -> None:
    shape = ".*".join(map(re.escape, ANSWERED[call].split("…")))
    answer = repr(eval(call, prompt))
    assert re.fullmatch(shape, answer, re.DOTALL), answer


def test_a_prompt_never_shows_an_address() -> None:
    rooms = [info.name for info in pkgutil.iter_modules(kinrow.__path__) if "_" not in info.name]
    named = [(room, name) for room in rooms for name in _public(getattr(kinrow, room))]
    plain = [
        (room, name)
        for room, name in named
        if isinstance(found := getattr(getattr(kinrow, room), name), type)
        and getattr(found, "__repr__") is object.__repr__  # noqa: B009 - for mypy, no two methods
        and not getattr(found, "_is_protocol", False)
    ]
    assert len(named) > 200
    assert not plain


def _public(room: object) -> list[str]:
    return getattr(room, "__all__", [])


@pytest.mark.parametrize("call", REFUSED)
def test_a_slip_is_answered_with_what_was_expected(call: str, prompt: dict[str, object]) -> None:
    kind, words = REFUSED[call]
    with pytest.raises(Exception, match=re.escape(words)) as error:  # the kind is looked at below
        eval(call, prompt)
    assert type(error.value).__name__ == kind
    assert isinstance(error.value, kinrow.KinrowError | AttributeError)
