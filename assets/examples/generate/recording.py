"""A simulated process: threads, streams, memory, and what torch.profiler would have written of it.

Times are integers in nanoseconds. What takes time is drawn from one generator with a fixed seed, so
that each run of these scripts makes the same files.
"""

import random
from contextlib import contextmanager

from memory import CachingAllocator

PROFILED = 2.2  # what an operator takes with shapes, stacks and memory recorded, to without
LAUNCH_US = 5.0
START_US = 3.1  # from a launch to its kernel on an idle stream
NEXT_US = 1.0  # from one kernel of a stream to the next


class Stream:
    def __init__(self, number):
        self.number, self.free_ns = number, 0


class Recording:
    def __init__(self, pid, seed, begin_ns=2_000_000_000):
        self.pid, self.begin_ns = pid, begin_ns
        self.random = random.Random(seed)
        self.events = []
        self.compute, self.copies, self.communication = Stream(7), Stream(16), Stream(20)
        self.memory = CachingAllocator()
        self.last_correlation, self.last_operator, self.last_frame = 4000, 0, 0
        self.last_sequence, self.flows, self.collectives = 0, 0, []
        self.open_ranges = []
        self.threads = []

    def thread(self, tid, name):
        thread = Thread(self, tid)
        self.threads.append((tid, name))
        return thread

    def vary(self, us, spread=0.05):
        """In ns, around `us`, with the long tail of a real host."""
        factor = max(0.75, self.random.gauss(1, spread))
        if self.random.random() < 0.004:
            factor *= 2.5
        return max(1, int(us * 1000 * factor))

    def add(self, event, begin_ns, end_ns=None):
        event["ts"] = begin_ns / 1000
        if end_ns is not None:
            event["dur"] = (end_ns - begin_ns) / 1000
        self.events.append(event)

    def gpu_event(self, category, name, stream, begin_ns, end_ns, arguments):
        event = {
            "ph": "X",
            "cat": category,
            "name": name,
            "pid": 0,
            "tid": stream.number,
            "args": {"device": 0, "context": 1, "stream": stream.number, **arguments},
        }
        self.add(event, begin_ns, end_ns)
        self.add(
            {
                "ph": "f",
                "id": arguments["correlation"],
                "pid": 0,
                "tid": stream.number,
                "cat": "ac2g",
                "name": "ac2g",
                "bp": "e",
            },
            begin_ns,
        )
        for covered in self.open_ranges:
            covered.append((begin_ns, end_ns))

    def memory_event(self, thread, address, size):
        self.add(
            {
                "ph": "i",
                "cat": "cpu_instant_event",
                "s": "t",
                "name": "[memory]",
                "pid": self.pid,
                "tid": thread.tid,
                "args": {
                    "Total Reserved": self.memory.reserved,
                    "Total Allocated": self.memory.allocated,
                    "Bytes": size,
                    "Addr": address,
                    "Device Id": 0,
                    "Device Type": 1,
                },
            },
            thread.now_ns,
        )


class Thread:
    def __init__(self, recording, tid):
        self.recording, self.tid = recording, tid
        self.now_ns = recording.begin_ns
        self.frames, self.operators, self.stack = [], [], []

    def work(self, us):
        self.now_ns += self.recording.vary(us)

    @contextmanager
    def span(self, category, name, arguments, before_us=0.0, after_us=0.0):
        begin_ns = self.now_ns
        self.work(before_us * PROFILED)
        yield arguments
        self.work(after_us * PROFILED)
        self.recording.add(
            {
                "ph": "X",
                "cat": category,
                "name": name,
                "pid": self.recording.pid,
                "tid": self.tid,
                "args": arguments,
            },
            begin_ns,
            self.now_ns,
        )

    @contextmanager
    def frame(self, name, module=None):
        """A call of Python; a module's if its number is given."""
        recording = self.recording
        recording.last_frame += 1
        number = recording.last_frame
        arguments = {
            "Python parent id": self.frames[-1] if self.frames else None,
            "Python id": number,
        }
        if module is not None:
            arguments["Python module id"] = module
        self.frames.append(number)
        self.stack.append(name)
        with self.span("python_function", name, arguments, 0.4, 0.3):
            yield
        self.frames.pop()
        self.stack.pop()

    @contextmanager
    def op(self, name, dims=(), types=None, us=1.6, **more):
        recording = self.recording
        recording.last_operator += 1
        number = recording.last_operator
        arguments = {"External id": number, "Record function id": 0}
        if dims:
            arguments |= {
                "Concrete Inputs": [""] * len(dims),
                "Input type": types or ["c10::BFloat16"] * len(dims),
                "Input Strides": [strides(d) for d in dims],
                "Input Dims": list(dims),
            }
        arguments |= more
        self.operators.append(number)
        with self.span("cpu_op", name, arguments, us * 0.6, us * 0.4):
            yield arguments
        self.operators.pop()

    @contextmanager
    def annotation(self, name):
        """A user's range, and the same over the GPU work launched in it."""
        recording = self.recording
        recording.last_operator += 1
        number = recording.last_operator
        covered = []
        recording.open_ranges.append(covered)
        with self.span(
            "user_annotation", name, {"External id": number, "Record function id": 0}, 1, 1
        ):
            yield
        recording.open_ranges.pop()
        if covered:
            recording.add(
                {
                    "ph": "X",
                    "cat": "gpu_user_annotation",
                    "name": name,
                    "pid": 0,
                    "tid": recording.compute.number,
                    "args": {"External id": number},
                },
                min(b for b, _ in covered),
                max(e for _, e in covered),
            )

    def call(self, name, us, cbid=0, until_ns=0):
        """A call of the CUDA runtime, which lasts until `until_ns` at least; its correlation."""
        recording = self.recording
        recording.last_correlation += 1
        number = recording.last_correlation
        begin_ns = self.now_ns
        self.work(us)
        self.now_ns = max(self.now_ns, until_ns)
        arguments = {"cbid": cbid, "correlation": number}
        if self.operators:
            arguments["External id"] = self.operators[-1]
        recording.add(
            {
                "ph": "X",
                "cat": "cuda_runtime",
                "name": name,
                "pid": recording.pid,
                "tid": self.tid,
                "args": arguments,
            },
            begin_ns,
            self.now_ns,
        )
        recording.add(
            {
                "ph": "s",
                "id": number,
                "pid": recording.pid,
                "tid": self.tid,
                "cat": "ac2g",
                "name": "ac2g",
            },
            begin_ns,
        )
        return number

    def start_ns(self, stream):
        return max(
            self.now_ns - 1000 + self.recording.vary(START_US),
            stream.free_ns + self.recording.vary(NEXT_US, 0.1),
        )

    def launch(self, kernel, stream=None):
        recording = self.recording
        stream = stream or recording.compute
        correlation = self.call("cudaLaunchKernel", LAUNCH_US, 211)
        begin_ns = self.start_ns(stream)
        stream.free_ns = begin_ns + recording.vary(kernel.us, 0.015)
        linked = {"External id": self.operators[-1]} if self.operators else {}
        recording.gpu_event(
            "kernel",
            kernel.name,
            stream,
            begin_ns,
            stream.free_ns,
            {**linked, "correlation": correlation, **kernel.arguments()},
        )

    def copy(self, kind, size, gbps, stream=None, blocking=False):
        recording = self.recording
        stream = stream or recording.compute
        correlation = self.call("cudaMemcpyAsync", 6.0, 41)
        begin_ns = self.start_ns(stream)
        stream.free_ns = begin_ns + recording.vary(1.2 + size / gbps / 1000, 0.02)
        taken_ns = stream.free_ns - begin_ns
        recording.gpu_event(
            "gpu_memcpy",
            f"Memcpy {kind}",
            stream,
            begin_ns,
            stream.free_ns,
            {
                "External id": self.operators[-1],
                "correlation": correlation,
                "bytes": size,
                "memory bandwidth (GB/s)": size / taken_ns,
            },
        )
        if blocking:
            self.wait_until(stream.free_ns)

    def wait_until(self, time_ns, name="cudaStreamSynchronize"):
        self.call(name, 4.0, 131, until_ns=time_ns)

    def allocate(self, size):
        address = self.recording.memory.allocate(size, self.now_ns, tuple(self.stack))
        self.recording.memory_event(self, address, size)
        return address

    def free(self, address):
        size = self.recording.memory.free(address, self.now_ns)
        self.recording.memory_event(self, address, -size)


def strides(dims):
    out, step = [], 1
    for size in reversed(dims):
        out.insert(0, step)
        step *= size
    return out
