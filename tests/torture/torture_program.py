"""The same in Python: torture_program.py SEED CHILDREN END. What it prints and how it ends depends on its
arguments alone, recorded or not.

END: fall exit error os_exit abort kill exec interrupt term segv handler
"""
import builtins
import ctypes
import importlib.util
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import threading
import time

SEED, CHILDREN, END = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
chance = random.Random(SEED)
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.malloc.argtypes = [ctypes.c_size_t]
libc.memset.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t]
libc.usleep.argtypes = [ctypes.c_uint]
driver = ctypes.CDLL(os.environ["LANESCOPE_CUPTI"])
driver.fake_call.argtypes = [ctypes.c_uint, ctypes.c_char_p, ctypes.c_uint64, ctypes.c_uint64]
driver.fake_calls.argtypes = [ctypes.c_uint64, ctypes.c_uint64]


def use_cuda():
    path = os.environ.get("CUDA_INJECTION64_PATH")
    if path:
        ctypes.CDLL(path).InitializeInjection()


def launch():
    driver.fake_call(chance.randrange(5), b"kernel", 7, 3)


def deep(levels, function):
    return deep(levels - 1, function) if levels > 0 else function()


class Reuses:
    """At the very end what was freed gets other contents."""

    def __init__(self):
        self.libc, self.driver = libc, driver

    def __del__(self):
        self.driver.fake_call(0, b"at the end", 7, 1)
        for size in range(200, 4000, 64):
            for _ in range(20):
                self.libc.memset(self.libc.malloc(size), 0x40, size)
        self.libc.usleep(30_000)


def code_that_goes(number):
    """Functions that are made and thrown away, so that others come to lie where they lay."""
    space = {"launch": launch}
    exec(f"def made_{number}():\n    launch()\n" + "\n" * (number % 7), space)
    space[f"made_{number}"]()


def threads_come_and_go():
    for number in range(8):
        thread = threading.Thread(target=deep, args=(number * 5, launch))
        thread.start()
        thread.join()


def children():
    ends = []
    for number in range(CHILDREN):
        pid = os.fork()
        if pid == 0:
            use_cuda()  # but nothing is launched: the parent's driver may have held a lock
            if number % 4 == 0:
                os._exit(3)
            if number % 4 == 1:
                os.kill(os.getpid(), signal.SIGKILL)
            if number % 4 == 2:
                os.execlp("true", "true")
            sys.exit(4)
        ends.append(os.waitpid(pid, 0)[1])
    pid = os.posix_spawnp("false", ["false"], os.environ)
    ends.append(os.waitpid(pid, 0)[1])
    ends.append(subprocess.run([sys.executable, "-c", "import sys; sys.exit(5)"]).returncode)
    return ends


def pool():
    method = chance.choice(["fork", "spawn", "forkserver"])
    with multiprocessing.get_context(method).Pool(2) as workers:
        return sum(workers.map(abs, range(-20, 0)))


def end():
    if END == "exit":
        sys.exit(6)
    if END == "error":
        raise KeyError("gone")
    if END == "os_exit":
        os._exit(8)
    if END == "abort":
        os.abort()
    if END == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    if END == "exec":
        os.execlp("false", "false")
    if END == "term":
        os.kill(os.getpid(), signal.SIGTERM)
    if END == "segv":
        ctypes.string_at(64)
    if END == "handler":
        signal.signal(signal.SIGUSR1, lambda number, frame: sys.exit(9))
        os.kill(os.getpid(), signal.SIGUSR1)
    if END == "interrupt":
        raise KeyboardInterrupt


def main():
    importlib.util.find_spec("torch")
    use_cuda()
    # These have left the interpreter to itself and launch to the very end.
    for levels in range(3):
        work = (deep, (levels * 10, lambda: driver.fake_calls(1 << 40, 50_000)))
        threading.Thread(target=work[0], args=work[1], daemon=True).start()
    for number in range(50):
        code_that_goes(number)
        deep(chance.randrange(600), launch)
    threads_come_and_go()
    print("found", importlib.util.find_spec("torch") is not None)
    print("children", children())
    print("pool", pool())
    builtins.reuses = sys.modules["reuses"] = Reuses()
    if SEED % 3 == 0:
        os.closerange(3, 2000)  # as a daemon does
    sys.stdout.flush()
    end()


if __name__ == "__main__":
    main()
