"""PyTorch programs, recorded: the same step as PyTorch's own profiler sees it, the way back from a
kernel, known lines, every kind of end, workers, ranks."""

import gzip
import json
import os
import shutil
import subprocess
import sys

import lanes_file
from part import NotRun, about, parse_place

MOST_TIME_OFF = 0.1  # a run's GPU time from another's
SHOWN_KERNELS = 24  # whose way back is looked at


def demangled(names):
    """As the profiler of PyTorch writes them; None where there is no c++filt."""
    if shutil.which("c++filt") is None:
        return None
    done = subprocess.run(["c++filt"], input="\n".join(names), capture_output=True, text=True)
    return done.stdout.split("\n")


def counts_of(names):
    counts = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return counts


def steps_words(part):
    return ["--size", "tiny" if part.dry else "small", "--steps", "3"]


@about(0, torch=True)
def same_step(part):
    """Kernels of some steps: how many, which, and how long, against torch.profiler."""
    trace = os.path.join(part.work, "step.json")
    part.run(part.script("train.py", *steps_words(part), "--trace", trace), 120).sure()
    environment = part.environment()
    if not part.dry:  # which CUPTI it finds by itself is to be seen
        environment.pop("LANESCOPE_CUPTI", None)
    ours = part.record("step", part.script("train.py", *steps_words(part)), "--shapes", limit=120,
                       environment=environment).sure()
    events = json.load(open(trace))["traceEvents"]
    their_kernels = [event for event in events if event.get("cat") == "kernel"]
    process = lanes_file.Capture(ours.path).only()
    for key in ("cupti", "cupti_version", "python", "python_stacks"):
        part.figure(0, f"caps {key}, PyTorch", process.caps.get(key))
    pairs = process.joined(process.kernels(), process.call_of())
    begin, end = ours.said["begin_ns"], ours.said["end_ns"]
    our_kernels = [work for work, call in pairs if call and begin <= call.time <= end]
    if part.dry and not their_kernels:
        part.not_run(0, "kernels of a step against torch.profiler's", "no GPU")
    else:
        compare_kernels(part, our_kernels, their_kernels)


def compare_kernels(part, ours, theirs):
    part.bar(0, "as many kernels as torch.profiler sees", len(ours) == len(theirs),
             f"{len(ours)} and {len(theirs)}")
    our_ms = sum(work.end - work.start for work in ours) / 1e6
    their_ms = sum(event["dur"] for event in theirs) / 1e3
    part.bar(0, "their time is the same, within 10 %", abs(our_ms / their_ms - 1) <= MOST_TIME_OFF,
             f"{our_ms:.2f} ms and {their_ms:.2f} ms")
    names = demangled([work.name for work in ours])
    if names is None:
        return part.not_run(0, "the names are the same", "no c++filt")
    mine = counts_of(name for name in names if name)
    others = counts_of(event["name"] for event in theirs)
    different = {name for name in mine.keys() | others.keys() if mine.get(name) != others.get(name)}
    part.bar(0, "the names are the same", not different,
             f"{len(mine)} names; " + "; ".join(sorted(different)[:3])[:300])


@about(0, torch=True)
def examples(part):
    """Short ones to look at: two steps, recorded by us and by torch.profiler."""
    command = part.script("train.py", "--size", "tiny", "--warm", "1", "--steps", "2")
    part.keep(part.record("example", command, "--shapes").path, "training-step.lanes")
    trace = os.path.join(part.work, "example.json")
    part.run(command + ["--trace", trace, "--memory", "1"]).sure()
    with open(trace, "rb") as source, gzip.open(trace + ".gz", "wb") as target:
        shutil.copyfileobj(source, target)
    part.keep(trace + ".gz", "training-step.json.gz")


@about(22, torch=True)
def way_back(part):
    """What the program shows for kernels of a step: bar 22."""
    path = os.path.join(part.work, "step.lanes")
    found = part.ask("search", path, "cat:kernel")
    if found["count"] == 0:
        raise NotRun("no kernels")
    every = max(1, found["count"] // SHOWN_KERNELS)
    seen = [part.ask("event", path, "--id", str(event["id"])) for event in found["events"][::every]]
    with_launch = sum(event["launch"] is not None for event in seen)
    with_op = sum(bool(event["ops"]) for event in seen)
    with_shapes = sum(any(op["input_shapes"] for op in event["ops"]) for event in seen)
    with_python = sum(any((frame["file"] or "").endswith("model.py") for frame in event["python"])
                      for event in seen)
    twins = [event for event in seen if event["twin"] and event["twin"]["direction"] == "forward"]
    part.bar(22, "kernels with their launch", with_launch == len(seen), f"{with_launch} of {len(seen)}")
    part.bar(22, "with their operator", with_op == len(seen), f"{with_op} of {len(seen)}")
    part.bar(22, "with shapes", with_shapes > len(seen) // 2, f"{with_shapes} of {len(seen)}")
    part.bar(22, "with the Python stack of model.py", with_python > 0, f"{with_python} of {len(seen)}")
    part.bar(22, "backward kernels with their forward operator", bool(twins),
             f"{len(twins)} of {len(seen)}")
    part.figure(22, "backward kernels with the forward's Python stack",
                f"{sum(bool(event['python']) for event in twins)} of {len(twins)}")


def line_of(frame, codes):
    """The line of a frame, by the code object that Python compiles from the same file."""
    code = codes.get((frame.function.split(".")[-1], frame.first_line))
    if code is None or frame.instruction < 0:
        return None
    for begin, end, line in code.co_lines():
        if begin <= frame.instruction < end:
            return line
    return None


def code_objects(path):
    found, left = {}, [compile(open(path).read(), path, "exec")]
    while left:
        code = left.pop()
        found[(code.co_name, code.co_firstlineno)] = code
        left += [inner for inner in code.co_consts if hasattr(inner, "co_code")]
    return found


@about(6)
def known_lines(part):
    """Each launch's innermost frame is the line that launches it: bar 6."""
    code = "import sys; print(*sys.version_info[:2])"
    version = subprocess.run([part.python, "-c", code], capture_output=True, text=True).stdout
    if version.split() != [str(number) for number in sys.version_info[:2]]:
        raise NotRun(f"judged by another Python than {version.strip()}")
    if not part.dry and part.has_torch():
        raise NotRun(part.has_torch())
    words = [part.work, "fake"] if part.dry else [part.work]
    ended = part.record("lines", part.script("lines.py", *words)).sure()
    said = ended.said
    process = lanes_file.Capture(ended.path).only()
    stacks = [process.frames(call) for call in process.launches()]
    stacks = [frames for frames in stacks if frames and frames[0].file == said["file"]]
    codes = code_objects(said["file"])
    lines = [line_of(frames[0], codes) for frames in stacks]
    wanted = [said["first_line"] + number * said["lines_apart"] for number in
              range(said["launches"])]
    part.bar(6, "200 launches at 200 known lines", lines == wanted,
             f"{sum(a == b for a, b in zip(lines, wanted))} of {len(wanted)}, Python "
             f"{process.caps.get('python')}")


@about(8, torch=True)
def script_ends(part):
    """sys.exit, an exception, os._exit, the last line: bar 8."""
    wanted = {"return": 0, "sys.exit": 3, "exception": 1, "os._exit": 4}
    for how, code in wanted.items():
        ended = part.record("end-" + how, part.script("ends.py", "--how", how))
        part.bar(8, f"python, {how}: the exit code is passed on", ended.code == code, ended.code)
        if part.dry:
            continue
        process = lanes_file.Capture(ended.path).only()
        calls, kernels = process.launches(), process.kernels()
        least = ended.said["ops"]
        # Without any handler what was not flushed is lost: a period of 100 ms.
        whole = len(kernels) == len(calls) or how == "os._exit"
        part.bar(8 if how != "os._exit" else 7, f"python, {how}: launches and kernels",
                 len(calls) >= least and whole, f"{len(calls)} and {len(kernels)}")


@about(9, torch=True)
def worker_processes(part):
    """DataLoader with workers of each kind: bar 9."""
    epochs = 1 if part.dry else 3
    for kind in ("fork", "fork --shapes", "spawn", "forkserver"):
        start, *options = kind.split()
        command = part.script("workers.py", "--start", start, "--epochs", epochs)
        ended = part.record("workers", command, *options, limit=90)
        done = ended.code == 0 and ended.said.get("batches") == 16 * epochs
        part.bar(9, f"{kind}: {epochs} epochs, no hang, no crash", done,
                 f"{ended.seconds:.1f} s, ended with {ended.code}")
        if not done or part.dry:
            continue
        capture = lanes_file.Capture(ended.path)
        strange = [process.pids - {process.pid} for process in capture.all()]
        part.bar(9, f"{kind}: no records of other processes in a lane", not any(strange),
                 f"{len(capture.all())} processes")


@about(21, torch=True)
def ranks(part):
    """torchrun with two ranks on one GPU: bar 21."""
    command = [part.python, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2",
               part.script("rank.py")[1]]
    ended = part.record("ranks", command, limit=90)
    part.bar(21, "torchrun ends as without", ended.code == 0 and ended.said.get("ranks") == 2,
             f"{ended.code} {ended.complaints[-200:] if ended.code else ''}")
    if part.dry or ended.code != 0:
        return
    capture = lanes_file.Capture(ended.path)
    by_rank = {process.hello.get("rank"): len(process.kernels()) for process in capture.all()
               if process.works}
    part.bar(21, "a process for each rank", sorted(by_rank, key=str) == ["0", "1"], by_rank)
    info = part.ask("info", ended.path)
    names = {lane["process_name"] for lane in info["lanes"]}
    part.figure(21, "names of the lanes' processes", sorted(map(str, names)))


if __name__ == "__main__":
    parse_place().tries([same_step, way_back, known_lines, script_ends, worker_processes, ranks,
                         examples])
