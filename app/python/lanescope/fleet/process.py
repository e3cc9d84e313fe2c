"""The process that summarizes traces: ``python -m lanescope.fleet.process FILE``, which has a
list of orders in JSON.

Prints for each a line of JSON: whether there is a summary, what is wrong with the trace, and why it is none
if it is none. Whoever starts it keeps its stdin open: at the end of that, it ends too.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import threading
from typing import Any, Optional

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


def _end_with_starter(scratch: str) -> None:
    """A worker of a cluster may be killed: then nobody waits for this process, which would compete with
    the next try, and nobody removes what was fetched for it."""
    while os.read(0, 1):
        pass
    shutil.rmtree(scratch, ignore_errors=True)
    os._exit(1)


def _answer(order: dict[str, Any]) -> dict[str, Any]:
    """What became of one trace."""
    summarized, problem = False, ""
    try:
        left_out = "" if order["is_sure"] else _native.why_no_rank(order["trace"], order["alike"])
        if left_out:
            return {"summarized": False, "problem": "", "left_out": left_out}
        failure = _native.write_rank_file(order["trace"], order["output"], order["named"])
        summarized, problem = True, f"{order['named']}: {failure}" if failure else ""
    except _native.Error as error:
        problem = str(error)
    except MemoryError:
        most = order["memory_bytes"]
        limit = "there is" if most is None else f"{most:,} bytes"
        problem = f"{order['named']}: needs more memory than {limit}"
    return {"summarized": summarized, "problem": problem, "left_out": ""}


def main() -> int:
    with open(sys.argv[1]) as file:
        orders = json.load(file)
    first = orders[0]
    threading.Thread(target=_end_with_starter, args=(first["scratch"],), daemon=True).start()
    _limit(first["memory_bytes"])
    try:
        for order in orders:
            print(json.dumps(_answer(order)), flush=True)
    except KeyboardInterrupt:
        return _INTERRUPTED
    return 0


if __name__ == "__main__":
    sys.exit(main())
