"""200 launches, each from a function of its own whose line is known.
    lines.py FOLDER [fake]   with `fake` the launches are those of the fake driver
"""

import ctypes
import functools
import json
import os
import sys
import types

LAUNCHES = 200


def source():
    lines = ["# Written by lines.py", ""]
    for number in range(LAUNCHES):
        lines += [f"def launch_{number}(value):", f"    # {number}", "    value.add_(1)", ""]
    lines += ["def launch_all(value):"]
    lines += [f"    launch_{number}(value)" for number in range(LAUNCHES)]
    return "\n".join(lines) + "\n"


path = os.path.join(sys.argv[1], "launches_of_lines.py")
with open(path, "w") as file:
    file.write(source())
sys.path.insert(0, sys.argv[1])
import launches_of_lines  # noqa: E402



def of_torch():
    import torch

    value = torch.zeros(1, device="cuda")
    value.add_(1)
    torch.cuda.synchronize()
    launches_of_lines.launch_all(value)
    torch.cuda.synchronize()


def of_fake():
    driver = ctypes.CDLL(os.environ["LANESCOPE_CUPTI"])
    driver.fake_call.argtypes = [ctypes.c_uint32, ctypes.c_char_p, ctypes.c_uint64, ctypes.c_uint64]
    ctypes.CDLL(os.environ["CUDA_INJECTION64_PATH"]).InitializeInjection()
    # No function of Python stands between the line and the launch.
    launch = functools.partial(driver.fake_call, 0, b"kernel", 7)
    launches_of_lines.launch_all(types.SimpleNamespace(add_=launch))


of_fake() if sys.argv[2:] == ["fake"] else of_torch()
# Each function has four lines, its launch in the third; the first begins in line 3.
print(json.dumps(dict(file=path, launches=LAUNCHES, first_line=5, lines_apart=4)))
