"""What survives which end of the program, what the end costs, how soon records arrive, and that
nobody who reads too slowly or goes away harms the program."""

import json
import os
import signal
import subprocess
import time

import lanes_file
from part import NotRun, about, end_group, finish, middle, parse_place, percentile

FLUSH_NS = 100_000_000
MOST_EXIT_DELAY_S = 0.3
ROUNDS = 5
SOME_OTHERS = 100
OTHERS_SHARE = 0.001  # CUPTI's records of its own overhead and the like


def ending(part, how, *words):
    """The command of a program that ends like this."""
    if not part.dry:
        return part.program("ends", "--how", how, *words)
    if how not in ("return", "_exit", "kill"):
        return None
    fake = {"return": "exit"}.get(how, how)
    return part.fake("--calls", 1100, "--end", fake, "--linger", 0 if how == "return" else 400)


def survived(part, how, sync=0):
    command = ending(part, how, "--sync", sync)
    name = f"{how}{'_after_wait' if sync else ''}"
    if command is None:
        raise NotRun("the fake does not end like that")
    ended = part.record("end-" + name, command)
    capture = lanes_file.Capture(ended.path)
    process = capture.only()
    said, calls, kernels = ended.said, len(process.launches()), len(process.kernels())
    hard = how in HARD_ENDS
    bar, sure = (7, said.get("sure", said["kernels"])) if hard else (8, said["kernels"])
    part.bar(bar, f"{name}: every launch is in the file", calls == said["launches"],
             f"{calls} of {said['launches']}")
    part.bar(bar, f"{name}: kernels that had {'long ' if hard else ''}ended are in the file",
             kernels >= sure, f"{kernels} of {said['kernels']}, {sure} for sure")
    info = part.ask("info", ended.path)
    part.bar(bar, f"{name}: the file opens", info["links"]["kernels"]["count"] == kernels,
             f"complete: {info['complete']}, process: {process.left}")


HARD_ENDS = ("_exit", "kill", "abort")


def end_steps():
    """Each end by itself, those in good order also when the last kernels were waited for."""
    ends = [("return", 0), ("return", 1), ("exit", 0), ("exit", 1), ("reset", 0)]
    for how, sync in ends + [(how, 0) for how in HARD_ENDS]:
        name = f"end by {how}" + (", after waiting" if sync else "")
        mark = about(7 if how in HARD_ENDS else 8, name=name)
        yield mark(lambda part, how=how, sync=sync: survived(part, how, sync))


def seconds_after_line(part, recorded):
    """From the program's last line until it is gone."""
    program = ending(part, "return", "--sync", "1")
    shell = ["sh", "-c", '"$@"; date +%s%N', "sh", *program]
    environment = part.environment()
    if recorded:
        ended = part.record("exit-delay", shell)
    else:
        ended = finish(shell, environment, 60)
    lines = ended.output.split()
    end = json.loads(ended.output.splitlines()[0]).get("end_ns")
    return (int(lines[-1]) - end) / 1e9 if end else None


@about(8)
def exit_delay(part):
    if part.dry:
        raise NotRun("the fake does not say when it is done")
    plain = middle([seconds_after_line(part, False) for _ in range(ROUNDS)])
    recorded = middle([seconds_after_line(part, True) for _ in range(ROUNDS)])
    part.bar(8, "the end is delayed by 300 ms at most", recorded - plain <= MOST_EXIT_DELAY_S,
             f"{(recorded - plain) * 1e3:.0f} ms ({plain * 1e3:.0f} ms without)")


@about(15, 1)
def lag(part):
    """From the end of a kernel to its place in the file."""
    loads = [("25 launches/s", "launch_loop --launches 150 --rate 25 --idle-ms 1500",
              "--calls 60 --rate 25"),
             ("as fast as it goes", "launch_loop --launches 600000", "--calls 60000")]
    for name, real, fake in loads:
        words = real.split()
        command = part.fake(*fake.split()) if part.dry else part.program(words[0], *words[1:])
        ended = part.record("lag", command).sure()
        process = lanes_file.Capture(ended.path).only()
        lags = [work.seen - work.end for work in process.kernels() if work.end]
        p99 = percentile(lags, 0.99)
        part.bar(15, f"{name}: from a kernel's end to the file, 99 % within 250 ms",
                 p99 <= 250_000_000, f"p50 {percentile(lags, 0.5) / 1e6:.0f} ms, p99 "
                 f"{p99 / 1e6:.0f} ms, most {max(lags) / 1e6:.0f} ms")
        first = min(call.time for call in process.launches())
        seen = min(work.seen for work in process.kernels())
        part.bar(1, f"{name}: the first kernel is there within 2 s of the first launch",
                 seen - first <= 2_000_000_000, f"{(seen - first) / 1e6:.0f} ms")


def long_program(part, seconds):
    """Launches for about so long; writes its line to a file, since its reader may be killed."""
    output = os.path.join(part.work, "line.json")
    if part.dry:
        command = part.fake("--calls", 350000 * seconds)
    else:
        command = part.program("launch_loop", "--launches", 200000 * seconds)
    return ["sh", "-c", '"$@" >"$0"', output, *command], output


def start_recorder(part, name, command):
    path = os.path.join(part.work, name + ".lanes")
    words = [part.lanescope, "record", "-o", path, "--", *command]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               env=part.environment(), start_new_session=True)
    return process, path


def speed_of(output, limit=30):
    end = time.monotonic() + limit
    while time.monotonic() < end:
        if os.path.exists(output) and os.path.getsize(output):
            said = json.load(open(output))
            os.remove(output)
            return said, said.get("ns_per_launch", said.get("ns_per_call"))
        time.sleep(0.05)
    raise RuntimeError("the program has not ended")


def usual_speed(part, seconds):
    command, output = long_program(part, seconds)
    process, _path = start_recorder(part, "usual", command)
    try:
        _said, speed = speed_of(output)
        process.wait(30)
    finally:
        end_group(process)
    return speed


@about(12)
def viewer_trouble(part):
    seconds = 2 if part.dry else 5
    usual = usual_speed(part, seconds)
    viewer_killed(part, seconds, usual)
    # So long that it still launches when the recorder goes on.
    viewer_stopped(part, 2 if part.dry else 25, 1 if part.dry else 10, usual)


def check_speed(part, text, speed, usual):
    figure = f"{speed:.0f} ns a launch, {usual:.0f} as usual"
    if part.dry:  # on a machine with other work it is what it is
        return part.figure(12, text, figure)
    part.bar(12, text, speed <= usual * 1.03, figure)


def viewer_killed(part, seconds, usual):
    command, output = long_program(part, seconds)
    process, path = start_recorder(part, "viewer-killed", command)
    try:
        time.sleep(0.3 if part.dry else 1)
        process.kill()
        process.wait()
        _said, speed = speed_of(output)
    finally:
        end_group(process)
    check_speed(part, "recorder killed: the program runs on, no slower than 3 %", speed, usual)
    info = part.ask("info", path)
    part.bar(12, "recorder killed: its file opens", info["links"]["kernels"]["count"] > 0,
             f"{info['links']['kernels']['count']} kernels")


def viewer_stopped(part, seconds, stopped_s, usual):
    command, output = long_program(part, seconds)
    process, path = start_recorder(part, "viewer-stopped", command)
    try:
        time.sleep(0.1 if part.dry else 0.5)
        process.send_signal(signal.SIGSTOP)
        time.sleep(stopped_s)
        process.send_signal(signal.SIGCONT)
        said, speed = speed_of(output)
        process.wait(60)
    finally:
        end_group(process)
    check_speed(part, f"recorder stopped for {stopped_s} s: no slower than 3 %", speed, usual)
    target = lanes_file.Capture(path).only()
    account_for_drops(part, target, said)
    os.remove(path)


def account_for_drops(part, process, said):
    """Each launch is two records in its thread's lane, each kernel one in lane 0."""
    dropped = process.losses.get("dropped_records", 0)
    counts = process.counts
    seen = (counts.get(lanes_file.API_BEGIN, 0) + counts.get(lanes_file.API_END, 0) +
            counts.get(lanes_file.KERNEL, 0))
    missing = 2 * said["launches"] + said["kernels"] - seen
    # Few calls are no launches, few records no calls.
    most = SOME_OTHERS + int(missing * OTHERS_SHARE)
    part.bar(12, "recorder stopped: exactly what is missing was counted",
             -SOME_OTHERS <= dropped - missing <= most,
             f"{missing} calls' begins, ends and kernels missing, {dropped} records counted")
    part.figure(12, "recorder stopped: gaps", [(gap["reason"], gap["records"]) for gap in
                                               process.gaps][:6])


@about(16)
def soak(part):
    """Memory of ours at 50,000 launches/s; flat, as far as the time reaches."""
    seconds = 3 if part.dry else int(min(60, max(15, part.left() - 20)))
    if part.dry:
        command = part.fake("--calls", 50000 * seconds, "--rate", 50000)
    else:
        command = part.program("launch_loop", "--launches", 50000 * seconds, "--rate", 50000)
    ended = part.record("soak", command, limit=seconds + 40).sure()
    process = max(lanes_file.Capture(ended.path, {lanes_file.STATS}).all(),
                  key=lambda process: len(process.stats))
    os.remove(ended.path)
    rss = [stats["rss_bytes"] / 2**20 for stats in process.stats]
    if len(rss) < 2:
        raise RuntimeError("the file has no statistics")
    half = rss[len(rss) // 2:]
    part.bar(16, "the agent's memory stays below 64 MB", max(rss) <= 64, f"{max(rss):.1f} MiB")
    part.figure(16, "the whole program's", f"{ended.said.get('max_rss_kb', 0) / 1024:.0f} MiB")
    grown = f"{min(half):.1f} to {max(half):.1f} MiB in the second half"
    if part.dry:  # too short for what grows only at first
        part.figure(16, f"and flat, over {seconds} s", grown)
    else:
        part.bar(16, f"and flat, over {seconds} s", max(half) - min(half) <= 1, grown)
    last = process.stats[-1]
    if last["launches"]:
        part.figure(4, "time in callbacks, as the agent counts it",
                    f"{last['spent_ns'] / last['launches']:.0f} ns a call")


if __name__ == "__main__":
    place = parse_place()
    place.tries([*end_steps(), exit_delay, lag, viewer_trouble, soak])
