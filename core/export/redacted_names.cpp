// How names are replaced whose parts mean something to analyses: ranges, operators, kernels,
// threads.
#include <algorithm>
#include <array>
#include <initializer_list>

#include <fmt/format.h>

#include "core/base/text/ascii_case.h"
#include "core/export/known_names.h"
#include "core/export/known_words.h"
#include "core/export/redaction.h"
#include "core/export/skip_start.h"
#include "core/store/gpu_class.h"

namespace lanescope {
namespace {

/// Parts of a kernel's name that analyses and colors go by; those with an underscore or colon
/// recognize libraries of communication.
constexpr std::array<std::string_view, 41> kKernelHints = {"gemm",
                                                           "gemv",
                                                           "conv",
                                                           "attention",
                                                           "Attention",
                                                           "flash",
                                                           "attn",
                                                           "paged",
                                                           "splitkv",
                                                           "decode",
                                                           "elementwise",
                                                           "reduce",
                                                           "fill",
                                                           "Fill",
                                                           "nccl",
                                                           "rccl",
                                                           "hccl",
                                                           "hcom_",
                                                           "oneccl",
                                                           "msccl",
                                                           "nvshmem",
                                                           "deep_ep",
                                                           "multimem_",
                                                           "cross_device_reduce",
                                                           "one_shot_all_reduce",
                                                           "two_shot_all_reduce",
                                                           "::ep::internode",
                                                           "::ep::intranode",
                                                           "h884",
                                                           "s884",
                                                           "h1688",
                                                           "hmma",
                                                           "i8816",
                                                           "16816",
                                                           "c1688",
                                                           "wgmma",
                                                           "tcgen05",
                                                           "sm100",
                                                           "fmha",
                                                           "mfma",
                                                           "nvjet"};
constexpr std::array<std::string_view, 7> kCopyStarts = {
    "CopyDeviceToDevice", "CopyHostToDevice",        "CopyDeviceToHost",       "CopyHostToHost",
    "FillBuffer",         "__amd_rocclr_copyBuffer", "__amd_rocclr_fillBuffer"};

/// Splits off the digits at the end.
std::string_view take_last_number(std::string_view& text) {
  const std::size_t end = text.find_last_not_of("0123456789");
  const std::size_t begin = end == text.npos ? 0 : end + 1;
  const std::string_view digits = text.substr(begin);
  text.remove_suffix(digits.size());
  return digits;
}

}  // namespace

std::string_view Redaction::event_name(CategoryKind category, std::string_view name) {
  switch (category) {
    case CategoryKind::Kernel:
    case CategoryKind::DeviceWork:
    case CategoryKind::ProfilerRange:
    case CategoryKind::Memcpy:
    case CategoryKind::Memset:
      return name_of(NameKind::Kernel, name);
    case CategoryKind::CpuOp:
      return name_of(NameKind::Operator, name);
    case CategoryKind::UserAnnotation:
    case CategoryKind::GpuAnnotation:
      return name_of(NameKind::Annotation, name);
    case CategoryKind::PythonFunction:
    case CategoryKind::SampledFrame:
    case CategoryKind::SampledLine:
    case CategoryKind::NativeFrame:
      return name_of(NameKind::Function, name);
    case CategoryKind::HostCall:
      return name_of(NameKind::Call, name);
    case CategoryKind::GpuSync:
    case CategoryKind::Overhead:
    case CategoryKind::TraceSpan:
    case CategoryKind::CpuInstant:
    case CategoryKind::ThreadState:
    case CategoryKind::Other:
      break;
  }
  return name_of(NameKind::Event, name);
}

/// Ranges of the user keep the start by which analyses recognize their kind.
std::string Redaction::range_name(NameKind kind, std::string_view name) {
  const bool is_own = kind == NameKind::Event;
  const bool is_known = is_own && (has_only_known_words(name) || is_known_thread_state(name));
  if (is_known || is_known_range(name)) return std::string(name);
  const std::string_view word = is_own ? "event" : "annotation";
  std::string_view rest = name;
  for (const std::string_view action : {"step", "zero_grad"}) {
    const std::string start = fmt::format("Optimizer.{}#", action);
    const std::string end = fmt::format(".{}", action);
    if (!skip_start(rest, start)) continue;
    if (!rest.ends_with(end)) return start + numbered(NameKind::Optimizer, rest, "Optimizer");
    rest.remove_suffix(end.size());
    if (is_known_optimizer(rest)) return std::string(name);
    return fmt::format("{}Optimizer{}{}", start, number(NameKind::Optimizer, rest), end);
  }
  if (skip_start(rest, "nn.Module: ")) return std::string(name_of(NameKind::Module, name));
  for (const std::string_view start : {"enumerate(DataLoader)#", "enumerate(DataPipe)#"}) {
    constexpr std::string_view kNext = ".__next__";
    if (!skip_start(rest, start)) continue;
    return fmt::format("{}iterator {}{}", start, number(kind, name),
                       rest.ends_with(kNext) ? kNext : "");
  }
  if (skip_start(rest, "## "))
    return fmt::format("## {} {}{}", word, number(kind, name), rest.ends_with(" ##") ? " ##" : "");
  for (const std::string_view start :
       {"nccl:", "gloo:", "hccl:", "Torch-Compiled Region", "ProfilerStep#", "enumerate(DataPipe)",
        "enumerate(", "DistributedDataParallel.forward", "DataParallel.forward", "Optimizer.",
        "TorchDynamo Cache Lookup", "Pregraph bytecode"}) {
    if (skip_start(rest, start)) return fmt::format("{} {} {}", start, word, number(kind, name));
  }
  return numbered(kind, name, word);
}

std::string Redaction::op_name(std::string_view name) {
  constexpr std::string_view kEvaluate = "autograd::engine::evaluate_function: ";
  constexpr std::string_view kBackward = "Backward";
  if (is_known_op(name) || is_known_range(name)) return std::string(name);
  std::string_view rest = name;
  if (skip_start(rest, kEvaluate))
    return std::string(kEvaluate) + std::string(name_of(NameKind::Operator, rest));
  // Inductor names an operator like the kernel that it launches.
  if (name.starts_with("triton_")) return std::string(name_of(NameKind::Kernel, name));
  // Before 2021, ranges were operators too.
  if (is_known_call(name)) return std::string(name);
  for (const std::string_view start : {"ProfilerStep#", "Optimizer.", "enumerate(", "## ",
                                       "nccl:", "gloo:", "nn.Module: ", "Torch-Compiled Region",
                                       "DistributedDataParallel.forward", "DataParallel.forward"}) {
    if (name.starts_with(start)) return std::string(name_of(NameKind::Annotation, name));
  }
  for (const std::string_view start : {"torch::autograd::", "autograd::"}) {
    if (name.starts_with(start))
      return std::string(start) + numbered(NameKind::Operator, name, "op");
  }
  // The forward and the backward of a function keep their relation.
  const std::string_view digits = take_last_number(rest);
  if (rest.ends_with(kBackward) && rest.size() > kBackward.size()) {
    rest.remove_suffix(kBackward.size());
    return fmt::format("op {}{}{}", number(NameKind::Operator, rest), kBackward, digits);
  }
  return numbered(NameKind::Operator, name, "op");
}

std::string Redaction::kernel_name(std::string_view name) {
  if (is_known_kernel(name)) return std::string(name);
  const std::string lower = lower_cased(name);
  std::string start, end;
  std::string_view key = name;
  for (const std::string_view inductor :
       {"triton_poi_", "triton_red_", "triton_per_", "triton_tem_", "triton_for_", "triton_"}) {
    if (!name.starts_with(inductor)) continue;
    // The last number does not belong to the name when runs are compared.
    start = inductor;
    end = take_last_number(key);
    if (!end.empty()) end.insert(0, "_");
    break;
  }
  for (const std::string_view copy : kCopyStarts) {
    if (lower.starts_with(lower_cased(copy))) start = std::string(copy) + " ";
  }
  const bool is_plain = name.find_first_of("<:( ") == name.npos;
  const char between = is_plain ? '_' : ' ';
  std::string fresh = fmt::format("{}kernel{}{}", start, between, number(NameKind::Kernel, key));
  for (const std::string_view hint : kKernelHints) {
    if (name.find(hint) != name.npos) fresh += fmt::format("{}{}", between, hint);
  }
  // Recognized regardless of case, or by a combination of parts.
  const KernelTraits was = kernel_traits_of(name);
  const KernelTraits is = kernel_traits_of(fresh);
  if (was.gpu_class == GpuClass::Communication && is.gpu_class != was.gpu_class)
    fresh += fmt::format("{}nccl", between);
  if (was.tensor_cores && !is.tensor_cores) fresh += fmt::format("{}hmma", between);
  return fresh + end;
}

std::string Redaction::thread_title(std::string_view name) {
  if (is_known_thread(name) || is_plain_value(name)) return std::string(name);
  // "thread 12 (name)": which of several names a thread gets depends on this form.
  std::string_view rest = name;
  if (skip_start(rest, "thread ")) {
    const std::size_t open = rest.find(" (");
    if (open != rest.npos && is_plain_value(rest.substr(0, open)))
      return fmt::format("thread {} (Thread {})", rest.substr(0, open),
                         number(NameKind::ThreadName, rest.substr(open)));
    return "thread " + numbered(NameKind::ThreadName, name, "name");
  }
  return numbered(NameKind::ThreadName, name, "Thread");
}

}  // namespace lanescope
