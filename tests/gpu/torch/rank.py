"""What torchrun starts once for each rank; all ranks are on the same GPU."""

import os

import torch
import torch.distributed as dist
from model import device, tell, wait

dist.init_process_group("gloo")
value = torch.ones(16, device=device())
for _ in range(500):
    value.mul_(1.0)
everybody = torch.ones(1)
dist.all_reduce(everybody)
wait()
if os.environ["RANK"] == "0":
    tell(ranks=int(everybody.item()))
dist.destroy_process_group()
