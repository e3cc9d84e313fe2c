"""Takes stacks at places that CPython itself is asked about: stack_probe.py PROBE FOLDER.

Writes FOLDER/lane_N.bin, what the agent's code wrote, and FOLDER/expected.txt: a line for each
stack, "lane<TAB>label<TAB>frames", innermost first, a frame being name|file|line.
"""
import asyncio
import ctypes
import sys
import threading

probe = ctypes.CDLL(sys.argv[1])
probe.probe_start.restype = ctypes.c_char_p
held = ctypes.PyDLL(sys.argv[1])  # the same, called with the GIL held
expected = []
labels = iter(range(1, 1 << 30))
lane = threading.local()


def frames_of(frame):
    frames = []
    while frame is not None:
        code = frame.f_code
        frames.append(f"{getattr(code, 'co_qualname', code.co_name)}|{code.co_filename}|{frame.f_lineno}")
        frame = frame.f_back
    return frames


def here(library=probe):
    label = next(labels)
    number = getattr(lane, "number", 1)
    # One line, so that the oracle and the probe see the same one.
    expected.append((number, label, frames_of(sys._getframe()))); library.probe_stack(number, label)


class Model:
    def __init__(self):
        self.layers = [self.layer_a, lambda: here(), Model.layer_c]

    def forward(self):
        for layer in self.layers:
            layer()

    def layer_a(self):
        here(
            held
            if self
            else probe,
        )

    @staticmethod
    def layer_c():
        return [
            here()
            for _ in range(2)
        ]


def generator():
    for _ in range(3):
        here()
        yield


async def coroutine(depth):
    if depth:
        await coroutine(depth - 1)
    else:
        here()


def raising():
    try:
        raise ValueError
    except ValueError:
        here()
    finally:
        here()


def from_c():
    # The interpreter is entered anew from C: sorted(), map(), a ctypes callback, __del__.
    sorted([2, 1], key=lambda value: (here(), value)[1])
    list(map(lambda value: here(), [1]))
    ctypes.CFUNCTYPE(None)(lambda: here())()

    class Dying:
        def __del__(self):
            here()

    Dying()


def other_names():
    source = "def größe_名前():\n\n\n    here()\n"
    scope = {"here": here}
    exec(compile(source, "/tmp/ausdrücke/名.py", "exec"), scope)
    scope["größe_名前"]()


def deep(depth):
    if depth == 0:
        here()
    else:
        deep(depth - 1)


def replaced_code():
    # Code objects die and others come to lie where they were.
    for round in range(50):
        scope = {"here": here}
        exec(compile("\n" * round + f"def f{round}():\n    here()\n", f"gen{round}", "exec"), scope)
        scope[f"f{round}"]()
        del scope


def worker(number):
    lane.number = number
    for _ in range(100):
        Model().forward()
        deep(5)


def hungry(stop):
    while not stop.is_set():
        sum(range(500))


def main():
    why = probe.probe_start().decode()
    if why:
        print(why)
        return 3
    stop = threading.Event()
    spinners = [threading.Thread(target=hungry, args=(stop,)) for _ in range(3)]
    for spinner in spinners:
        spinner.start()
    Model().forward()
    list(generator())
    asyncio.run(coroutine(3))
    raising()
    from_c()
    other_names()
    replaced_code()
    for _ in range(200):
        here()
    held.probe_reopen(1)
    Model().forward()
    threads = [threading.Thread(target=worker, args=(2 + i,)) for i in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    lane.number = 5
    sys.setrecursionlimit(2000)
    deep(900)
    stop.set()
    for spinner in spinners:
        spinner.join()
    for number in range(1, 6):
        if probe.probe_save(number, f"{sys.argv[2]}/lane_{number}.bin".encode()) != 0:
            return 4
    with open(f"{sys.argv[2]}/expected.txt", "w", encoding="utf-8") as out:
        for number, label, frames in expected:
            out.write("\t".join([str(number), str(label), *frames]) + "\n")
    return 0


sys.exit(main())
