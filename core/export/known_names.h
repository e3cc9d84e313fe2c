// Which names belong to libraries or to the profiler and say nothing about the traced program. All
// functions are white lists: what they do not know is not known. Any thread. Cost: that of the
// name.
#pragma once

#include <string_view>

namespace lanescope {

/// Numbers, and what surrounds them: "", "12", "-1.5e-3", "0x7f00", "[4, 8]", "True", "None".
bool is_plain_value(std::string_view text);

/// Letters, digits and underscores; not empty.
bool is_identifier(std::string_view text);

/// An operator of PyTorch or of a library for it: "aten::mm", "AddmmBackward0",
/// "autograd::engine::evaluate_function: MulBackward0".
bool is_known_op(std::string_view name);

/// A range that PyTorch marks itself: "ProfilerStep#3", "Optimizer.step#AdamW.step",
/// "nccl:all_reduce".
bool is_known_range(std::string_view name);

/// What any thread can do or wait in, "running · GIL", "futex", without what it is about.
bool is_known_thread_state(std::string_view name);

/// A kernel of a library: every qualified name in its signature begins with the namespace of a
/// library or is made of known words, "void at::native::reduce_kernel<512, 1>(int)",
/// "ampere_sgemm_128x64_tn", "triton_poi_fused_add_mul_3".
bool is_known_kernel(std::string_view name);

/// A call of CUDA, HIP or Level Zero: "cudaLaunchKernel".
bool is_known_call(std::string_view name);

/// A class of torch.nn: "Linear".
bool is_known_module(std::string_view class_name);

/// A class of torch.optim: "AdamW".
bool is_known_optimizer(std::string_view class_name);

/// A package that anyone can install, or a module of Python: the first part of a path below
/// site-packages or of the standard library, "torch", "json".
bool is_known_package(std::string_view name);

/// A counter derived from traces or sampled by the recorder, or a hardware metric: "Queue Length",
/// "Power (W)", "sm__cycles_active.avg".
bool is_known_counter(std::string_view name);

/// What profilers name the process of a device or of their own spans: "python3", "GPU 0", "Spans".
bool is_known_process(std::string_view name);

/// What profilers name a thread: "stream 7", "thread 12 (python)", "pt_main_thread".
bool is_known_thread(std::string_view name);

/// A category that profilers write: "kernel", "ac2g".
bool is_known_category(std::string_view name);

/// A GPU, as its driver names it: "NVIDIA H100 80GB HBM3".
bool is_known_device(std::string_view name);

}  // namespace lanescope
