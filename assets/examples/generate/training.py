"""A training loop over the model, with the causes of lost time that an example shows."""

from dataclasses import dataclass

from gpt import BATCH, ROWS, TOKENS, WIDTH, Pass, parameters
from gpu import Kernel, all_reduce_us, elementwise, reduction
from recording import Recording

TINY = (
    "at::native::BinaryFunctor<float, float, float, at::native::binary_internal::MulFunctor<"
    "float>>",
    "at::native::lerp_cuda_kernel",
    "at::native::addcmul_cuda_kernel",
    "at::native::sqrt_kernel_cuda",
    "at::native::DivFunctor<float>",
    "at::native::CUDAFunctor_add<float>",
    "at::native::addcdiv_cuda_kernel",
)
TINY_OPS = (
    "aten::mul_",
    "aten::lerp_",
    "aten::addcmul_",
    "aten::sqrt",
    "aten::div_",
    "aten::add_",
    "aten::addcdiv_",
)


@dataclass
class Causes:
    loads_in_step: bool = False  # the loader works while the GPU waits
    reads_norms: bool = False  # .item() of each gradient's norm
    tiny_kernels: bool = False  # the optimizer visits each parameter
    keeps_hidden: bool = False  # a list keeps a tensor of every step
    slow_rank: int = -1  # decodes on the CPU, so the others wait


class Training:
    def __init__(self, causes, layers, rank=0, ranks=4, ends=None, seed=1):
        # What several ranks draw is the same for each; what they wait for is not.
        self.causes, self.layers, self.rank, self.ranks = causes, layers, rank, ranks
        self.recording = Recording(pid=41200 + rank, seed=seed * 100 + rank)
        self.main = self.recording.thread(41200 + rank, "python3")
        self.engine = self.recording.thread(41290 + rank, "pt_autograd_0")
        self.ends, self.kept, self.loss_ns = ends, [], 0
        for _, size in parameters(layers):
            self.recording.memory.allocate(2 * size, self.main.now_ns, ("train.py(24): build",))
        for _ in range(2):
            self.moments = [
                self.recording.memory.allocate(
                    4 * size, self.main.now_ns, ("torch/optim/adamw.py(171): _init_group",)
                )
                for _, size in parameters(layers)
            ]

    def run(self, first, steps):
        main = self.main
        with main.frame("train.py(12): <module>"), main.frame("train.py(40): train"):
            for step in range(first, first + steps):
                with main.annotation(f"ProfilerStep#{step}"):
                    self.step()
        self.recording.end_ns = max(main.now_ns, self.recording.compute.free_ns)
        return self.recording

    def step(self):
        main = self.main
        one = Pass(self.recording, main, self.engine, self.layers)
        buckets = Buckets(self, one)
        one.accumulated = buckets.ready
        inputs = self.next_batch()
        loss, hidden = one.forward()
        self.read_last_loss()
        if self.causes.keeps_hidden:
            with main.frame("train.py(57): remember"):
                self.kept.append(hidden)
        with main.frame("torch/_tensor.py(570): backward"), main.frame(
            "torch/autograd/__init__.py(242): backward"
        ), main.frame("<built-in method run_backward of torch._C._EngineBase object>"):
            self.engine.now_ns = main.now_ns + 12_000
            one.backward(self.kept)
            buckets.finish(self.engine)
            main.now_ns = max(main.now_ns, self.engine.now_ns + 9_000)
        if self.causes.reads_norms:
            self.read_norms(one.gradients)
        self.optimize(one.gradients)
        for address in (loss, *inputs, *one.gradients.values()):
            if address in self.recording.memory.live:
                main.free(address)

    def next_batch(self):
        main, causes = self.main, self.causes
        name = "_SingleProcess" if causes.loads_in_step else "_MultiProcessing"
        with main.annotation(f"enumerate(DataLoader)#{name}DataLoaderIter.__next__"), main.frame(
            "torch/utils/data/dataloader.py(733): __next__"
        ):
            if causes.loads_in_step:
                for _ in range(BATCH):
                    with main.frame("data.py(41): __getitem__"), main.frame(
                        "data.py(27): tokenize"
                    ):
                        main.work(1500)
                with main.frame("data.py(52): collate"), main.op(
                    "aten::stack", [[TOKENS]] * BATCH, ["long int"] * BATCH, us=40
                ):
                    pass
            else:
                main.work(130)
            if self.rank == causes.slow_rank:
                with main.frame("data.py(63): decode_on_cpu"):
                    main.work(5200)
        return [self.to_gpu("inputs"), self.to_gpu("labels")]

    def to_gpu(self, what):
        main, size = self.main, 8 * ROWS
        blocking = self.causes.loads_in_step
        kind = "Pageable" if blocking else "Pinned"
        dims, types = [[BATCH, TOKENS]], ["long int"]
        with main.frame(f"train.py({46 if what == 'inputs' else 47}): to_device"), main.frame(
            "<built-in method to of Tensor object>"
        ), main.op("aten::to", dims, types):
            with main.op("aten::_to_copy", dims, types, us=3.0):
                address = main.allocate(size)
                with main.op("aten::copy_", dims * 2, types * 2, us=4.0):
                    main.copy(
                        f"HtoD ({kind} -> Device)", size, 8 if blocking else 24, blocking=blocking
                    )
        return address

    def read_norms(self, gradients):
        main, sizes = self.main, dict(parameters(self.layers))
        for name in gradients:
            with main.frame("train.py(61): log_norms"):
                with main.frame("torch/_tensor.py(780): norm"), main.op(
                    "aten::linalg_vector_norm", [[sizes[name]]], us=3.5
                ):
                    main.launch(
                        reduction(
                            "reduce_kernel<512, 1, at::native::ReduceOp<float, "
                            "at::native::NormTwoOps<float, float, float>>>",
                            sizes[name],
                        )
                    )
                with main.frame("<built-in method item of Tensor object>"), main.op(
                    "aten::item", [[]], us=1.2
                ), main.op("aten::_local_scalar_dense", [[]], us=2.0):
                    main.copy("DtoH (Device -> Pageable)", 4, 0.004, blocking=True)

    def read_last_loss(self):
        """Waits for the copy of the last step's loss: the queue holds a step of work meanwhile."""
        main, recording = self.main, self.recording
        with main.frame("train.py(55): log_last_loss"), main.frame(
            "<built-in method synchronize of Event object>"
        ):
            main.wait_until(self.loss_ns, "cudaEventSynchronize")
        with main.frame("train.py(56): copy_loss"), main.frame(
            "<built-in method copy_ of Tensor object>"
        ), main.op("aten::copy_", [[], []], ["float", "float"], us=3.0):
            main.copy("DtoH (Device -> Pinned)", 4, 0.004)
            main.call("cudaEventRecord", 1.2, 135)
        self.loss_ns = recording.compute.free_ns

    def optimize(self, gradients):
        main, sizes = self.main, dict(parameters(self.layers))
        with main.annotation("Optimizer.step#AdamW.step"), main.frame(
            "torch/optim/optimizer.py(485): wrapper"
        ), main.frame("torch/optim/adamw.py(222): step"):
            if not self.causes.tiny_kernels:
                with main.frame("torch/optim/adam.py(699): _fused_adam"), main.op(
                    "aten::_fused_adamw_", us=60
                ):
                    each = sum(sizes.values()) / 4  # of the weights, gradients and two moments
                    name = (
                        "void at::native::(anonymous namespace)::multi_tensor_apply_kernel<"
                        "at::native::"
                        "FusedOptimizerTensorListMetadata<4>, at::native::FusedAdamMathFunctor<"
                        "float, 4, (ADAM_MODE)1>>"
                    )
                    for _ in range(4):
                        main.launch(
                            Kernel(name, elementwise("", each, 7, item_bytes=3).us, 640, 512, 48)
                        )
                return
            for name in gradients:
                with main.frame("torch/optim/adamw.py(384): _single_tensor_adamw"):
                    for op, functor in zip(TINY_OPS, TINY):
                        with main.op(op, [[sizes[name]]] * 2, ["float"] * 2, us=2.6):
                            main.launch(elementwise(functor, sizes[name], 3, item_bytes=4))


class Buckets:
    """DistributedDataParallel: gradients of two blocks are reduced together."""

    def __init__(self, training, one):
        self.training, self.one = training, one
        self.bytes, self.pending = 0, 0
        self.sizes = dict(parameters(training.layers))
        self.left = len(self.sizes)

    def ready(self, thread, parameter):
        self.bytes += 2 * self.sizes[parameter]
        self.pending += 1
        self.left -= 1
        if self.pending >= 24 or self.left == 0:
            self.reduce(thread)

    def reduce(self, thread):
        training, recording = self.training, self.training.recording
        size, self.bytes, self.pending = self.bytes, 0, 0
        stream, number = recording.communication, len(recording.collectives)
        described = {
            "Collective name": "allreduce",
            "In msg nelems": size // 2,
            "Out msg nelems": size // 2,
            "Group size": training.ranks,
            "dtype": "BFloat16",
            "In split size": "[]",
            "Out split size": "[]",
            "Process Group Name": "0",
            "Process Group Description": "default_pg",
            "Process Group Ranks": str(list(range(training.ranks))),
            "Rank": training.rank,
        }
        with thread.op("c10d::allreduce_", [[[size // 2]]], ["TensorList"], us=8):
            with thread.op("record_param_comms", us=3, **described):
                thread.call("cudaEventRecord", 1.2, 135)
                thread.call("cudaStreamWaitEvent", 1.1, 147)
                correlation = thread.call("cudaLaunchKernelExC", 6.0, 430)
                begin_ns = max(thread.start_ns(stream), recording.compute.free_ns + 1500)
                wire_ns = int(all_reduce_us(size, training.ranks) * 1000)
                alone_ns = begin_ns + wire_ns
                end_ns = max(alone_ns, training.ends[number]) if training.ends else alone_ns
                recording.collectives.append((begin_ns, wire_ns))
                stream.free_ns = end_ns = end_ns + recording.vary(1.5, 0.3)
                kernel = Kernel(
                    "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<" "4096ul>)",
                    0,
                    24,
                    544,
                    96,
                    83 << 10,
                    0,
                )
                recording.gpu_event(
                    "kernel",
                    kernel.name,
                    stream,
                    begin_ns,
                    end_ns,
                    {
                        "External id": thread.operators[-1],
                        "correlation": correlation,
                        **kernel.arguments(),
                        **described,
                    },
                )

    def finish(self, thread):
        """The optimizer's stream waits for the last one."""
        recording = self.training.recording
        thread.call("cudaStreamWaitEvent", 1.1, 147)
        recording.compute.free_ns = max(recording.compute.free_ns, recording.communication.free_ns)
