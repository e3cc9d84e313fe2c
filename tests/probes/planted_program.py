"""Does what programs of Python do, until it is killed: each thread by its name, and the main thread
one thing after another. A function is called only by those whose names follow "_of_" in its own,
separated by "_or_".
Arguments: a folder for a module that it writes and imports.
"""

import multiprocessing
import os
import sys
import threading
import time
import warnings


def leaf_of_spin_or_produce_or_inner_or_child_or_spawned(count):
    total = 0
    for number in range(count):
        total += number * number % 7
    return total


def spin_of_spins():
    leaf_of_spin_or_produce_or_inner_or_child_or_spawned(20000)


def spins():
    while True:
        spin_of_spins()


def sleep_of_sleeps():
    time.sleep(0.25)


def sleeps():
    while True:
        sleep_of_sleeps()


def acquire_of_locks(lock):
    lock.acquire(timeout=0.5)


def locks():
    lock = threading.Lock()
    lock.acquire()
    while True:
        acquire_of_locks(lock)


def hash_of_hashes(sha256, data):
    sha256(data)


def hashes():
    import hashlib

    data = b"x" * (16 << 20)
    while True:
        hash_of_hashes(hashlib.sha256, data)
        time.sleep(0.01)


def produce_of_consume(count):
    for _ in range(count):
        yield leaf_of_spin_or_produce_or_inner_or_child_or_spawned(200)


def consume_of_generates():
    total = 0
    for each in produce_of_consume(50):
        total += each
    return total


def generates():
    while True:
        consume_of_generates()
        time.sleep(0.002)


async def inner_of_outer(sleep):
    await sleep(0.005)
    leaf_of_spin_or_produce_or_inner_or_child_or_spawned(5000)


async def outer(sleep):
    while True:
        await inner_of_outer(sleep)


async def both(asyncio):
    await asyncio.gather(outer(asyncio.sleep), outer(asyncio.sleep))


def loops():
    import asyncio

    asyncio.run(both(asyncio))


def import_of_main(folder):
    with open(os.path.join(folder, "planted_module.py"), "w") as file:
        file.write("import time\ndef body():\n    time.sleep(0.2)\nbody()\n")
    sys.modules.pop("planted_module", None)
    import planted_module  # noqa: F401


def raise_of_catch_or_raise(depth):
    if depth == 0:
        raise ValueError("planted")
    raise_of_catch_or_raise(depth - 1)


def catch_of_main():
    import traceback

    for _ in range(100):
        try:
            raise_of_catch_or_raise(20)
        except ValueError:
            traceback.format_exc()


def child_of_fork():
    end = time.monotonic() + 0.3
    while time.monotonic() < end:
        leaf_of_spin_or_produce_or_inner_or_child_or_spawned(3000)


def fork_of_main():
    pid = os.fork()
    if pid == 0:
        child_of_fork()
        os._exit(0)
    os.waitpid(pid, 0)


def spawned():
    end = time.monotonic() + 0.3
    while time.monotonic() < end:
        leaf_of_spin_or_produce_or_inner_or_child_or_spawned(3000)


def spawn_of_main():
    worker = multiprocessing.get_context("spawn").Process(target=spawned)
    worker.start()
    worker.join()


def main():
    warnings.simplefilter("ignore", DeprecationWarning)  # a fork beside threads is meant
    folder = sys.argv[1]
    sys.path.insert(0, folder)
    for target in spins, sleeps, locks, hashes, generates, loops:
        threading.Thread(target=target, name=target.__name__ + " all day long", daemon=True).start()
    while True:
        import_of_main(folder)
        catch_of_main()
        fork_of_main()
        spawn_of_main()


if __name__ == "__main__":
    main()
