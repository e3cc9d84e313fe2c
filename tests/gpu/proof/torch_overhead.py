"""What being recorded costs PyTorch, beside what its own profiler costs."""

import os

from part import about, middle, parse_place


def modes_of(part):
    words = ["--ops", 2000, "--steps", 3, "--size", "tiny"] if part.dry else []
    words = [str(word) for word in words]
    plain = part.script("speed.py", *words)
    inject = os.path.join(part.place.build, "liblanescope_inject.so")

    def alone(*more, **changes):
        return lambda: part.run(plain + list(more), environment=part.environment(**changes))

    def recorded(*options):
        return lambda: part.record("overhead", plain, *options)

    return {"none": alone(), "inert": alone(CUDA_INJECTION64_PATH=inject),
            "no stacks": recorded("--no-stacks"), "stacks": recorded(),
            "shapes": recorded("--shapes"), "profiler": alone("--profiler", "plain"),
            "profiler full": alone("--profiler", "full")}


@about(5, 6, torch=True)
def measure(part):
    modes = modes_of(part)
    facts = {name: {} for name in modes}
    longest, turn = 0.0, 0
    # At least two turns, then as many as there is time for, to five.
    while turn < (1 if part.dry else 5) and (turn < 2 or part.left() > longest * len(modes)):
        for name, run in modes.items():
            ended = run().sure()
            longest = max(longest, ended.seconds)
            for key, value in ended.said.items():
                facts[name].setdefault(key, []).append(value)
        turn += 1
    for name, keys in facts.items():
        for key, values in keys.items():
            part.figure(5, f"{key}, {name}",
                        f"{middle(values):.2f} ({min(values):.2f} to {max(values):.2f})")
    judge(part, {name: {key: middle(values) for key, values in keys.items()}
                 for name, keys in facts.items()})


def judge(part, of):
    steps = [key for key in of["none"] if key.endswith("_step_ms")]

    def bar(number, text, passed, figure):
        (part.figure(number, text, figure) if part.dry else part.bar(number, text, passed, figure))

    for key in steps:
        def more(name, key=key):
            return of[name][key] / of["none"][key] - 1

        bar(5, f"{key}: level 1 costs 2 % at most", more("no stacks") <= 0.02,
            f"{more('no stacks'):+.2%}")
        bar(5, f"{key}: with Python stacks 3 % at most", more("stacks") <= 0.03,
            f"{more('stacks'):+.2%}")
        bar(5, f"{key}: with shapes less than torch.profiler with stacks and shapes",
            more("shapes") < more("profiler full"),
            f"{more('shapes'):+.2%} against {more('profiler full'):+.2%}, plain "
            f"{more('profiler'):+.2%}")
    walk = of["stacks"]["ns_per_op"] - of["no stacks"]["ns_per_op"]
    bar(6, "a Python stack of depth 30: 500 ns at most", walk <= 500, f"{walk:+.0f} ns")


if __name__ == "__main__":
    parse_place().tries([measure])
