"""Some steps of training, and when they were. With --trace FILE PyTorch's own profiler records
them."""

import time

import torch
from model import Training, arguments, tell, wait

given = arguments(steps=5, warm=5, size="small", trace="", memory=0)
training = Training(given.size)
training.steps(given.warm)
wait()
begin = time.time_ns()
if given.trace:
    with torch.profiler.profile(record_shapes=True, with_stack=True,
                                profile_memory=given.memory != 0) as profile:
        for _ in range(given.steps):
            training.step()
            wait()
            profile.step()
    profile.export_chrome_trace(given.trace)
else:
    training.steps(given.steps)
tell(begin_ns=begin, end_ns=time.time_ns(), steps=given.steps)
