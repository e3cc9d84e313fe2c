"""The forward and backward pass of a small GPT, operator by operator.

Each forward operator leaves what its backward has to run, and which activations that frees.
"""

from gpu import elementwise, flash_attention, gemm, reduction
from tape import Tape

BATCH, TOKENS, WIDTH, HEADS, VOCAB = 4, 1024, 1024, 16, 50304
ROWS = BATCH * TOKENS
ADD = "at::native::CUDAFunctor_add<c10::BFloat16>"
GELU = (
    "at::native::GeluCUDAKernelImpl(at::TensorIteratorBase&, at::native::GeluType)"
    "::{lambda(float)#1}"
)
DROPOUT = "at::native::(anonymous namespace)::fused_dropout_kernel"


def parameters(layers):
    """Name and elements of each."""
    out = [("wte", VOCAB * WIDTH), ("wpe", TOKENS * WIDTH)]
    for layer in range(layers):
        for name, size in (
            ("ln_1.weight", WIDTH),
            ("ln_1.bias", WIDTH),
            ("attn.qkv.weight", 3 * WIDTH * WIDTH),
            ("attn.qkv.bias", 3 * WIDTH),
            ("attn.proj.weight", WIDTH * WIDTH),
            ("attn.proj.bias", WIDTH),
            ("ln_2.weight", WIDTH),
            ("ln_2.bias", WIDTH),
            ("mlp.fc.weight", 4 * WIDTH * WIDTH),
            ("mlp.fc.bias", 4 * WIDTH),
            ("mlp.proj.weight", 4 * WIDTH * WIDTH),
            ("mlp.proj.bias", WIDTH),
        ):
            out.append((f"blocks.{layer}.{name}", size))
    return out + [("ln_f.weight", WIDTH), ("ln_f.bias", WIDTH)]


class Pass(Tape):
    def linear(self, rows, width_in, width_out, parameter, keeps=()):
        thread = self.thread
        shape = [[BATCH, TOKENS, width_in], [width_out, width_in]]
        with self.module("Linear", "torch/nn/modules/linear.py(125): forward"), thread.frame(
            "<built-in function linear>"
        ), thread.op("aten::linear", shape) as linear:
            for view in ("aten::t", "aten::view"):
                with thread.op(view, [shape[1] if view == "aten::t" else shape[0]], us=0.9):
                    pass
            flat = [[width_out], [rows, width_in], [width_in, width_out]]
            linear |= self.record(
                "AddmmBackward0",
                lambda t: self.linear_backward(t, rows, width_in, width_out, parameter),
                keeps,
            )
            with thread.op("aten::addmm", flat, us=4.2):
                out = thread.allocate(2 * rows * width_out)
                thread.launch(gemm(rows, width_out, width_in))
        return out

    def linear_backward(self, thread, rows, width_in, width_out, parameter):
        with thread.op("aten::mm", [[rows, width_out], [width_out, width_in]], us=3.6):
            gradient = thread.allocate(2 * rows * width_in)
            thread.launch(gemm(rows, width_in, width_out))
        with thread.op("aten::mm", [[width_out, rows], [rows, width_in]], us=3.6):
            weight = thread.allocate(2 * width_in * width_out)
            thread.launch(gemm(width_out, width_in, rows))
        with thread.op("aten::sum", [[rows, width_out], [], [], []], us=3.0):
            bias = thread.allocate(2 * width_out)
            thread.launch(
                reduction(
                    "reduce_kernel<128, 4, at::native::ReduceOp<c10::BFloat16, "
                    "at::native::func_wrapper_t<c10::BFloat16, "
                    "at::native::sum_functor<c10::BFloat16, float, "
                    "c10::BFloat16>>>>",
                    rows * width_out,
                )
            )
        return [gradient], {f"{parameter}.weight": weight, f"{parameter}.bias": bias}

    def layer_norm(self, parameter):
        thread, shape = self.thread, [[BATCH, TOKENS, WIDTH], [], [WIDTH], [WIDTH]]
        with self.module(
            "LayerNorm", "torch/nn/modules/normalization.py(217): forward"
        ), thread.frame("<built-in method layer_norm of type object at 0x7f3a5c1e20>"), thread.op(
            "aten::layer_norm", shape, us=1.2
        ):
            with thread.op("aten::native_layer_norm", shape, us=3.4) as norm:
                out = thread.allocate(2 * ROWS * WIDTH)
                norm |= self.record(
                    "NativeLayerNormBackward0", lambda t: self.layer_norm_backward(t, parameter)
                )
                thread.launch(
                    reduction(
                        "(anonymous namespace)::vectorized_layer_norm_kernel<"
                        "c10::BFloat16, float>",
                        ROWS * WIDTH,
                        2,
                    )
                )
        return out

    def layer_norm_backward(self, thread, parameter):
        with thread.op("aten::native_layer_norm_backward", [[BATCH, TOKENS, WIDTH]] * 2, us=4.8):
            gradient = thread.allocate(2 * ROWS * WIDTH)
            weight, bias = thread.allocate(2 * WIDTH), thread.allocate(2 * WIDTH)
            thread.launch(
                reduction(
                    "(anonymous namespace)::layer_norm_grad_input_kernel_vectorized<"
                    "c10::BFloat16, float>",
                    ROWS * WIDTH,
                    3,
                )
            )
            thread.launch(
                reduction(
                    "(anonymous namespace)::GammaBetaBackwardCUDAKernelTemplate<"
                    "c10::BFloat16, float, 64u, 1u, 32u>",
                    ROWS * WIDTH,
                    2,
                )
            )
        return [gradient], {f"{parameter}.weight": weight, f"{parameter}.bias": bias}

    def attention(self, qkv):
        thread, shape = self.thread, [[BATCH, HEADS, TOKENS, WIDTH // HEADS]] * 3
        with thread.frame("<built-in function scaled_dot_product_attention>"), thread.op(
            "aten::scaled_dot_product_attention", shape, us=2.4
        ), thread.op("aten::_scaled_dot_product_flash_attention", shape, us=2.6) as sdpa:
            sdpa |= self.record(
                "ScaledDotProductFlashAttentionBackward0", self.attention_backward, [qkv]
            )
            with thread.op(
                "aten::_flash_attention_forward",
                [[BATCH, TOKENS, HEADS, WIDTH // HEADS]] * 3,
                us=6.1,
            ):
                out = thread.allocate(2 * ROWS * WIDTH)
                thread.launch(flash_attention("fwd", BATCH, HEADS, TOKENS, WIDTH // HEADS))
        return out

    def attention_backward(self, thread):
        shape = [[BATCH, TOKENS, HEADS, WIDTH // HEADS]] * 4
        with thread.op(
            "aten::_scaled_dot_product_flash_attention_backward", shape, us=3.1
        ), thread.op("aten::_flash_attention_backward", shape, us=7.5):
            gradient = thread.allocate(2 * ROWS * 3 * WIDTH)
            thread.launch(reduction("flash_bwd_dot_do_o_kernel<true>", ROWS * WIDTH, 2))
            thread.launch(flash_attention("bwd", BATCH, HEADS, TOKENS, WIDTH // HEADS))
        return [gradient], {}

    def pointwise(self, op, functor, width, tensors, backward, python=None, keeps=()):
        thread, dims = self.thread, [[BATCH, TOKENS, width]] * max(1, tensors - 1)
        frame = thread.frame(python) if python else thread.frame(f"<built-in function {op[6:]}>")
        with frame, thread.op(op, dims, us=3.0) as opened:
            out = thread.allocate(2 * ROWS * width)

            def work(engine):
                with engine.op(backward[1], dims, us=2.9):
                    gradient = engine.allocate(2 * ROWS * width)
                    engine.launch(elementwise(functor, ROWS * width, tensors + 1))
                return [gradient], {}

            opened |= self.record(backward[0], work if backward[1] else lambda t: ([], {}), keeps)
            thread.launch(elementwise(functor, ROWS * width, tensors))
        return out

    def block(self, number, x):
        """x: its input, which lives until the backward of its first operator."""
        thread, name = self.thread, f"blocks.{number}"
        add = ("AddBackward0", "")
        with self.module("Block", "gpt.py(61): forward"):
            normed = self.layer_norm(f"{name}.ln_1")
            with self.module("Attention", "gpt.py(34): forward"):
                qkv = self.linear(ROWS, WIDTH, 3 * WIDTH, f"{name}.attn.qkv", [normed])
                attended = self.attention(qkv)
                projected = self.linear(ROWS, WIDTH, WIDTH, f"{name}.attn.proj", [attended])
            summed = self.pointwise("aten::add", ADD, WIDTH, 3, add, keeps=[projected])
            normed = self.layer_norm(f"{name}.ln_2")
            with self.module("MLP", "gpt.py(50): forward"):
                hidden = self.linear(ROWS, WIDTH, 4 * WIDTH, f"{name}.mlp.fc", [normed])
                active = self.pointwise(
                    "aten::gelu",
                    GELU,
                    4 * WIDTH,
                    2,
                    ("GeluBackward0", "aten::gelu_backward"),
                    keeps=[hidden],
                )
                out = self.linear(ROWS, 4 * WIDTH, WIDTH, f"{name}.mlp.proj", [active])
                with self.module("Dropout", "torch/nn/modules/dropout.py(70): forward"):
                    dropped = self.pointwise(
                        "aten::native_dropout",
                        DROPOUT,
                        WIDTH,
                        2,
                        ("NativeDropoutBackward0", "aten::native_dropout_backward"),
                        keeps=[out],
                    )
            result = self.pointwise("aten::add", ADD, WIDTH, 3, add, keeps=[dropped, summed, x])
        return result

    def embed(self):
        thread = self.thread
        for number, (parameter, size) in enumerate((("wte", VOCAB), ("wpe", TOKENS))):
            with self.module("Embedding", "torch/nn/modules/sparse.py(192): forward"), thread.frame(
                "<built-in function embedding>"
            ), thread.op(
                "aten::embedding",
                [[size, WIDTH], [BATCH, TOKENS]],
                ["c10::BFloat16", "long int"],
                us=3.6,
            ) as opened:
                out = thread.allocate(2 * ROWS * WIDTH)
                opened |= self.record(
                    "EmbeddingBackward0",
                    lambda t, p=parameter, s=size: self.embed_backward(t, p, s),
                )
                thread.launch(
                    reduction(
                        "(anonymous namespace)::vectorized_gather_kernel<16, long>", ROWS * WIDTH, 2
                    )
                )
            if number == 0:
                words = out
        return self.pointwise("aten::add", ADD, WIDTH, 3, ("AddBackward0", ""), keeps=[words, out])

    def embed_backward(self, thread, parameter, size):
        with thread.op(
            "aten::embedding_dense_backward",
            [[BATCH, TOKENS, WIDTH], [BATCH, TOKENS]],
            ["c10::BFloat16", "long int"],
            us=5.0,
        ):
            weight = thread.allocate(2 * size * WIDTH)
            thread.launch(elementwise("at::native::FillFunctor<c10::BFloat16>", size * WIDTH, 1))
            thread.launch(
                reduction(
                    "(anonymous namespace)::compute_grad_weight<c10::BFloat16, float, " "long>",
                    ROWS * WIDTH,
                    2,
                )
            )
        return [], {parameter: weight}

    def loss(self, logits):
        thread, shape = self.thread, [[ROWS, VOCAB], [ROWS]]
        types = ["c10::BFloat16", "long int"]
        with thread.frame("torch/nn/functional.py(3449): cross_entropy"), thread.frame(
            "<built-in method cross_entropy_loss of type object>"
        ), thread.op("aten::cross_entropy_loss", shape, types, us=2.2):
            with thread.op("aten::log_softmax", [[ROWS, VOCAB], [], []], us=2.0) as softmax:
                scores = thread.allocate(2 * ROWS * VOCAB)
                softmax |= self.record(
                    "LogSoftmaxBackward0", self.softmax_backward, [logits, scores]
                )
                thread.launch(
                    reduction(
                        "(anonymous namespace)::cunn_SoftMaxForward<8, "
                        "c10::BFloat16, float, c10::BFloat16>",
                        ROWS * VOCAB,
                        3,
                    )
                )
            with thread.op("aten::nll_loss_nd", shape, types, us=2.0) as nll:
                out = thread.allocate(512)
                nll |= self.record("NllLossBackward0", lambda t: ([], {}))
                thread.launch(
                    reduction(
                        "(anonymous namespace)::nll_loss_forward_reduce_cuda_kernel_2d<"
                        "c10::BFloat16, float, long>",
                        ROWS,
                    )
                )
        return out

    def softmax_backward(self, thread):
        with thread.op("aten::_log_softmax_backward_data", [[ROWS, VOCAB]] * 2, us=3.0):
            gradient = thread.allocate(2 * ROWS * VOCAB)
            thread.launch(
                reduction(
                    "(anonymous namespace)::cunn_SoftMaxBackward<8, c10::BFloat16, "
                    "float, c10::BFloat16>",
                    ROWS * VOCAB,
                    3,
                )
            )
        return [gradient], {}

    def forward(self):
        """The loss, and the last hidden state."""
        with self.module("GPT", "gpt.py(88): forward"):
            x = self.embed()
            for number in range(self.layers):
                x = self.block(number, x)
            normed = self.layer_norm("ln_f")
            logits = self.linear(ROWS, WIDTH, VOCAB, "lm_head", [normed, x])
        return self.loss(logits), normed
