#!/usr/bin/env python3
"""training_overhead.py LANESCOPE PYTHON [ROUNDS]: what being recorded costs a training on the CPU with
eight DataLoader workers. PYTHON must have PyTorch. Each round runs the training alone and under
`lanescope record` in each mode, in another order; the training tells its own CPU time and that of its
workers, and the wall time of its loop. Prints, tab-separated, the median ratio of each mode to the
training alone of the same round, with its quartiles.
"""

import os
import random
import statistics
import subprocess
import sys
import tempfile

MODES = {
    "200 Hz": ["--sample", "200Hz"],
    "1 kHz": ["--sample", "1kHz"],
    "200 Hz, not native": ["--sample", "200Hz", "--native", "off"],
    "1 kHz, not native": ["--sample", "1kHz", "--native", "off"],
}

TRAINING = """
import resource, sys, time
import torch
from torch.utils.data import DataLoader, Dataset

class Images(Dataset):
    def __len__(self):
        return 32 * 60

    def __getitem__(self, i):
        x = torch.randn(3, 64, 64, generator=torch.Generator().manual_seed(i))
        return ((x - x.mean()) / x.std()).flip(-1), i % 10

torch.set_num_threads(1)
torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Conv2d(3, 16, 3), torch.nn.ReLU(),
                            torch.nn.Conv2d(16, 16, 3, stride=2), torch.nn.Flatten(),
                            torch.nn.Linear(16 * 30 * 30, 10))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
loader = DataLoader(Images(), batch_size=32, num_workers=8)
begin = time.monotonic()
for x, y in loader:
    optimizer.zero_grad()
    torch.nn.functional.cross_entropy(model(x), y).backward()
    optimizer.step()
wall = time.monotonic() - begin
usage = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
print(sum(u.ru_utime + u.ru_stime for u in usage), wall, file=open(sys.argv[1], "w"))
"""


def run(lanescope, python, folder, options):
    """CPU and wall seconds of the training, as it measures them."""
    told = os.path.join(folder, "told")
    command = [python, "-W", "ignore", os.path.join(folder, "training.py"), told]
    if options is not None:
        command = [
            lanescope,
            "record",
            "--force",
            "-o",
            os.path.join(folder, "run.lanes"),
            *options,
            "--",
            *command,
        ]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(told, encoding="utf-8") as file:
        return [float(word) for word in file.read().split()]


def quartiles(values):
    low, middle, high = statistics.quantiles(values, n=4)
    return f"{middle:.3f} ({low:.3f}-{high:.3f})"


def main():
    lanescope, python = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 9
    ratios = {mode: [] for mode in MODES}
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "training.py"), "w", encoding="utf-8") as file:
            file.write(TRAINING)
        run(lanescope, python, folder, None)  # warms the caches
        for _ in range(rounds):
            order = [None, *MODES]
            random.shuffle(order)
            told = {mode: run(lanescope, python, folder, mode and MODES[mode]) for mode in order}
            for mode in MODES:
                ratios[mode].append([told[mode][i] / told[None][i] for i in range(2)])
    print("mode\tCPU time\twall time")
    for mode, pairs in ratios.items():
        print(mode, *(quartiles([pair[i] for pair in pairs]) for i in range(2)), sep="\t")


main()
