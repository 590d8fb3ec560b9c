"""Small Gomocup programs that tests drive: one that plays, and many that misbehave."""

from __future__ import annotations

import sys
from pathlib import Path

_HEAD = """
import sys, time
def say(text):
    sys.stdout.write(text + "\\n")
    sys.stdout.flush()
taken, size = set(), 0
def play():
    cell = next(c for c in ((x, y) for y in range(size) for x in range(size)) if c not in taken)
    taken.add(cell)
    say("%d,%d" % cell)
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
"""

_GOOD = """
    if word == "START": size = int(rest); taken.clear(); say("MESSAGE hello"); say("OK")
    elif word == "RESTART": taken.clear(); say("OK")
    elif word == "BEGIN": play()
    elif word == "TURN": taken.add(tuple(map(int, rest.split(",")))); play()
    elif word == "BOARD":
        for line in sys.stdin:
            if line.strip() == "DONE": break
            taken.add(tuple(map(int, line.split(",")))[:2])
        play()
    elif word == "END": break
    else: say("UNKNOWN command")
"""

_ANSWERS_START = """
    if word == "START":
        size = int(rest)
        say("OK")
    elif word in ("BEGIN", "TURN", "SWAP2BOARD"):
        """

_BAD = {
    "crash": f"{_ANSWERS_START}sys.exit(3)",
    "fails": f"{_ANSWERS_START}sys.stderr.write('x' * 300000); raise ValueError('no book')",
    "silent": f"{_ANSWERS_START}pass",
    "slow": f"{_ANSWERS_START}time.sleep(0.4); play()",
    "illegal": f"{_ANSWERS_START}say('99,99')",
    "chatter": f"{_ANSWERS_START}say('resign')",
    "flood": f"{_ANSWERS_START}\n            while True: say('MESSAGE x')",
    "cr": f"{_ANSWERS_START}sys.stdout.write('7,7\\r'); sys.stdout.flush()",
    "blank": f"{_ANSWERS_START}say('  '); say('7,7 ')",
    "colours": f"{_ANSWERS_START}say('MESSAGE \\x1b[31mred\\x07 \\x9b0m7'); play()",
    "arabic": f"{_ANSWERS_START}say('\u0667,\u0667')",
    "long": f"{_ANSWERS_START}say('7' * 5000 + ',7')",
    "error": f"{_ANSWERS_START}say('ERROR \\x1b[31mred')",
    "mute": "\n    pass",
    "refuses": "\n    say('ERROR too large')",
    "fickle": """
    if word == "START":
        with open(__file__ + ".starts", "a+") as starts:
            starts.write("x")
            starts.seek(0)
            say("OK" if len(starts.read()) < 3 else "ERROR enough")
    elif word in ("BEGIN", "TURN"): sys.exit(3)""",
}


def program(folder: Path, kind: str) -> str:
    """A command line that starts a program of that kind."""
    path = folder / f"{kind}.py"
    text = _HEAD.rstrip("\n") + (_GOOD if kind == "good" else f"{_BAD[kind]}\n")
    path.write_text(text, "utf-8")
    return f"{sys.executable} {path}"
