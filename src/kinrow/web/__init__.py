"""The board in the browser: JSON and pages over HTTP, live bounds over a WebSocket."""

from __future__ import annotations
