"""torch.profiler within a recorded program: its trace is whole, the gap is told, and the recording
goes on: bar 10."""

import json
import os

import lanes_file
from part import about, parse_place


def prove(part, hook):
    name = "with the hook" if hook else "without the hook"
    trace = os.path.join(part.work, "inner.json")
    words = ["--trace", trace] + (["--seconds", "1", "--ops", "200"] if part.dry else [])
    options = ["--shapes"] if hook else []
    ended = part.record("conflict", part.script("conflict.py", *words), *options).sure()
    said = ended.said
    check_trace(part, name, trace, said)
    if part.dry and not hook:
        return part.not_run(10, f"{name}: the conflict is told", "no GPU whose records are missed")
    process = lanes_file.Capture(ended.path).only()
    check_told(part, name, process, said, hook)
    if hook:
        check_resumed(part, process, said)
    part.figure(10, f"{name}: problems and gaps",
                f"{[problem.get('code') for problem in process.problems]} "
                f"{[(gap['reason'], gap['records']) for gap in process.gaps]}")


def check_trace(part, name, trace, said):
    events = json.load(open(trace))["traceEvents"]
    category = "cpu_op" if part.dry else "kernel"
    count = sum(event.get("cat") == category and ("add" in event["name"] or not part.dry)
                for event in events)
    part.bar(10, f"{name}: the program's own trace is whole", count >= said["within"],
             f"{count} of {said['within']} launches")


def check_told(part, name, process, said, hook):
    most_s = 1 if hook else 3
    lost = [time for kind, time in process.conflicts if kind == lanes_file.CONFLICT_LOST]
    # From when the profiler has begun: before that PyTorch loads what it needs for it.
    late = (lost[0] - said["began_ns"]) / 1e9 if lost else None
    part.bar(10, f"{name}: the conflict is told within {most_s} s",
             late is not None and late <= most_s,
             f"{late:.2f} s" if lost else f"never; told: {process.conflicts}")


def check_resumed(part, process, said):
    back = [time for kind, time in process.conflicts if kind == lanes_file.CONFLICT_RESUMED]
    part.bar(10, "the recording resumes", bool(back) and back[-1] >= said["began_ns"],
             f"{(back[-1] - said['ended_ns']) / 1e9:+.2f} s after the end" if back else "never")
    if part.dry:
        return part.not_run(10, "afterwards nothing is missing", "no kernels")
    calls = {call.correlation for call in process.launches() if call.time >= said["after_ns"]}
    kernels = sum(work.correlation in calls for work in process.kernels())
    part.bar(10, "afterwards nothing is missing", len(calls) == kernels >= said["after"],
             f"{kernels} kernels of {len(calls)} launches, {said['after']} by the program")


@about(10, torch=True)
def with_hook(part):
    prove(part, True)


@about(10, torch=True)
def without_hook(part):
    prove(part, False)


if __name__ == "__main__":
    parse_place().tries([with_hook, without_hook])
