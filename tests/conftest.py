"""Hypothesis: the same examples on every run of the tests, new ones on every run of `make fuzz`.

Whatever is kept for the user, caches and records, goes to a folder of the run's own; windows are
opened where nobody sees them. Ctrl-C is heard even where the shell began the run with it ignored,
as it does in the background.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Generator
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, settings

from tests.pages import is_run_in_english

settings.register_profile(
    "repeatable", derandomize=True, deadline=None, database=None, print_blob=True
)
settings.register_profile(
    "fuzz",
    deadline=None,
    max_examples=int(os.environ.get("FUZZ_EXAMPLES", "500")),
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("fuzz" if "FUZZ_EXAMPLES" in os.environ else "repeatable")

ROOT = Path(__file__).resolve().parent.parent
_HOME = TemporaryDirectory(prefix="kinrow-tests-")
os.environ["XDG_CACHE_HOME"] = os.environ["XDG_DATA_HOME"] = _HOME.name
os.environ["SDL_VIDEODRIVER"] = "dummy"
# What JAX has compiled serves for the next training and the next run, too, and so does
# Matplotlib's list of fonts. Runs side by side have folders of their own.
_KEPT = ROOT / "build" / "cache" / os.environ.get("PYTEST_XDIST_WORKER", "alone")
os.environ["MPLCONFIGDIR"] = str(_KEPT / "matplotlib")
os.environ["JAX_COMPILATION_CACHE_DIR"] = str(_KEPT / "jax")
os.environ["JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS"] = "0.1"
signal.signal(signal.SIGINT, signal.default_int_handler)


NEED_JAX = {
    ROOT / path
    for path in (
        "src/kinrow/learning/network/fit.py",
        "src/kinrow/learning/network/model.py",
        "docs/tutorials/network.md",
        "docs/zh/network.md",
    )
}
HAS_JAX = find_spec("jax") is not None and find_spec("optax") is not None


class WithoutJax:
    """Leaves out what cannot even be read without JAX, wherever it lies."""

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        return True if collection_path in NEED_JAX else None


class Once:
    """Leaves out the pages in Chinese that run the same as the English ones."""

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        return True if is_run_in_english(collection_path) else None


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Once())
    if not HAS_JAX:
        config.pluginmanager.register(WithoutJax())


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter,
) -> Generator[None, None, None]:
    """Says in the end how to have the tests that were skipped: without a browser, without JAX."""
    yield
    skipped = terminalreporter.stats.get("skipped", [])
    count = sum("chromium is not installed" in str(report.longrepr) for report in skipped)
    if count:
        how = "apt-get install chromium-headless-shell"
        terminalreporter.write_line(f"{count} tests need a browser. To run them, too: {how}")
    if not HAS_JAX:
        line = (
            "The training of networks was not tested. To test it, too: pip install 'kinrow[learn]'"
        )
        terminalreporter.write_line(line)
