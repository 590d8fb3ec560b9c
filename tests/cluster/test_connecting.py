"""A cluster that cannot be started is refused in a sentence, whatever Ray raises."""

from __future__ import annotations

from typing import Any

import pytest

from kinrow.cluster import ClusterError, connect

ray = pytest.importorskip("ray", reason="Ray is not installed: pip install 'kinrow[cluster]'")


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (Exception("The current node timed out in startup.\nSee the logs."), "in startup"),
        (OSError("AF_UNIX path length cannot exceed 107 bytes: /x"), "107 bytes"),
        (RuntimeError(), "RuntimeError"),
    ],
)
def test_a_cluster_that_does_not_start_is_a_cluster_error(
    error: Exception, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise error

    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "shutdown", lambda: None)
    monkeypatch.setattr(ray, "init", fail)
    expected = rf"^no cluster could be started on this machine: .*{words}[^\n]*$"
    with pytest.raises(ClusterError, match=expected), connect("local", 2):
        pass
