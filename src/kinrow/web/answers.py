"""The shape of every answer, which the OpenAPI document and the pages' type checks are made of."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue
from starlette.responses import Response

from kinrow.rules import Objective, Sign
from kinrow.solver.evidence import How, Kind
from kinrow.words import Language

Bounds = Annotated[tuple[int, ...], Field(min_length=2, max_length=2)]
"""Lower and upper bound."""
SearchName = Literal["minimax", "minimax_memo", "alphabeta", "alphabeta_memo"]


class AnswerShape(BaseModel):
    """What the server says; a field that does not apply is left out."""

    model_config = ConfigDict(extra="forbid")

    def response(self) -> Response:
        """As an answer over HTTP."""
        text = self.model_dump_json(exclude_unset=True)
        return Response(text, media_type="application/json")


class LookAnswer(AnswerShape):
    """How a board looks: its theme, whose stones are black, star points; sizes in cells.

    `stone`, `star` and `mark` are the radius of a stone, a star point, a coloured intersection.
    """

    theme: Literal["cells", "goban"]
    black: Sign
    stars: list[str]
    stone: float
    star: float
    mark: float


class RulesAnswer(AnswerShape):
    """A game: its short text, its name if it has one, its title, the fields of its rules."""

    spec: str
    name: str | None
    title: str
    rows: int
    cols: int
    k: int
    stones: int
    first: int
    begins: Sign
    objective: Literal["line", "majority"]
    exact: bool = False
    misere: bool = False
    renju: bool = False
    caro: bool = False
    threshold: int | None = None
    turns: int | None = None
    fill: Sign | None = None
    look: LookAnswer


class GameWordsAnswer(AnswerShape):
    """A named game in one language."""

    title: str
    sentence: str


class GameAnswer(RulesAnswer):
    """A named game, with its words in every language."""

    words: dict[Language, GameWordsAnswer]


class GamesAnswer(AnswerShape):
    """The named games, and the most seconds that a request may take."""

    games: list[GameAnswer]
    seconds: float


class ThreatAnswer(AnswerShape):
    """A four or an open three of one side: its stones, and the empty cells that it is about."""

    kind: Literal["four", "three"]
    sign: Sign
    stones: list[str]
    gaps: list[str]


class PositionAnswer(AnswerShape):
    """A position as the pages draw it.

    - `cells`: X, O and dots, row by row; `filled`: the same after the end of a majority game.
    - `start`: the first position, if it is not the empty board; `movers`: who placed each stone.
    - `lines`: the cells of each side's lines, if they count or decide.
    - `threats`: of both sides, while the game goes on.
    - `forbidden`: the empty cells that renju forbids the side to move.
    """

    rules: RulesAnswer
    cells: str
    filled: str
    notation: str
    start: str | None
    movers: str
    to_move: Sign
    left: int
    plies: int
    finished: bool
    winner: Sign | None
    score: int | None
    margin: int | None
    lines: dict[Sign, list[list[str]]]
    threats: list[ThreatAnswer]
    forbidden: list[str]


class ChosenMove(AnswerShape):
    """A player's stone."""

    move: str


class SettledChoice(AnswerShape):
    """What a player does in an opening: stones that it places, or the side that it takes."""

    stones: list[str]
    side: Sign | None


class EvidenceAnswer(AnswerShape):
    """What an answer is known from without a search."""

    kind: Kind
    how: How
    game: str
    rules: list[str]
    move: str | None
    move_how: How | None
    sha256: str | None
    first: str | None


class AnalysisAnswer(AnswerShape):
    """Bounds on every move and on the position, as scores or margins for the side to move.

    - `ended`: whether the line leads to the end of the game.
    - `how`: "proved" only if a checked certificate stands behind the value or its bounds.
    - `source`: what they are known from without a search; null: from none.
    """

    objective: Literal["score", "margin"]
    moves: dict[str, Bounds]
    lower: int | None
    upper: int | None
    complete: bool
    line: list[str]
    ended: bool
    nodes: int
    how: How
    source: EvidenceAnswer | None


class TreeNode(AnswerShape):
    """A node of a textbook search; `parent` is the place of its parent in the list of nodes.

    What is left out is as usual: an infinite window, an exact value, no cut.
    """

    parent: int | None
    move: str | None
    to_move: Sign
    max: bool
    value: int | None
    alpha: int | None = None
    beta: int | None = None
    bound: Literal["lower", "upper"] | None = None
    finished: bool = False
    remembered: bool = False
    cut: list[str] | None = None
    cut_by: Literal["alpha", "beta"] | None = None


class SearchAnswer(AnswerShape):
    """A textbook search: its value, how many nodes it visits, and the first of them."""

    value: int | None
    visited: int
    complete: bool
    nodes: list[TreeNode]


class TreeAnswer(AnswerShape):
    """Four textbook searches of one position."""

    position: PositionAnswer
    objective: Objective
    searches: dict[SearchName, SearchAnswer]


class PlyAnswer(AnswerShape):
    """The positions with so many stones, and the games that end there."""

    ply: int
    positions: int
    finished: int
    x_wins: int
    o_wins: int
    draws: int
    canonical: int
    canonical_finished: int
    x_games: int
    o_games: int
    drawn_games: int
    games: int


class CountsAnswer(AnswerShape):
    """What `kinrow count --json` says."""

    game: str
    reachable: int
    finished: int
    canonical: int
    canonical_finished: int
    games: int
    per_ply: list[PlyAnswer]
    complete: bool
    stopped: str | None
    seconds: float


class SolutionAnswer(AnswerShape):
    """What `kinrow solve --json` says."""

    game: str
    position: str
    to_move: Sign
    left: int
    objective: Objective
    outcome: Literal["win", "draw", "loss"] | None
    winner: Sign | None
    score: int | None
    margin: int | None
    lower: int
    upper: int
    complete: bool
    line: list[str]
    nodes: int
    seconds: float
    how: How
    source: EvidenceAnswer | None
    stopped: str | None


class CountAnswer(AnswerShape):
    """How many positions a game has, and what a solution costs.

    `searches`: the nodes of each textbook search along a line of best play; null: too many.
    """

    counts: CountsAnswer
    solution: SolutionAnswer
    searches: dict[SearchName, list[int | None]]


class SourceCase(AnswerShape):
    """A board of a source task, and the output for it; null: not known in time."""

    rows: list[str]
    notation: str
    to_move: Sign | None
    output: str | None


class SourceAnswer(AnswerShape):
    """The output of a source task, case by case."""

    task: str
    game: str
    cases: list[SourceCase]


class ExportedFile(AnswerShape):
    """A file: its name, media type and text."""

    name: str
    type: str
    text: str


class Phrase(AnswerShape):
    """A phrase in no language: the name of a text, and its values.

    The texts are in `/words/en/faults.json`, and the same for zh-Hans and zh-Hant.
    """

    code: str
    params: dict[str, int | str | Phrase | list[Phrase]]


class Fault(Phrase):
    """Something that is wrong; `detail` is the phrase in English."""

    detail: str


class OpenedGame(AnswerShape):
    """A recorded game.

    - `setup`: its first position, if that is not the empty board; `tree`: its moves as text, such
      as "b2(a1.c1)(c3)": after a move its continuations, in brackets if there are several.
    - `players`: their names, if known; `over`: whether the result is known, with the `winner`.
    - `faults`: the stones of the file that the rules do not allow, up to 20 of a game and 1000 of
      a file; if there are more, the last fault says how many.
    - `record`: all that the file says of it, as JSON records have it, without `start`; a request
      to save the game sends it back.
    """

    game: str
    setup: str | None
    tree: str
    players: dict[Sign, str]
    over: bool
    winner: Sign | None
    faults: list[Fault]
    record: dict[str, JsonValue]


class OpenedFile(AnswerShape):
    """The games of a file, in its order; one at least.

    - `assumed`: whether they were read as the game on the board, as the file does not say which.
    """

    games: list[OpenedGame]
    assumed: bool


class ProblemAnswer(Fault):
    """What went wrong: a problem document (RFC 9457) with all faults, one by one."""

    type: str
    title: str
    status: Annotated[int, Field(ge=400, le=599)]
    faults: list[Fault]


class LivePart(AnswerShape):
    """What has become known of an answer: of an analysis, a count, or a source task's cases.

    Of an analysis: `moves` with new bounds, those that are searched next, and, along with the
    `source`, bounds on the position: what is known of it without a search, with how that is
    `known` of each move. `line` is a win played out, as far as that has come.
    """

    moves: dict[str, Bounds] | None = None
    known: dict[str, How] | None = None
    source: EvidenceAnswer | None = None
    lower: int | None = None
    upper: int | None = None
    searching: list[str] | None = None
    line: list[str] | None = None
    nodes: int | None = None
    doing: str | None = None
    counts: CountsAnswer | None = None
    case: SourceCase | None = None
    number: int | None = None
    of: int | None = None


class LiveAnswer(AnswerShape):
    """A message about a request over the WebSocket: how many are ahead, a part, or the end."""

    id: int | None
    waiting: int | None = None
    part: LivePart | None = None
    result: AnalysisAnswer | SourceAnswer | CountAnswer | None = None
    problem: ProblemAnswer | None = None
