"""Changes its stacks as fast as it can until it is killed. Whoever reads them can tell a wrong one: a
function is called only by those whose names follow "_of_" in its own, separated by "_or_".
Arguments: how many threads, and what they do (all of it unless named).
"""

import sys
import threading


def leaf_of_small():
    pass


def small_of_calls():
    leaf_of_small()


def deep_of_large(one, two, three):
    a, b, c = one, two, three
    return a, b, c


def large_of_calls():
    x = 1
    y = 2
    z = deep_of_large(x, y, 3)
    return z


def same_of_alike(x):
    return x


def alike_of_calls(x):
    same_of_alike(x)


def twin_of_other(x):
    return x


def other_of_calls(x):
    twin_of_other(x)


def calls_of_run():
    for _ in range(50):
        small_of_calls()
        large_of_calls()
        alike_of_calls(1)
        other_of_calls(1)


def tight_of_run():
    alike_of_calls = alike_of_tight
    other_of_calls = other_of_tight
    for _ in range(100):
        alike_of_calls(1)
        other_of_calls(1)


def near_of_alike(x):
    return x


def alike_of_tight(x):
    near_of_alike(x)


def far_of_other(x):
    return x


def other_of_tight(x):
    far_of_other(x)


def inner_of_items():
    pass


def items_of_loop():
    yield 1
    inner_of_items()
    yield 2


def loop_of_generators():
    for _ in items_of_loop():
        pass


def within_of_values():
    pass


def values_of_walk():
    yield 1
    within_of_values()
    yield 2


def walk_of_generators():
    for _ in values_of_walk():
        pass


def numbers_of_total():
    yield 1
    yield 2


def total_of_generators():
    sum(numbers_of_total())


def outer_of_chain():
    yield from middle_of_outer()


def middle_of_outer():
    yield last_of_middle()


def last_of_middle():
    return 1


def chain_of_generators():
    list(outer_of_chain())


def generators_of_run():
    for _ in range(50):
        loop_of_generators()
        walk_of_generators()
        total_of_generators()
        chain_of_generators()


def compare_of_key(x):
    return x


def key_of_sort(x):
    return compare_of_key(-x)


def sort_of_callbacks():
    sorted([3, 1, 2], key=key_of_sort)


def each_of_map(x):
    return x


def map_of_callbacks():
    list(map(each_of_map, (1, 2, 3)))


class Thing:
    @property
    def size_of_things(self):
        return self.width_of_size()

    def width_of_size(self):
        return 1

    def __del__(self):
        end_of___del__()


def end_of___del__():
    pass


def things_of_callbacks():
    Thing().size_of_things


def callbacks_of_run():
    for _ in range(50):
        sort_of_callbacks()
        map_of_callbacks()
        things_of_callbacks()


def down_of_down_or_up_or_recursion(depth):
    if depth > 0:
        up_of_down(depth - 1) if depth % 3 == 0 else down_of_down_or_up_or_recursion(depth - 1)
    else:
        bottom_of_down()


def up_of_down(depth):
    down_of_down_or_up_or_recursion(depth)


def bottom_of_down():
    pass


def recursion_of_run():
    for depth in range(40):
        down_of_down_or_up_or_recursion(depth)


def thrower_of_catcher():
    raise_of_thrower()


def raise_of_thrower():
    raise ValueError


def catcher_of_errors():
    try:
        thrower_of_catcher()
    except ValueError:
        handler_of_catcher()


def handler_of_catcher():
    pass


def errors_of_run():
    for _ in range(50):
        catcher_of_errors()


def source(number):
    """Code objects that are freed at once, so that others follow at their addresses."""
    return (f"def first{number}_of_code():\n    second{number}_of_first{number}()\n"
            f"def second{number}_of_first{number}():\n    pass\n"
            f"def code():\n    for _ in range(3): first{number}_of_code()\ncode()\n")


def compiled_of_run():
    for number in range(40):
        exec(source(number), {})


ALL = {"calls": calls_of_run, "tight": tight_of_run, "generators": generators_of_run,
       "callbacks": callbacks_of_run, "recursion": recursion_of_run, "errors": errors_of_run,
       "compiled": compiled_of_run}


def run(tasks):
    while True:
        for task in tasks:
            task()


def main(threads, names):
    tasks = [ALL[name] for name in names or ALL]
    for _ in range(threads - 1):
        threading.Thread(target=run, args=(tasks,), daemon=True).start()
    print("ready", flush=True)
    run(tasks)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
