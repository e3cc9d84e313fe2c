"""The process that summarizes one trace: ``python -m lanescope.fleet.process ORDER``, where ORDER is JSON.

Prints as JSON whether there is a summary, and what is wrong with the trace.
"""

from __future__ import annotations

import json
import sys
from typing import Optional

from .. import _native

_INTERRUPTED = 130  # as of a shell; jobs.py knows it


def _limit(memory_bytes: Optional[int]) -> None:
    """The most memory of its own that this process may take. Not on Windows."""
    if memory_bytes is None:
        return
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_DATA, (memory_bytes, memory_bytes))


def main() -> int:
    order = json.loads(sys.argv[1])
    _limit(order["memory_bytes"])
    summarized, problem = False, ""
    try:
        failure = _native.write_rank_file(order["trace"], order["output"], order["named"])
        summarized, problem = True, f"{order['named']}: {failure}" if failure else ""
    except _native.Error as error:
        problem = str(error)
    except KeyboardInterrupt:
        return _INTERRUPTED
    except MemoryError:
        problem = f"{order['named']}: needs more memory than {order['memory_bytes']:,} bytes"
    print(json.dumps({"summarized": summarized, "problem": problem}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
