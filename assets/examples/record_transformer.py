#!/usr/bin/env python3
"""Record a few training steps of a small transformer with torch.profiler.

    python3 record_transformer.py --out transformer-cpu.json.gz --device cpu
    python3 record_transformer.py --out transformer-cuda.json.gz --device cuda

Needs PyTorch alone.  On a GPU the batches travel on a copy stream of
their own, so that the recording shows two streams.
"""
import argparse
import gzip
import json
import os
import platform
import re
import tempfile

import torch
import torch.nn.functional as F
from torch import nn
from torch.profiler import (
    ProfilerActivity, profile, record_function, schedule)
from torch.utils.data import DataLoader, Dataset

VOCABULARY = 512
SEQUENCE = 64
WIDTH = 128
HEADS = 4
LAYERS = 4
BATCH = 16
WAIT, WARMUP = 1, 1  # steps before the recorded ones


class CountingSequences(Dataset):
    """Sequences that count up, each by a stride of its own."""

    def __init__(self, length):
        generator = torch.Generator().manual_seed(1)
        self.first = torch.randint(VOCABULARY, (length,), generator=generator)
        self.stride = torch.randint(1, 8, (length,), generator=generator)

    def __len__(self):
        return len(self.first)

    def __getitem__(self, index):
        places = torch.arange(SEQUENCE + 1)
        tokens = self.first[index] + self.stride[index] * places
        tokens = tokens % VOCABULARY
        return tokens[:-1], tokens[1:]


class SelfAttention(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH)
        self.out = nn.Linear(WIDTH, WIDTH)

    def forward(self, x):
        batch, length, _ = x.shape
        qkv = self.qkv(x).view(batch, length, 3, HEADS, WIDTH // HEADS)
        query, key, value = qkv.permute(2, 0, 3, 1, 4)
        mixed = F.scaled_dot_product_attention(
            query, key, value, is_causal=True)
        return self.out(mixed.transpose(1, 2).reshape(batch, length, WIDTH))


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm1 = nn.LayerNorm(WIDTH)
        self.attention = SelfAttention()
        self.norm2 = nn.LayerNorm(WIDTH)
        self.mlp = nn.Sequential(
            nn.Linear(WIDTH, 4 * WIDTH),
            nn.GELU(),
            nn.Linear(4 * WIDTH, WIDTH))

    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        return x + self.mlp(self.norm2(x))


class Transformer(nn.Module):
    def __init__(self):
        super().__init__()
        self.token = nn.Embedding(VOCABULARY, WIDTH)
        self.place = nn.Parameter(0.02 * torch.randn(SEQUENCE, WIDTH))
        self.blocks = nn.ModuleList(Block() for _ in range(LAYERS))
        self.norm = nn.LayerNorm(WIDTH)
        self.head = nn.Linear(WIDTH, VOCABULARY, bias=False)

    def forward(self, tokens):
        x = self.token(tokens) + self.place
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))


def batches_on_gpu(loader, device):
    """Yield batches on the GPU, the next one's copy already under way."""
    copy_stream = torch.cuda.Stream(device)
    ahead = None
    for batch in loader:
        with record_function("copy to GPU"), torch.cuda.stream(copy_stream):
            copies = [t.to(device, non_blocking=True) for t in batch]
            copied = copy_stream.record_event()
        if ahead is not None:
            yield received(*ahead)
        ahead = copies, copied
    if ahead is not None:
        yield received(*ahead)


def received(tensors, copied):
    """Let the current stream use what another stream has copied."""
    stream = torch.cuda.current_stream()
    stream.wait_event(copied)
    for tensor in tensors:
        tensor.record_stream(stream)
    return tensors


def train_step(model, optimizer, tokens, targets):
    with record_function("forward"):
        logits = model(tokens)
    with record_function("loss"):
        loss = F.cross_entropy(logits.flatten(0, 1), targets.flatten())
    with record_function("backward"):
        loss.backward()
    with record_function("optimizer"):
        optimizer.step()
        optimizer.zero_grad()
    return loss.detach()


def export(profiler, out):
    """Write the trace without this machine's name and temporary path.

    These two top-level texts are all that differs from what the profiler
    wrote; the events are left as they are.
    """
    with tempfile.TemporaryDirectory() as folder:
        plain = os.path.join(folder, "trace.json")
        profiler.export_chrome_trace(plain)
        with open(plain, encoding="utf-8") as file:
            text = file.read()
    for key, value in (("host_name", "example"),
                       ("traceName", os.path.basename(out))):
        line = f'"{key}": {json.dumps(value)}'
        text = re.sub(rf'"{key}": "[^"]*"', lambda _: line, text)
    with gzip.open(out, "wt", encoding="utf-8") as file:
        file.write(text)


def record(out, steps, device):
    torch.manual_seed(0)
    on_gpu = device.type == "cuda"
    model = Transformer().to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    batches = DataLoader(
        CountingSequences((WAIT + WARMUP + steps) * BATCH),
        batch_size=BATCH, num_workers=0, pin_memory=on_gpu)
    activities = [ProfilerActivity.CPU]
    if on_gpu:
        batches = batches_on_gpu(batches, device)
        activities.append(ProfilerActivity.CUDA)
    profiler = profile(
        activities=activities,
        schedule=schedule(
            wait=WAIT, warmup=WARMUP, active=steps, repeat=1),
        on_trace_ready=lambda finished: export(finished, out),
        record_shapes=True, profile_memory=True, with_stack=True)
    for key, value in (("torch_version", torch.__version__),
                       ("python_version", platform.python_version())):
        profiler.preset_metadata_json(key, json.dumps(value))
    losses = []
    with profiler:
        for tokens, targets in batches:
            losses.append(train_step(model, optimizer, tokens, targets))
            profiler.step()
    return [loss.item() for loss in losses]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", required=True,
                        help="file to write, ending in .json.gz")
    parser.add_argument("--steps", type=int, default=3,
                        help="training steps to record (default 3)")
    parser.add_argument("--device", choices=("auto", "cpu", "cuda"),
                        default="auto", help="default: a GPU if there is one")
    arguments = parser.parse_args()
    if not arguments.out.endswith(".json.gz"):
        parser.error("--out must end in .json.gz")
    if arguments.steps < 1:
        parser.error("--steps must be at least 1")
    device = arguments.device
    if device == "auto":
        device = "cuda" if torch.cuda.is_available() else "cpu"
    losses = record(arguments.out, arguments.steps, torch.device(device))
    print(f"{arguments.out}: {device}, PyTorch {torch.__version__},",
          "loss per step", ", ".join(f"{loss:.3f}" for loss in losses))


if __name__ == "__main__":
    main()
