"""Waits until a command is at work, however busy the machine is."""

from __future__ import annotations

import subprocess
import time

import psutil

BEGUN = 1.5  # seconds of a processor, several times those of loading


def until_at_work(process: subprocess.Popen[str]) -> None:
    spent = psutil.Process(process.pid).cpu_times
    while spent().user + spent().system < BEGUN:
        assert process.poll() is None
        time.sleep(0.05)
