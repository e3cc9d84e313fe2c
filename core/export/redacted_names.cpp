// How names are replaced whose parts mean something to analyses: ranges, operators, kernels, Python
// frames, modules, threads.
#include <algorithm>
#include <array>
#include <charconv>
#include <initializer_list>
#include <optional>

#include <fmt/format.h>

#include "core/analysis/host/python_frame.h"
#include "core/base/text/ascii_case.h"
#include "core/export/known_names.h"
#include "core/export/known_words.h"
#include "core/export/redaction.h"
#include "core/store/gpu_class.h"

namespace lanescope {
namespace {

/// Parts of a kernel's name that analyses and colors go by; those with an underscore or colon
/// recognize libraries of communication.
constexpr std::array<std::string_view, 40> kKernelHints = {"gemm",
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
constexpr std::array<std::string_view, 6> kCopyStarts = {
    "CopyDeviceToDevice", "CopyHostToDevice", "CopyDeviceToHost",
    "CopyHostToHost",     "FillBuffer",       "__amd_rocclr_copyBuffer"};

/// Functions that every Python program has.
constexpr std::array<std::string_view, 27> kPythonFunctions = {
    "<module>",    "<lambda>", "<genexpr>",    "<listcomp>",   "<dictcomp>",  "<setcomp>",
    "__init__",    "__new__",  "__del__",      "__call__",     "__iter__",    "__next__",
    "__enter__",   "__exit__", "__len__",      "__getitem__",  "__setitem__", "__getattr__",
    "__setattr__", "__hash__", "__eq__",       "__contains__", "__repr__",    "__str__",
    "forward",     "backward", "_try_get_data"};
constexpr std::array<std::string_view, 11> kFileEnds = {
    ".py", ".pyx", ".pyi", ".cpp", ".cc", ".cxx", ".c", ".h", ".hpp", ".cu", ".cuh"};

/// Packages with names that people give their own folders and files too.
constexpr std::array<std::string_view, 16> kCommonFolders = {
    "apex",     "copy",      "datasets", "email",  "json", "lightning", "logging", "megatron",
    "operator", "packaging", "queue",    "random", "ray",  "requests",  "site",    "tokenizers"};

bool skip(std::string_view& text, std::string_view start) {
  if (!text.starts_with(start)) return false;
  text.remove_prefix(start.size());
  return true;
}

/// Splits off the digits at the end.
std::string_view take_last_number(std::string_view& text) {
  const std::size_t end = text.find_last_not_of("0123456789");
  const std::size_t begin = end == text.npos ? 0 : end + 1;
  const std::string_view digits = text.substr(begin);
  text.remove_suffix(digits.size());
  return digits;
}

/// Splits off what Python prints of an address: " at 0x7f00>".
std::string_view address_in(std::string_view name) {
  const std::size_t at = name.rfind(" at 0x");
  if (at == name.npos) return {};
  const std::size_t end = name.find_first_not_of("0123456789abcdefABCDEF", at + 6);
  return end == name.npos || name.substr(end) == ">" ? name.substr(at, end - at)
                                                     : std::string_view();
}

/// "torch" for "torch/nn/functional.py", "copy" for "copy.py".
std::string_view package_of(std::string_view path) {
  const std::string_view first = path.substr(0, path.find('/'));
  return first.ends_with(".py") ? first.substr(0, first.size() - 3) : first;
}

/// Whether a relative path may be in a folder of the user that is named like a package.
bool may_be_own(std::string_view file) {
  return std::ranges::find(kCommonFolders, package_of(file)) != kCommonFolders.end();
}

/// The part of a path of a library that is the same everywhere: "torch/nn/modules/module.py" for
/// ".../site-packages/torch/nn/modules/module.py". nullopt if it is not known to be a library's.
std::optional<std::string> library_path(std::string_view file) {
  const auto is_clean = [](std::string_view path) {
    return path.find("..") == path.npos && std::ranges::all_of(path, [](char c) {
             return is_identifier({&c, 1}) || c == '/' || c == '.' || c == '-';
           });
  };
  for (const std::string_view folder : {"site-packages/", "dist-packages/"}) {
    const std::size_t at = file.rfind(folder);
    if (at == file.npos) continue;
    const std::string_view below = file.substr(at + folder.size());
    if (!is_known_package(package_of(below)) || !is_clean(below)) return std::nullopt;
    return std::string(file.substr(at));
  }
  for (const std::string_view folder : {"/lib/python3", "/lib64/python3"}) {
    const std::size_t at = file.rfind(folder);
    if (at == file.npos) continue;
    std::string_view below = file.substr(at + folder.size());
    below.remove_prefix(std::min(below.find('/'), below.size()));
    if (below.empty() || !is_known_package(package_of(below.substr(1))) || !is_clean(below))
      return std::nullopt;
    return std::string(file.substr(at));
  }
  if (file == "<string>") return std::string(file);
  if (std::string_view module = file; skip(module, "<frozen ") && module.ends_with('>')) {
    module.remove_suffix(1);
    const bool is_known = is_known_package(module.substr(0, module.find('.')));
    return is_known && is_clean(module) ? std::optional(std::string(file)) : std::nullopt;
  }
  // Python's profiler leaves out what is before a package.
  const bool is_known = is_known_package(package_of(file)) && is_clean(file) &&
                        (!may_be_own(file) || has_only_known_words(file));
  return is_known ? std::optional(std::string(file)) : std::nullopt;
}

bool is_of_library(std::string_view file) {
  return !parse_python_frame(fmt::format("{}(1): f", file)).user;
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
      return name_of(NameKind::Function, name);
    case CategoryKind::HostCall:
      return name_of(NameKind::Call, name);
    case CategoryKind::GpuSync:
    case CategoryKind::Overhead:
    case CategoryKind::TraceSpan:
    case CategoryKind::CpuInstant:
    case CategoryKind::Other:
      break;
  }
  return name_of(NameKind::Event, name);
}

/// Ranges of the user keep the start by which analyses recognize their kind.
std::string Redaction::range_name(NameKind kind, std::string_view name) {
  const bool is_own = kind == NameKind::Event;
  if (is_known_range(name) || (is_own && has_only_known_words(name))) return std::string(name);
  const std::string_view word = is_own ? "event" : "annotation";
  std::string_view rest = name;
  for (const std::string_view action : {"step", "zero_grad"}) {
    const std::string start = fmt::format("Optimizer.{}#", action);
    const std::string end = fmt::format(".{}", action);
    if (!skip(rest, start)) continue;
    if (!rest.ends_with(end)) return start + numbered(NameKind::Optimizer, rest, "Optimizer");
    rest.remove_suffix(end.size());
    if (is_known_optimizer(rest)) return std::string(name);
    return fmt::format("{}Optimizer{}{}", start, number(NameKind::Optimizer, rest), end);
  }
  if (skip(rest, "nn.Module: ")) return std::string(name_of(NameKind::Module, name));
  for (const std::string_view start : {"enumerate(DataLoader)#", "enumerate(DataPipe)#"}) {
    constexpr std::string_view kNext = ".__next__";
    if (!skip(rest, start)) continue;
    return fmt::format("{}iterator {}{}", start, number(kind, name),
                       rest.ends_with(kNext) ? kNext : "");
  }
  if (skip(rest, "## "))
    return fmt::format("## {} {}{}", word, number(kind, name), rest.ends_with(" ##") ? " ##" : "");
  for (const std::string_view start :
       {"nccl:", "gloo:", "hccl:", "Torch-Compiled Region", "ProfilerStep#", "enumerate(DataPipe)",
        "enumerate(", "DistributedDataParallel.forward", "DataParallel.forward", "Optimizer.",
        "TorchDynamo Cache Lookup", "Pregraph bytecode"}) {
    if (skip(rest, start)) return fmt::format("{} {} {}", start, word, number(kind, name));
  }
  return numbered(kind, name, word);
}

std::string Redaction::op_name(std::string_view name) {
  constexpr std::string_view kEvaluate = "autograd::engine::evaluate_function: ";
  constexpr std::string_view kBackward = "Backward";
  if (is_known_op(name) || is_known_range(name)) return std::string(name);
  std::string_view rest = name;
  if (skip(rest, kEvaluate))
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

std::string Redaction::module_name(std::string_view name) {
  constexpr std::string_view kStart = "nn.Module: ";
  std::string_view rest = name;
  if (!skip(rest, kStart)) return numbered(NameKind::Module, name, "module");
  const std::size_t underscore = rest.rfind('_');
  const bool is_numbered = underscore != rest.npos && is_plain_value(rest.substr(underscore + 1));
  const std::string_view type = is_numbered ? rest.substr(0, underscore) : rest;
  const std::string_view end = is_numbered ? rest.substr(underscore) : std::string_view();
  if (is_known_module(type)) return std::string(name);
  return fmt::format("{}Module{}{}", kStart, number(NameKind::Module, type), end);
}

std::string Redaction::file_name(std::string_view file) {
  if (auto known = library_path(file)) return *known;
  const auto end = std::ranges::find_if(
      kFileEnds, [&](std::string_view suffix) { return file.ends_with(suffix); });
  const std::string fresh = fmt::format("file{}{}", number(NameKind::File, file),
                                        end == kFileEnds.end() ? std::string_view() : *end);
  // Whether it is the user's decides which frame is shown.
  return is_of_library(file) && !is_of_library(fresh) ? "site-packages/" + fresh : fresh;
}

std::string Redaction::function_name(std::string_view name) {
  if (std::ranges::find(kPythonFunctions, name) != kPythonFunctions.end()) return std::string(name);
  return numbered(NameKind::Function, name, "function");
}

std::string Redaction::built_in_name(std::string_view name) {
  const std::string_view address = address_in(name);
  const std::string_view told =
      name.substr(0, name.size() - (address.empty() ? 0 : address.size() + 1));
  const bool is_one = name.starts_with("<built-in ") && name.ends_with('>');
  if (is_one && has_only_known_words(told)) return std::string(name);
  if (is_known_range(name)) return std::string(name);
  if (!is_one) return numbered(NameKind::Function, name, "function");
  return fmt::format("<built-in function {}{}>", number(NameKind::Function, told), address);
}

/// "path/file.py(12): function", "nn.Module: Linear_0", "<built-in function len>".
std::string Redaction::frame_name(std::string_view name) {
  if (name.starts_with("nn.Module: ")) return std::string(name_of(NameKind::Module, name));
  const DetailsFrame frame = parse_python_frame(name);
  if (frame.file.empty()) return built_in_name(name);
  const std::string file(name_of(NameKind::File, frame.file));
  const bool is_of_package = library_path(frame.file).has_value() && file != "<string>" &&
                             (is_identifier(frame.function) || frame.function.starts_with('<'));
  const bool is_name = is_identifier(frame.function) && !may_be_own(frame.file);
  const bool is_known = is_of_package && (is_name || has_only_known_words(frame.function));
  return fmt::format("{}({}): {}", file, frame.line,
                     is_known ? frame.function : function_name(frame.function));
}

std::string Redaction::thread_title(std::string_view name) {
  if (is_known_thread(name) || is_plain_value(name)) return std::string(name);
  // "thread 12 (name)": which of several names a thread gets depends on this form.
  std::string_view rest = name;
  if (skip(rest, "thread ")) {
    const std::size_t open = rest.find(" (");
    if (open != rest.npos && is_plain_value(rest.substr(0, open)))
      return fmt::format("thread {} (Thread {})", rest.substr(0, open),
                         number(NameKind::ThreadName, rest.substr(open)));
    return "thread " + numbered(NameKind::ThreadName, name, "name");
  }
  return numbered(NameKind::ThreadName, name, "Thread");
}

std::string Redaction::call_stack(std::string_view text) {
  constexpr std::string_view kBlank = " \r\n\t";
  std::string fresh;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(';'), text.size());
    const bool is_last = end == text.size();
    std::string_view frame = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t begin = std::min(frame.find_first_not_of(kBlank), frame.size());
    fresh += frame.substr(0, begin);
    frame.remove_prefix(begin);
    const std::size_t last = frame.find_last_not_of(kBlank);
    const std::string_view core = frame.substr(0, last == frame.npos ? 0 : last + 1);
    if (!core.empty()) fresh += name_of(NameKind::Function, core);
    fresh += frame.substr(core.size());
    if (!is_last) fresh += ';';
  }
  return fresh;
}

}  // namespace lanescope
