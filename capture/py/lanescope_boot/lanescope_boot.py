"""What Lanescope does inside a Python that uses PyTorch: waits until torch is imported, then lets
the operators tell their names and shapes, and steps aside for other profilers.

It runs in somebody else's program: whatever goes wrong here is swallowed, nothing is printed, and
no CUDA is started that the program would not have started itself.

Environment, set by the one who starts the program:
  LANESCOPE_SOCKET         without it nothing is done
  NVTX_INJECTION64_PATH,
  CUDA_INJECTION64_PATH    the agent's shared object
  LANESCOPE_SHAPES=1       operators as NVTX ranges with the shapes of their inputs
  LANESCOPE_MEMORY=1       counters of what PyTorch's allocator holds
"""

import atexit
import ctypes
import functools
import glob
import os
import sys
import threading

MEMORY_PERIOD_S = 0.05
# What lanescope_conflict() is told: ConflictKind of capture/wire/capture_records.h.
ANOTHER_BEGINS, ANOTHER_ENDED = 2, 3


def quiet(function):
    """The program never notices that this has failed."""

    @functools.wraps(function)
    def wrapped(*arguments):
        try:
            return function(*arguments)
        except Exception:
            return None

    return wrapped


def wished(name):
    return os.environ.get(name, "") not in ("", "0")


class Agent:
    """The shared object, which is the same one that the driver and NVTX load."""

    def __init__(self):
        path = os.environ.get("NVTX_INJECTION64_PATH") or os.environ["CUDA_INJECTION64_PATH"]
        self._library = ctypes.CDLL(path)
        self._library.lanescope_counter.argtypes = [ctypes.c_char_p, ctypes.c_double]
        self._library.lanescope_counter.restype = None
        self._library.lanescope_conflict.argtypes = [ctypes.c_uint]
        self._library.lanescope_conflict.restype = None
        self._library.lanescope_flush_at_end.argtypes = [ctypes.c_int]
        self._library.lanescope_flush_at_end.restype = None
        self._library.lanescope_option.argtypes = [ctypes.c_char_p, ctypes.c_char_p]
        self._library.lanescope_option.restype = None
        self._library.lanescope_when_stopped.argtypes = [ctypes.c_void_p]
        self._library.lanescope_when_stopped.restype = None

    def start(self):
        return self._library.lanescope_start() == 1

    def counter(self, name, value):
        self._library.lanescope_counter(name, float(value))

    def flush(self):
        self._library.lanescope_flush()

    def flush_at_end(self, used_gpu):
        self._library.lanescope_flush_at_end(used_gpu)

    def option(self, name, state):
        """"on", or why this option of the recording has nothing to record here."""
        self._library.lanescope_option(name.encode(), state.encode())

    def when_stopped(self, function):
        """Called on the main thread once nothing is recorded any more and the program goes on."""
        self._stopped = ctypes.CFUNCTYPE(None)(function)  # as long as it may be called
        self._library.lanescope_when_stopped(ctypes.cast(self._stopped, ctypes.c_void_p))

    def conflict(self, kind):
        self._library.lanescope_conflict(kind)


def has_gpu(torch):
    """Whether CUDA can be used, found out without starting it."""
    if not torch.version.cuda or os.environ.get("CUDA_VISIBLE_DEVICES") in ("", "-1"):
        return False
    return bool(glob.glob("/dev/nvidia[0-9]*")) or os.path.exists("/dev/dxg")


def rare_scope(torch):
    """That of operators of the mobile interpreter; null if this PyTorch does not tell scopes."""
    try:
        return torch._C._profiler.RecordScope.LITE_INTERPRETER
    except AttributeError:
        return None


class Operators:
    """PyTorch's own NVTX ranges around operators, for as long as no other profiler runs.

    They are a state of the thread that switches them on, and PyTorch carries it on to the threads
    of its backward pass; threads that the program makes itself are not covered.
    """

    def __init__(self, torch):
        self._profiler = torch.autograd.profiler
        self._scopes = ()  # all
        self._rare_scope = rare_scope(torch)
        self._thread = threading.get_ident()
        self._on = False

    def enter(self):
        if self._on or threading.get_ident() != self._thread:
            return
        profiler = self._profiler
        # As emit_nvtx(record_shapes=True) does, but without torch.cuda.synchronize(), which would
        # make a context on the current device before the program has chosen one.
        config = profiler.ProfilerConfig(
            profiler.ProfilerState.NVTX,
            True,
            False,
            False,
            False,
            False,
            profiler._ExperimentalConfig(),
        )
        profiler._enable_profiler(config, set(), *self._scopes)
        self._on = True

    def leave_for_good(self):
        """In the midst of the program. A range that is open expects a profiler's state when it
        ends, else PyTorch complains: the state stays, for a scope that nothing has, at no cost.
        """
        self.leave()
        if self._rare_scope is None:
            self._thread = None
            return
        self._scopes = ({self._rare_scope},)
        self.enter()

    def leave(self):
        if not self._on or threading.get_ident() != self._thread:
            return
        self._profiler._disable_profiler()
        self._on = False


class Others:
    """Other profilers of PyTorch in this program: ours makes room while one of them runs."""

    def __init__(self, agent, operators):
        self._agent = agent
        self._operators = operators
        self._running = set()
        self._lock = threading.Lock()

    @quiet
    def begins(self, profiler):
        with self._lock:
            first = not self._running
            self._running.add(id(profiler))
        if not first:
            return
        if self._operators is not None:
            self._operators.leave()
        self._agent.flush()  # what there is up to here, before the other one takes the records
        self._agent.conflict(ANOTHER_BEGINS)

    @quiet
    def ended(self, profiler):
        with self._lock:
            known = id(profiler) in self._running
            self._running.discard(id(profiler))
            last = known and not self._running
        if not last:
            return
        self._agent.conflict(ANOTHER_ENDED)
        if self._operators is not None:
            self._operators.enter()

    def watch(self, torch):
        """torch.profiler.profile does its work through the profile of autograd."""
        profiler = torch.autograd.profiler
        for name in ("_prepare_trace", "__enter__"):
            self._wrap(profiler.profile, name, True)
        self._wrap(profiler.emit_nvtx, "__enter__", True)
        for kind in (profiler.profile, profiler.emit_nvtx):
            self._wrap(kind, "__exit__", False)

    def _wrap(self, kind, name, is_begin):
        original = kind.__dict__.get(name)
        if original is None:
            return

        @functools.wraps(original)
        def wrapped(profiler, *arguments, **keywords):
            if is_begin and getattr(profiler, "enabled", True):
                self.begins(profiler)
            try:
                result = original(profiler, *arguments, **keywords)
            except BaseException:
                self.ended(profiler)  # one that has not begun will not be left
                raise
            if not is_begin:
                self.ended(profiler)
            return result

        setattr(kind, name, wrapped)


class MemoryCounters(threading.Thread):
    """What PyTorch's allocator has handed out and holds on each GPU in use."""

    def __init__(self, torch, agent):
        super().__init__(name="lanescope-memory", daemon=True)
        self._torch = torch
        self._agent = agent
        self._told = False
        self._stop = threading.Event()

    def stop(self):
        self._stop.set()

    def run(self):
        while not self._stop.wait(MEMORY_PERIOD_S):
            self._sample()

    @quiet
    def _sample(self):
        cuda = self._torch.cuda
        if not cuda.is_initialized():
            return
        for device in range(cuda.device_count()):
            stats = cuda.memory_stats_as_nested_dict(device)
            if not stats:
                continue
            reserved = stats["reserved_bytes"]["all"]["current"]
            if reserved == 0 and stats["reserved_bytes"]["all"]["peak"] == 0:
                continue
            allocated = stats["allocated_bytes"]["all"]["current"]
            self._agent.counter(b"GPU %d allocated bytes" % device, allocated)
            self._agent.counter(b"GPU %d reserved bytes" % device, reserved)
            if not self._told:
                self._told = True
                self._agent.option("memory", "on")


def start_operators(torch):
    """The operators, or null, and what is to be told of them."""
    if not torch.version.cuda:
        return None, "this PyTorch is built without CUDA"
    if threading.current_thread() is not threading.main_thread():
        return None, "PyTorch was imported on a thread other than the main one"
    try:
        operators = Operators(torch)
        operators.enter()
        return operators, "on"
    except Exception as error:
        return None, "this PyTorch does not report operators (%s)" % type(error).__name__


def start_memory(torch, agent):
    """The counters, or null, and what is to be told of them."""
    if not torch.version.cuda:
        return None, "this PyTorch is built without CUDA"
    try:
        memory = MemoryCounters(torch, agent)
        memory.start()
        return memory, "PyTorch allocated nothing on a GPU"  # until it does
    except Exception as error:
        return None, "no thread could be created for it (%s)" % type(error).__name__


@quiet
def at_exit(torch, agent, pid, operators, memory):
    if os.getpid() != pid:
        return
    if memory is not None:
        memory.stop()
    if operators is not None:
        operators.leave()  # PyTorch would complain of callbacks that are left behind
    # Not torch.cuda.synchronize(), which has no limit: a collective whose partner is gone never ends.
    agent.flush_at_end(torch.cuda.is_initialized())


class Wishes:
    """What the recording was asked for beside CUDA, and how far it is to be had in this process."""

    def __init__(self, torch, agent):
        self._agent = agent
        self._states = {}
        self.operators = self.memory = None
        if wished("LANESCOPE_SHAPES"):
            self.operators, self._states["shapes"] = start_operators(torch)
        if wished("LANESCOPE_MEMORY"):
            self.memory, self._states["memory"] = start_memory(torch, agent)

    @quiet
    def tell(self):
        for option, state in self._states.items():
            self._agent.option(option, state)

    @quiet
    def end(self):
        """Nobody records any more."""
        if self.memory is not None:
            self.memory.stop()
        if self.operators is not None:
            self.operators.leave_for_good()


@quiet
def torch_arrived(torch):
    agent = Agent()
    if not has_gpu(torch):
        agent.start()  # nobody else would: neither the driver nor NVTX need come by
    wishes = Wishes(torch, agent)
    wishes.tell()
    agent.when_stopped(wishes.end)
    Others(agent, wishes.operators).watch(torch)
    atexit.register(at_exit, torch, agent, os.getpid(), wishes.operators, wishes.memory)


class TorchFinder:
    """Stands first on sys.meta_path until torch has been imported, and finds nothing itself.

    A library may ask whether torch can be found long before it is imported, and as often as it
    likes.
    """

    def __init__(self):
        self._asking = threading.local()

    def find_spec(self, name, path=None, target=None):
        # Another finder that asks everybody asks us, too: then it is its turn.
        if name != "torch" or getattr(self._asking, "others", False):
            return None
        self._asking.others = True
        try:
            spec = self._ask_others(name, path, target)
        finally:
            self._asking.others = False
        self._call_after_import(spec)
        return spec

    def _ask_others(self, name, path, target):
        for finder in list(sys.meta_path):
            find = getattr(finder, "find_spec", None)
            spec = find(name, path, target) if find is not None and finder is not self else None
            if spec is not None:
                return spec
        return None

    def remove(self):
        if self in sys.meta_path:
            sys.meta_path.remove(self)

    @quiet
    def _call_after_import(self, spec):
        loader = spec.loader
        original = loader.exec_module

        def exec_module(module):
            # The loader is as it was again before anybody can look at it.
            del loader.exec_module
            original(module)
            if self in sys.meta_path:
                self.remove()
                torch_arrived(module)

        loader.exec_module = exec_module


def install():
    """Once for each process; torch may be there already in one that was made by fork."""
    if any(isinstance(finder, TorchFinder) for finder in sys.meta_path):
        return
    if "torch" in sys.modules:
        return
    sys.meta_path.insert(0, TorchFinder())
