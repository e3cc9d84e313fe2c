"""One forward and backward pass: which operators ran, and their backward in reverse."""

from contextlib import contextmanager


class Tape:
    """`thread` runs Python, `engine` is autograd's thread."""

    def __init__(self, recording, thread, engine, layers):
        self.recording, self.thread, self.engine, self.layers = recording, thread, engine, layers
        self.tape = []  # (sequence, name, time, work, activations) of the forward operators
        self.modules = {}
        self.accumulated = None  # called with each parameter's name when its gradient is there
        self.gradients = {}

    @contextmanager
    def module(self, kind, line):
        """As torch.nn.Module.__call__ appears in a trace with stacks."""
        number = self.modules.get(kind, 0)
        self.modules[kind] = number + 1
        with self.thread.frame(f"nn.Module: {kind}_{number}", number), self.thread.frame(
            "torch/nn/modules/module.py(1751): _call_impl"
        ), self.thread.frame(line):
            yield

    def record(self, name, work, activations=()):
        """Of the operator that is open."""
        recording = self.recording
        recording.last_sequence += 1
        entry = (recording.last_sequence, name, self.thread.now_ns, work, list(activations))
        self.tape.append(entry)
        return {"Sequence number": entry[0], "Fwd thread id": 0}

    def backward(self, kept=()):
        """Frees all activations but `kept`."""
        thread, flowing = self.engine, []
        for sequence, name, forward_ns, work, activations in reversed(self.tape):
            arguments = {"Sequence number": sequence, "Fwd thread id": 1}
            with thread.op(f"autograd::engine::evaluate_function: {name}", us=2.2, **arguments):
                with thread.op(name, us=1.6, **arguments):
                    self.flow(forward_ns, thread.now_ns)
                    made, gradients = work(thread)
                if made:
                    for address in flowing:
                        thread.free(address)
                    flowing = made
                for address in activations:
                    if address not in kept and address in self.recording.memory.live:
                        thread.free(address)
                for parameter, address in gradients.items():
                    self.accumulate(thread, parameter, address)
        for address in flowing:
            thread.free(address)

    def accumulate(self, thread, parameter, address):
        if parameter.startswith("lm_head"):  # its weight is wte's, and it has no bias
            return thread.free(address)
        with thread.op(
            "autograd::engine::evaluate_function: torch::autograd::AccumulateGrad", us=1.2
        ), thread.op("torch::autograd::AccumulateGrad", us=1.4):
            self.gradients[parameter] = address
        if self.accumulated:
            self.accumulated(thread, parameter)

    def flow(self, forward_ns, backward_ns):
        recording = self.recording
        recording.flows += 1
        for phase, tid, time_ns in (
            ("s", self.thread.tid, forward_ns),
            ("f", self.engine.tid, backward_ns),
        ):
            event = {
                "ph": phase,
                "id": recording.flows,
                "pid": recording.pid,
                "tid": tid,
                "cat": "fwdbwd",
                "name": "fwdbwd",
            }
            recording.add(event | ({"bp": "e"} if phase == "f" else {}), time_ns)
