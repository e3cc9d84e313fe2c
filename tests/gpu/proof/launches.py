"""Programs that launch, copy and set in every way: is each of it in the recording, joined with the
call that caused it, in order and after it?"""

import os
import re
from collections import namedtuple

import lanes_file
from part import NotRun, about, middle, parse_place, share

EARLY_NS = 5_000  # a kernel may begin so much before its launch, as clocks are compared
EARLY_SHARE = 1e-4

# `program` and `fake` are the words for the real and the fake one, `small` those for a fixture;
# `deep`: every record is looked at, also by the layout of the file alone.
Case = namedtuple("Case", "name bar program small fake deep level")


def case(name, bar, program, small, fake, deep=True, level=1):
    return Case(name, bar, program, small, fake, deep, level)


CASES = [
    case("one_stream", 2, "launch_loop --launches 1000000", "--launches 500", "--calls 20000"),
    case("threads_and_streams", 3, "launch_loop --launches 3400000 --threads 8 --streams 8",
         None, "--calls 40000 --threads 8", deep=False),
    case("threads_in_order", 3, "launch_loop --launches 400000 --threads 8 --streams 8",
         "--launches 400 --threads 4 --streams 2", "--calls 8000 --threads 8"),
    case("per_thread_stream", 0, "launch_loop --launches 100000 --threads 4 --stream perthread",
         None, "--calls 8000 --threads 4 --mix nvcc13"),
    case("shared_runtime", 0, "launch_loop_shared --launches 100000", None, "--calls 5000"),
    case("level_0", 0, "launch_loop --launches 100000", "--launches 500", "--calls 5000", level=0),
    case("level_2", 0, "launch_loop --launches 100000", "--launches 500", "--calls 5000", level=2),
    case("graphs", 0, "graphs --launches 1000 --nodes 20", "--launches 20 --nodes 20",
         "--calls 300 --mix graph"),
    case("driver", 0, "driver_launch --launches 20000", "--launches 200",
         "--calls 5000 --mix driver"),
    case("driver_level_2", 0, "driver_launch --launches 20000", "--launches 200",
         "--calls 5000 --mix driver", level=2),
    case("special", 0, "special_launch --launches 2000", "--launches 100", "--calls 5000"),
    case("copies", 0, "streams_copies --rounds 50", "--rounds 5", "--calls 7000 --mix all"),
    case("copies_level_2", 0, "streams_copies --rounds 50", "--rounds 5", "--calls 7000 --mix all",
         level=2),
    case("ranks", 21, "ranks --launches 5000", "--launches 200", None),
]
# CUPTI's numbers of copy kinds.
COPY_KINDS = {"htod": 1, "dtoh": 2, "htoa": 3, "atoh": 4, "atod": 6, "dtoa": 7, "dtod": 8}


def command_of(part, case):
    if part.dry:
        return part.fake(*case.fake.split()) if case.fake else None
    name, *words = case.program.split()
    return part.program(name, *words)


def check_counts(part, case, said, calls, kernels, joined):
    wanted = said.get("launches")
    exact = calls == wanted and kernels == said["kernels"] and joined == kernels
    part.bar(case.bar, f"{case.name}: all launches and kernels, all joined", exact,
             f"{calls} of {wanted} launches, {kernels} of {said['kernels']} kernels, "
             f"{joined} joined")


def check_losses(part, case, capture):
    lost = {}
    for process in capture.all():
        for key, value in process.losses.items():
            if key not in ("records", "bytes") and value:
                lost[key] = lost.get(key, 0) + value
        last = process.stats[-1] if process.stats else {}
        for key in ("cupti_dropped", "trash_buffers", "zero_time", "unknown_kind", "undecodable"):
            if last.get(key):
                lost[key] = last[key]
        for gap in process.gaps:
            lost[gap["reason"]] = lost.get(gap["reason"], 0) + 1
        if process.conflicts:
            lost["conflicts"] = len(process.conflicts)
    part.bar(case.bar, f"{case.name}: every counter of losses is 0", not lost, lost or "0")


def check_readers(part, case, said, path):
    """What the program itself reads from the file."""
    info = part.ask("info", path)
    links, listed = info["links"]["kernels"], info["report"]["listed"]
    whole = links["count"] == links["with_launch"] == said["kernels"]
    part.bar(case.bar, f"{case.name}: read by the program, each kernel with its launch", whole,
             f"{links['count']} kernels, {links['with_launch']} with launch")
    part.bar(case.bar, f"{case.name}: the load report is empty", listed == 0,
             listed if listed == 0 else info["report"]["issues"][:3])
    return info


def check_order(part, case, process, call_of):
    """What one thread launches on one stream runs in that order."""
    last, wrong, early, delays = {}, 0, 0, []
    pairs = process.joined(process.kernels(), call_of)
    # The kernels of a graph have one launch.
    pairs = sorted((pair for pair in pairs if pair[1]),
                   key=lambda pair: (pair[1].correlation, pair[0].start))
    for work, call in pairs:
        if work.start == 0:  # counted among the losses
            continue
        place = (call.lane, work.stream)
        if work.start < last.get(place, 0):
            wrong += 1
        last[place] = work.start
        early += work.start < call.time - EARLY_NS
        delays.append(work.start - call.time)
    part.bar(case.bar, f"{case.name}: order within each stream", wrong == 0,
             f"{wrong} out of order")
    part.bar(13, f"{case.name}: no kernel before its launch", share(early, len(delays)) <= EARLY_SHARE,
             f"{early} of {len(delays)} early, least delay {min(delays, default=0) / 1e3:.1f} us, "
             f"median {middle(delays) / 1e3:.1f} us")


def check_copies(part, case, process, said):
    copies, sets = {}, 0
    for work in process.works:
        if work.type == lanes_file.MEMCPY:
            copies[work.kind] = copies.get(work.kind, 0) + 1
        sets += work.type == lanes_file.MEMSET
    for name, kind in COPY_KINDS.items():
        if name not in said:
            continue
        # Copies of managed or host memory may come as one of these kinds.
        more = said.get("maybe_copies", 0)
        got = copies.get(kind, 0)
        part.bar(case.bar, f"{case.name}: copies {name}", said[name] <= got <= said[name] + more,
                 f"{got} of {said[name]}")
    if "copies" in said:
        part.bar(case.bar, f"{case.name}: copies", sum(copies.values()) == said["copies"],
                 f"{sum(copies.values())} of {said['copies']}")
    if "sets" in said:
        most = said["sets"] + said.get("maybe_sets", 0)
        part.bar(case.bar, f"{case.name}: sets", said["sets"] <= sets <= most,
                 f"{sets} of {said['sets']} to {most}")
    joined = [call for _work, call in process.joined(
        [work for work in process.works if work.type != lanes_file.KERNEL], process.call_of())]
    part.bar(case.bar, f"{case.name}: copies and sets have their call", all(joined),
             f"{sum(call is not None for call in joined)} of {len(joined)}")
    part.figure(case.bar, f"{case.name}: copies by CUPTI's kind", copies)


def check_processes(part, case, capture, said):
    if "ranks" not in said:
        return
    ranks = sorted(process.hello.get("rank", "") for process in capture.all())
    wanted = [str(rank) for rank in range(said["ranks"])]
    part.bar(case.bar, f"{case.name}: a process of each rank, named", ranks == wanted, ranks)


def check_deep(part, case, said, path):
    capture = lanes_file.Capture(path)
    part.bar(case.bar, f"{case.name}: the file is whole and was closed", capture.whole and
             capture.ended)
    check_losses(part, case, capture)
    calls = kernels = joined = 0
    for process in capture.all():
        call_of = process.call_of()
        calls += len(process.launches())
        kernels += len(process.kernels())
        joined += sum(call is not None for _w, call in process.joined(process.kernels(), call_of))
        check_order(part, case, process, call_of)
    check_counts(part, case, said, calls, kernels, joined)
    check_processes(part, case, capture, said)
    if said.get("htod") or said.get("copies"):
        check_copies(part, case, capture.only(), said)


def check_shallow(part, case, said, path):
    info = check_readers(part, case, said, path)
    counts = info["events"]["by_cat"]
    launches = counts.get("cuda_runtime", 0) + counts.get("cuda_driver", 0)
    part.figure(case.bar, f"{case.name}: calls and kernels by category", counts)
    part.bar(case.bar, f"{case.name}: no launch is missing", launches >= said["launches"], launches)


def prove(part, case):
    command = command_of(part, case)
    if command is None:
        raise NotRun("there is nothing like it without a GPU")
    ended = part.record(case.name, command, "--level", str(case.level), limit=90).sure()
    if case.deep:
        check_deep(part, case, ended.said, ended.path)
        check_readers(part, case, ended.said, ended.path)
    else:
        check_shallow(part, case, ended.said, ended.path)
    os.remove(ended.path)


def keep_fixture(part, case):
    """A short run of the case, with the buffers as CUPTI delivers them."""
    words = case.fake.split() if part.dry and case.fake else []
    if not case.small or (part.dry and not words):
        return
    folder = os.path.join(part.work, case.name + "-raw")
    os.makedirs(folder, exist_ok=True)
    if part.dry:
        command = part.fake("--calls", 200, *words[2:])
    else:
        command = part.program(case.program.split()[0], *case.small.split())
    ended = part.record(case.name, command, "--level", str(case.level),
                        environment=part.environment(LANESCOPE_DUMP_RAW=folder)).sure()
    part.keep(ended.path, case.name + ".lanes")
    # In the order in which they were delivered: <pid>-<number>.cupti.
    raw = sorted(os.listdir(folder), key=lambda name: [int(n) for n in re.findall(r"\d+", name)])
    for number, name in enumerate(raw):
        part.keep(os.path.join(folder, name), f"{case.name}-{number}.cupti")
    part.figure(0, f"fixture {case.name}", f"{len(raw)} buffers")


def step_of(case):
    return about(case.bar, name=case.name)(lambda part: prove(part, case))


def fixture_of(case):
    return about(0, name="fixture " + case.name)(lambda part: keep_fixture(part, case))


@about(17)
def identity(part):
    """Which CUPTI, driver and clock the recording found."""
    command = part.fake("--calls", 100) if part.dry else part.program("launch_loop", "--launches",
                                                                      100)
    ended = part.record("identity", command).sure()
    process = lanes_file.Capture(ended.path).only()
    for key, value in process.caps.items():
        part.figure(0, f"caps {key}", value)
    part.bar(0, "CUPTI's clock is the system's", process.caps.get("clock") == "realtime",
             process.caps.get("clock"))
    part.bar(17, "record sizes are those of the table", process.caps.get("record_sizes") == "both",
             process.caps.get("record_sizes"))
    part.bar(0, "nothing was complained of", not process.problems, process.problems or "")
    if not part.dry:
        injection(part, command, ended.said)


def injection(part, command, recorded):
    """What the driver does with its variable, and how long its first call takes then."""
    plain = part.run(command).sure().said
    part.figure(0, "the first call of CUDA", f"{recorded['init_ms']:.0f} ms recorded, "
                f"{plain['init_ms']:.0f} ms without")
    for value in ("none", "/there/is/no/such/library.so"):
        ended = part.run(command, environment=part.environment(CUDA_INJECTION64_PATH=value))
        part.figure(0, f"CUDA_INJECTION64_PATH={value}",
                    f"ended with {ended.code} {ended.complaints.strip()[:200]}")


if __name__ == "__main__":
    part = parse_place()
    part.tries([identity, *map(step_of, CASES), *map(fixture_of, CASES)])
