"""Programs that Ctrl-C in our terminal does not end: whoever started them does."""

from __future__ import annotations

import subprocess
import sys

if sys.platform == "win32":
    NEW_GROUP = subprocess.CREATE_NEW_PROCESS_GROUP
else:
    NEW_GROUP = 0
"""`creationflags` for Windows; elsewhere it takes `process_group` or `start_new_session`."""
