"""What an annotated file says, on one page."""

from __future__ import annotations

from kinrow.annotation.report.writing import write_report

__all__ = ["write_report"]
