"""What being recorded costs an endless loop of empty kernels. Runs of all modes take turns, so that
what changes on the machine changes for all."""

import os

import lanes_file
from part import about, middle, parse_place

ROUNDS = 5
LAUNCHES = 150_000


def modes_of(part):
    """Name -> a function that runs the loop so and returns ns per launch."""
    inject = os.path.join(part.place.build, "liblanescope_inject.so")
    bare = os.path.join(part.place.build, "gpu", "libbare_cupti.so")
    if part.dry:
        command = part.fake("--calls", 20000)
    else:
        command = part.program("launch_loop", "--launches", LAUNCHES, "--rounds", 3)

    def alone(**changes):
        return lambda: part.run(command, environment=part.environment(**changes))

    def recorded(*options):
        return lambda: part.record("overhead", command, *options)

    modes = {"none": alone(), "inert": alone(CUDA_INJECTION64_PATH=inject)}
    cupti = cupti_path(part)
    if not part.dry:
        modes["bare callbacks"] = alone(CUDA_INJECTION64_PATH=bare, BARE_CUPTI=cupti,
                                        BARE_CALLBACKS=1)
        modes["bare level 0"] = alone(CUDA_INJECTION64_PATH=bare, BARE_CUPTI=cupti, BARE_LEVEL=0)
        modes["bare level 1"] = alone(CUDA_INJECTION64_PATH=bare, BARE_CUPTI=cupti, BARE_LEVEL=1,
                                      BARE_CALLBACKS=1)
    for level in (0, 1, 2):
        modes[f"level {level}"] = recorded("--level", str(level), "--no-stacks")
    return modes


def cupti_path(part):
    """The very library that a recording finds."""
    command = part.fake("--calls", 10) if part.dry else part.program("launch_loop", "--launches", 1)
    ended = part.record("which", command).sure()
    return lanes_file.Capture(ended.path).only().caps.get("cupti", "libcupti.so.13")


def spread(values):
    return f"{middle(values):.0f} ns ({min(values):.0f} to {max(values):.0f})"


@about(4)
def empty_kernels(part):
    modes = modes_of(part)
    times = {name: [] for name in modes}
    for turn in range(2 if part.dry else ROUNDS):
        if turn > 1 and part.left() < 15:
            break
        for name, run in modes.items():
            said = run().sure().said
            times[name].append(said.get("ns_per_launch", said.get("ns_per_call")))
    for name, values in times.items():
        part.figure(4, f"ns per launch, {name}", spread(values))
    judge(part, {name: middle(values) for name, values in times.items()})


def judge(part, ns):
    plain = ns["none"]

    def bar(text, passed, figure):
        # The fake launches in a tenth of the time, so that shares of it mean nothing.
        (part.figure(4, text, figure) if part.dry else part.bar(4, text, passed, figure))

    inert = ns["inert"] / plain - 1
    bar("inert agent: 1 % at most", inert <= 0.01, f"{inert:+.2%}")
    if "bare callbacks" in ns:
        callbacks = ns["bare callbacks"] / plain - 1
        bar("callbacks only: 3 % at most", callbacks <= 0.03, f"{callbacks:+.2%}")
    for level, most in ((0, 800), (1, 1200)):
        more = ns[f"level {level}"] - plain
        bar(f"level {level}: {most} ns at most", more <= most, f"{more:+.0f} ns")
        if f"bare level {level}" in ns:
            ours = ns[f"level {level}"] - ns[f"bare level {level}"]
            bar(f"level {level}: 150 ns more than bare CUPTI at most", ours <= 150, f"{ours:+.0f} ns")


if __name__ == "__main__":
    parse_place().tries([empty_kernels])
