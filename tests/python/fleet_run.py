"""What the tests of lanescope.fleet share: a run, who summarizes it, and what comes out."""

import contextlib
import os
import pathlib
import shutil

import lanescope
from conftest import EXAMPLES

SLOW = EXAMPLES / "generated-gpt-slow.json.gz"
FIXED = EXAMPLES / "generated-gpt-fixed.json.gz"


def make_run(folder, ranks):
    """A folder of so many ranks."""
    folder.mkdir()
    for rank in range(ranks):
        shutil.copy(FIXED if rank == 1 else SLOW, folder / f"rank{rank}.json.gz")
    return folder


def summarize(run, out, **options):
    return lanescope.fleet.summarize(run, out, **{"progress": False, "tables": False, **options})


def states(fleet):
    return [row.state for row in fleet]


def summaries(out):
    """What is in each summary of a local folder, by name."""
    return {path.name: path.read_bytes() for path in pathlib.Path(out).glob("*.rank")}


@contextlib.contextmanager
def two_workers(ray):
    """A cluster of Ray on this machine. Its workers are nice as a rule, and starve beside a build."""
    os.environ.update(RAY_worker_niceness="0", RAY_USAGE_STATS_ENABLED="0")
    ray.init(num_cpus=2, log_to_driver=False, include_dashboard=False)
    try:
        yield
    finally:
        ray.shutdown()


def interrupted_after(traces):
    """In place of lanescope.fleet.counting: Ctrl+C once so many are done."""

    @contextlib.contextmanager
    def counting(progress, whole):
        def count(done, failed):
            if done >= traces:
                raise KeyboardInterrupt

        yield count

    return counting
