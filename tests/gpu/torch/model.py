"""The work that the PyTorch programs share: a small transformer, trained on noise."""

import argparse
import json
import time

import torch
from torch import nn

SIZES = {  # width, layers, sequence, batch
    "tiny": (64, 2, 16, 2),
    "small": (256, 4, 64, 4),
    "large": (1024, 12, 512, 8),
}


def arguments(**defaults):
    parser = argparse.ArgumentParser()
    for name, value in defaults.items():
        parser.add_argument("--" + name.replace("_", "-"), default=value, type=type(value))
    return parser.parse_args()


def device():
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def wait():
    if torch.cuda.is_available():
        torch.cuda.synchronize()


class Training:
    def __init__(self, size):
        width, layers, length, batch = SIZES[size]
        torch.manual_seed(0)
        layer = nn.TransformerEncoderLayer(width, max(1, width // 64), 4 * width, dropout=0.0,
                                           batch_first=True)
        self.model = nn.TransformerEncoder(layer, layers).to(device())
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=1e-4)
        self.input = torch.randn(batch, length, width, device=device())

    def step(self):
        self.optimizer.zero_grad(set_to_none=True)
        with torch.autocast(device().type, torch.bfloat16):
            loss = self.model(self.input).square().mean()
        loss.backward()
        self.optimizer.step()

    def steps(self, count):
        """Seconds of each step."""
        seconds = []
        for _ in range(count):
            wait()
            begin = time.perf_counter()
            self.step()
            wait()
            seconds.append(time.perf_counter() - begin)
        return seconds


def tell(**facts):
    print(json.dumps(facts), flush=True)
