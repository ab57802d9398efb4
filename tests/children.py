"""Child processes of tests: whoever waits for one does so for a while, and fails when it hangs."""

from __future__ import annotations

import subprocess
from typing import Any

#: For so many seconds a child is waited for: longer than any takes on a busy machine.
PATIENCE = 600


class Child(subprocess.Popen[Any]):
    """A process that ends with its block, also where that gave up waiting for it."""

    def __exit__(self, *raised: Any) -> None:
        """Wait for the end, which is near."""
        if self.poll() is None:
            self.kill()
        super().__exit__(*raised)
