"""A regular package, so that none in site-packages of that name (Pgx brings one) is before it."""

from __future__ import annotations
