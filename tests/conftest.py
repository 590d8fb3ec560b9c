"""Hypothesis: the same examples on every run of the tests, new ones on every run of `make fuzz`.

Whatever is kept for the user, caches and records, goes to a folder of the run's own; windows are
opened where nobody sees them. Ctrl-C is heard even where the shell began the run with it ignored,
as it does in the background.
"""

from __future__ import annotations

import os
import signal
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, settings

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

_HOME = TemporaryDirectory(prefix="kinrow-tests-")
os.environ["XDG_CACHE_HOME"] = os.environ["XDG_DATA_HOME"] = _HOME.name
os.environ["SDL_VIDEODRIVER"] = "dummy"
signal.signal(signal.SIGINT, signal.default_int_handler)
