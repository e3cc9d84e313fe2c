"""Ends as a script may: sys.exit, an exception, os._exit, or its last line."""

import os
import sys

import torch
from model import arguments, device, tell, wait

given = arguments(how="return", ops=500)
value = torch.zeros(1, device=device())
for _ in range(given.ops):
    value.add_(1)
wait()
tell(how=given.how, ops=given.ops)
if given.how == "sys.exit":
    sys.exit(3)
if given.how == "exception":
    raise RuntimeError("as asked for")
if given.how == "os._exit":
    os._exit(4)
