"""Take the picture of the board in the browser again: what every move is worth, on `kinrow serve`.

python docs/pictures/board.py
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from shutil import which

from playwright.sync_api import sync_playwright

HERE = Path(__file__).resolve().parent
CHROMIUM = which("chromium-headless-shell") or which("chromium")
# Four in a row on 6 x 5 after four stones: X can still win, and few moves do.
# Every empty cell has a value, and none has only a bound.
SETTLED = """() => {
  const cells = document.querySelector("[role=grid]")?.textContent ?? "";
  return /[+=]/.test(cells) && !/[?≥≤]/.test(cells);
}"""
GAME = "#g=6,5,4&m=c3.b2.c4.c2&t=1"


def address(server: subprocess.Popen[str]) -> str:
    """Where the server listens, which is in its log."""
    assert server.stderr is not None
    for line in server.stderr:
        if "Uvicorn running on" in line:
            return "http" + line.partition("http")[2].split()[0]
    raise RuntimeError("the server did not start")


def take(url: str) -> None:
    """Write docs/pictures/board.png once every move is settled."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1000, "height": 640}, color_scheme="light")
        page.goto(f"{url}/{GAME}")
        page.wait_for_function(SETTLED)
        page.screenshot(path=HERE / "board.png")
        browser.close()


if __name__ == "__main__":
    command = [sys.executable, "-m", "kinrow", "serve", "--port=0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        try:
            take(address(server))
        finally:
            server.terminate()
