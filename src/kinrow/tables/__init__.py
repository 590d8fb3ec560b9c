"""Strong solutions: the value of every position of a game, in a file that answers at once.

- `tabulate` makes a table, `Table` reads one, `survey` verifies one and counts what is in it.
- `table_files` finds the tables of a game in the user's folders.

The file is described in docs/table-format.md.
"""

from __future__ import annotations

from kinrow.tables.errors import TableFileError
from kinrow.tables.part import part_of
from kinrow.tables.shelf import table_files
from kinrow.tables.surveyed import PlySurvey, TableSurvey, position_at
from kinrow.tables.surveying import survey
from kinrow.tables.table import UNREACHABLE, Table
from kinrow.tables.tabulating import tabulate

__all__ = [
    "UNREACHABLE",
    "PlySurvey",
    "Table",
    "TableFileError",
    "TableSurvey",
    "part_of",
    "position_at",
    "survey",
    "table_files",
    "tabulate",
]
