"""The shape of every request: what is checked here is what the OpenAPI document says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    JsonValue,
    TypeAdapter,
)
from pydantic_core import core_schema

from kinrow.drawing.look import RowsFrom
from kinrow.players.swap import OpeningRule
from kinrow.records import Format
from kinrow.rules import MOST_CELLS, Objective


@dataclass(frozen=True)
class Expected:
    """For a type: any other value is a fault of this code, with the choices if there are such."""

    code: str

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        """Pydantic's hook: the type's own check, with our fault."""
        schema = handler(source)
        choices = ", ".join(map(str, schema.get("expected", ())))
        return core_schema.custom_error_schema(
            schema,
            custom_error_type=self.code,
            custom_error_message=self.code,
            custom_error_context={"choices": choices} if choices else {},
        )


CellName = Annotated[str, Field(pattern="^[a-v]([1-9]|[12][0-9])$"), Expected("cell")]
GameSpec = Annotated[str, Field(min_length=1, max_length=120)]
PlayerSpec = Annotated[
    str,
    Field(
        pattern="^(random|perfect|alphabeta:([1-9]|[1-5]s)|mcts:([1-9][0-9]{0,4}|[1-5]s))$",
        max_length=20,
    ),
    Expected("player"),
]
Seconds = Annotated[float, Field(ge=0.05, le=3600)]
TaskName = Annotated[Literal["csp201803-4", "jing4"], Expected("choice")]
FileFormat = Annotated[Literal["text", "json", "sgf", "psq", "svg"], Expected("choice")]


Line = Annotated[tuple[CellName, ...], Field(max_length=MOST_CELLS)]
MOST_TEXT = 2**20
"""Characters of a file that is opened."""


class Shape(BaseModel):
    """What crosses the web: these fields, of these types, and no others."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    def plain(self) -> dict[str, Any]:
        """The fields that were given, ready for JSON.

        >>> PositionRequest(game="tictactoe", moves=("b2",)).plain()
        {'game': 'tictactoe', 'moves': ['b2']}
        """
        return self.model_dump(mode="json", exclude_unset=True, exclude_none=True)


class PositionRequest(Shape):
    """A game, its first position (the empty board by default), and the moves since."""

    game: GameSpec
    setup: Annotated[str, Field(min_length=1, max_length=1000)] | None = None
    moves: Line = ()


class MoveRequest(PositionRequest):
    """A position, and one more move."""

    move: CellName

    def made(self) -> PositionRequest:
        """The position after the move."""
        given = self.plain() | {"moves": (*self.moves, self.move)}
        del given["move"]
        return PositionRequest.model_construct(**given)


class ChooseRequest(PositionRequest):
    """A position, and the player whose move is wanted."""

    player: PlayerSpec


class SettleRequest(ChooseRequest):
    """A position of an opening that both players settle, and the player who is asked."""

    rule: Annotated[OpeningRule, Expected("choice")]


class AnalyseRequest(PositionRequest):
    """A position whose moves are to be valued, and the time for it.

    `line`: whether the line of a win is wanted to its end.
    """

    seconds: Seconds | None = None
    line: bool = False


class TreeRequest(PositionRequest):
    """A position to search, and what is asked about it."""

    objective: Annotated[Objective, Expected("choice")] = "outcome"


class CountRequest(Shape):
    """A game whose positions are to be counted, and the time for it."""

    game: GameSpec
    seconds: Seconds | None = None


class SourceRequest(Shape):
    """A source task, an input for it, and the time for its answer."""

    task: TaskName
    input: Annotated[str, Field(max_length=20_000)]
    seconds: Seconds | None = None


class ExportRequest(PositionRequest):
    """A game, and the format of the file wanted.

    - `variations`: further lines of play, for a file of moves.
    - `record`: what an opened file said of the game, as its answer had it.
    - `numbers`: whether stones carry their numbers, `rows_from`: where row 1 is, in a picture.
    """

    format: FileFormat
    variations: Annotated[tuple[Line, ...], Field(max_length=1000)] = ()
    record: dict[str, JsonValue] | None = None
    numbers: bool = False
    rows_from: Annotated[RowsFrom, Expected("choice")] = "top"


class OpenRequest(Shape):
    """A file of recorded games; `game` is read if the file does not say which one it is."""

    format: Annotated[Format, Expected("choice")]
    text: Annotated[str, Field(max_length=MOST_TEXT)]
    game: GameSpec | None = None


class LiveRequest(Shape):
    """A message over the WebSocket; the answers to it carry its number."""

    id: Annotated[int, Field(ge=0, le=2**31)]


class LiveAnalyse(LiveRequest):
    """Asks for an analysis."""

    ask: Literal["analyse"]
    body: AnalyseRequest


class LiveSource(LiveRequest):
    """Asks for the output of a source task."""

    ask: Literal["source"]
    body: SourceRequest


class LiveCount(LiveRequest):
    """Asks for a count."""

    ask: Literal["count"]
    body: CountRequest


class LiveCancel(LiveRequest):
    """Ends the request before it."""

    ask: Literal["cancel"]
    body: JsonValue = None


LIVE = (LiveAnalyse, LiveSource, LiveCount, LiveCancel)
"""What can be asked over the WebSocket."""

_MESSAGE: TypeAdapter[LiveAnalyse | LiveSource | LiveCount | LiveCancel] = TypeAdapter(
    Annotated[LiveAnalyse | LiveSource | LiveCount | LiveCancel, Field(discriminator="ask")]
)


def message(text: str) -> LiveAnalyse | LiveSource | LiveCount | LiveCancel:
    """A message over the WebSocket. Raises pydantic.ValidationError for any other text.

    >>> message('{"id": 1, "ask": "count", "body": {"game": "3,3,3"}}').ask
    'count'
    """
    return _MESSAGE.validate_json(text)
