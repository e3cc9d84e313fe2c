"""How long kernels take on the GPU that the examples name, and when.

Peak rates are those of NVIDIA's data sheet of the H100 SXM5 80 GB: 989 Tflop/s dense in bfloat16,
3.35 TB/s. What kernels reach of them is typical of large matrix products and elementwise kernels.
"""

PEAK_FLOPS = 989e12
PEAK_BYTES = 3.35e12
GEMM_SHARE = 0.66
ATTENTION_SHARE = 0.3
MEMORY_SHARE = 0.82
RING_BYTES = 340e9  # an all-reduce over NVLink, per rank
FLOOR_US = 1.7  # even of a kernel that does nothing

DEVICE = {
    "id": 0,
    "name": "NVIDIA H100 80GB HBM3",
    "totalGlobalMem": 85029158912,
    "computeMajor": 9,
    "computeMinor": 0,
    "maxThreadsPerBlock": 1024,
    "maxThreadsPerMultiprocessor": 2048,
    "regsPerBlock": 65536,
    "warpSize": 32,
    "sharedMemPerBlock": 49152,
    "numSms": 132,
    "regsPerMultiprocessor": 65536,
    "sharedMemPerBlockOptin": 232448,
    "sharedMemPerMultiprocessor": 233472,
}


def time_us(flops, moved_bytes, share=GEMM_SHARE):
    return FLOOR_US + 1e6 * max(
        flops / (PEAK_FLOPS * share), moved_bytes / (PEAK_BYTES * MEMORY_SHARE)
    )


class Kernel:
    """One launch's name, shape and time."""

    def __init__(self, name, us, blocks=132, threads=256, registers=32, shared=0, occupancy=None):
        self.name, self.us = name, us
        self.blocks, self.threads = max(1, int(blocks)), threads
        self.registers, self.shared = registers, shared
        warps = self.blocks * threads / 32 / DEVICE["numSms"]
        self.occupancy = occupancy if occupancy is not None else min(100, round(100 * warps / 64))

    def arguments(self):
        sms = DEVICE["numSms"]
        return {
            "queued": 0,
            "registers per thread": self.registers,
            "shared memory": self.shared,
            "blocks per SM": round(self.blocks / sms, 6),
            "warps per SM": round(self.blocks * self.threads / 32 / sms, 6),
            "grid": [self.blocks, 1, 1],
            "block": [self.threads, 1, 1],
            "est. achieved occupancy %": self.occupancy,
        }


def gemm(m, n, k):
    """bfloat16, [m, k] times [k, n]."""
    us = time_us(2.0 * m * n * k, 2.0 * (m * k + k * n + m * n))
    name = (
        "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64_warpgroupsize2x1x1_execute_"
        "segment_k_off_kernel__5x_cublas"
    )
    return Kernel(name, us, (m + 127) // 128 * ((n + 127) // 128), 384, 168, 213 << 10, 18)


def elementwise(functor, elements, tensors, vector=4, item_bytes=2):
    """Reads and writes `tensors` tensors of so many elements."""
    name = (
        f"void at::native::vectorized_elementwise_kernel<{vector}, {functor}, std::array<char*, "
        f"{tensors}ul> >(int, {functor}, std::array<char*, {tensors}ul>)"
    )
    return Kernel(
        name, time_us(0, item_bytes * elements * tensors), elements / (128 * vector), 128, 24
    )


def reduction(name, elements, passes=1.0):
    full = f"void at::native::{name}"
    return Kernel(full, time_us(0, 2.0 * elements * passes), elements / 8192, 512, 40, 2048)


def flash_attention(direction, batch, heads, tokens, width):
    """Causal: half of the products."""
    flops = 2.0 * batch * heads * tokens * tokens * width * (1 if direction == "fwd" else 2.5)
    traits = f"pytorch_flash::Flash_{direction}_kernel_traits<64, 128, 128, 4, cutlass::bfloat16_t>"
    name = (
        f"void pytorch_flash::flash_{direction}_kernel<{traits}, false, true, false, false, true, "
        f"true, false>(pytorch_flash::Flash_{direction}_params)"
    )
    if direction == "bwd":
        name = name.replace("flash_bwd_kernel", "flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel")
    return Kernel(
        name,
        time_us(flops, 0, ATTENTION_SHARE),
        batch * heads * tokens // 128,
        128,
        255,
        48 << 10,
        13,
    )


def all_reduce_us(size_bytes, ranks):
    return 18.0 + 1e6 * 2 * (ranks - 1) / ranks * size_bytes / RING_BYTES
