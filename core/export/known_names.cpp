#include "core/export/known_names.h"

#include <algorithm>
#include <array>
#include <span>

#include "core/base/process_curves.h"
#include "core/base/text/ascii_case.h"
#include "core/export/known_words.h"
#include "core/export/skip_start.h"
#include "core/store/category.h"
#include "core/store/curve_names.h"
#include "core/store/recording_marks.h"
#include "core/store/thread_state.h"

namespace lanescope {
namespace {

using Names = std::span<const std::string_view>;

constexpr std::string_view kOpNamespaces =
    " aten prim prims c10d c10d_functional _c10d_functional _c10d_functional_autograd "
    "symm_mem profiler quantized quantized_decomposed mkldnn onednn cudnn sparse inductor "
    "higher_order rpc torch.distributed.ddp.reducer torchvision torchaudio torchao fbgemm "
    "xformers xformers_flash flash_attn flashinfer vllm _vllm_fa2_C _vllm_fa3_C "
    "_C_cache_ops sglang sgl_kernel aiter transformer_engine deep_gemm deep_ep ";

constexpr std::array<std::string_view, 10> kOps = {"record_param_comms",
                                                   "CompiledFunction",
                                                   "CompiledFunctionBackward",
                                                   "detach",
                                                   "detach_",
                                                   "<forward op>",
                                                   "<backward op>",
                                                   "PythonSubclass",
                                                   "_FromTorchTensor",
                                                   "_ToTorchTensor"};

/// Ranges with these exact names.
constexpr std::array<std::string_view, 22> kRanges = {
    kPausedMark,
    kTakenMark,
    kSwitchGapMark,
    "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__",
    "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__",
    "DistributedDataParallel.forward",
    "DataParallel.forward",
    "FullyShardedDataParallel.forward",
    "FullyShardedDataParallel._pre_forward",
    "FullyShardedDataParallel._post_forward",
    "FullyShardedDataParallel._pre_backward_hook",
    "FullyShardedDataParallel._post_backward_hook",
    "Torch-Compiled Region",
    "TorchDynamo Cache Lookup",
    "Pregraph bytecode",
    "AOTDispatcher Runtime Wrapper Prologue",
    "Iteration Start: PyTorch Profiler",
    "Record Window End",
    "[memory]",
    "[OutOfMemory]",
    "Python GC",
    "PyTorch Profiler"};

constexpr std::array<std::string_view, 7> kCollectiveLibraries = {
    "nccl:", "gloo:", "mpi:", "ucc:", "xccl:", "hccl:", "rccl:"};

constexpr std::string_view kOptimizers =
    " SGD Adam AdamW Adamax NAdam RAdam Adagrad Adadelta Adafactor ASGD LBFGS Rprop RMSprop ";

constexpr std::string_view kModules =
    " AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveAvgPool3d AdaptiveLogSoftmaxWithLoss "
    "AdaptiveMaxPool1d AdaptiveMaxPool2d AdaptiveMaxPool3d AlphaDropout AvgPool1d AvgPool2d "
    "AvgPool3d BCELoss BCEWithLogitsLoss BatchNorm1d BatchNorm2d BatchNorm3d Bilinear CELU "
    "CTCLoss ChannelShuffle ConstantPad1d ConstantPad2d ConstantPad3d Conv1d Conv2d Conv3d "
    "ConvTranspose1d ConvTranspose2d ConvTranspose3d CosineEmbeddingLoss CosineSimilarity "
    "CrossEntropyLoss DataParallel DistributedDataParallel Dropout Dropout1d Dropout2d "
    "Dropout3d ELU Embedding EmbeddingBag FeatureAlphaDropout Flatten Fold "
    "FractionalMaxPool2d FractionalMaxPool3d FullyShardedDataParallel GELU GLU GRU GRUCell "
    "GaussianNLLLoss GroupNorm Hardshrink Hardsigmoid Hardswish Hardtanh HingeEmbeddingLoss "
    "HuberLoss Identity InstanceNorm1d InstanceNorm2d InstanceNorm3d KLDivLoss L1Loss "
    "LPPool1d LPPool2d LSTM LSTMCell LayerNorm LeakyReLU Linear LocalResponseNorm "
    "LogSigmoid LogSoftmax MSELoss MarginRankingLoss MaxPool1d MaxPool2d MaxPool3d "
    "MaxUnpool2d Mish ModuleDict ModuleList MultiLabelMarginLoss MultiMarginLoss "
    "MultiheadAttention NLLLoss PReLU PairwiseDistance PixelShuffle PixelUnshuffle "
    "PoissonNLLLoss RMSNorm RNN RNNCell RReLU ReLU ReLU6 ReflectionPad2d ReplicationPad2d "
    "SELU Sequential SiLU Sigmoid SmoothL1Loss Softmax Softplus SyncBatchNorm Tanh "
    "Threshold Transformer TransformerDecoder TransformerDecoderLayer TransformerEncoder "
    "TransformerEncoderLayer Upsample ZeroPad2d ";

constexpr std::string_view kPackages =
    " torch torchvision torchaudio torchao torchrec torchdata torchtune triton numpy scipy "
    "pandas PIL transformers diffusers accelerate datasets tokenizers safetensors "
    "huggingface_hub peft trl timm einops xformers flash_attn flashinfer bitsandbytes "
    "deepspeed fbgemm_gpu lightning pytorch_lightning megatron apex transformer_engine vllm "
    "sglang ray tqdm matplotlib sklearn tensorboard yaml requests sympy networkx jinja2 "
    "filelock fsspec packaging typing_extensions abc _collections_abc posix ntpath site "
    "argparse ast asyncio bisect codecs collections concurrent contextlib copy copyreg "
    "ctypes dataclasses email encodings enum fnmatch functools genericpath glob gzip "
    "hashlib heapq importlib inspect io json linecache locale logging multiprocessing "
    "operator os pathlib pickle posixpath queue random re runpy selectors shutil socket "
    "subprocess tempfile threading traceback typing unittest urllib uuid warnings weakref ";

constexpr std::string_view kCategories =
    " ac2g async async_cpu_to_gpu fwdbwd cpu_instant_event allocated_before_history async_gpu "
    "Async hccl cuda_sync "
    "cuda_event cpu_to_gpu async_npu launch HostToDevice collective overhead CANN AI_CORE "
    "AI_VECTOR_CORE AI_CPU MIX_AIC MIX_AIV SDMA SDMA_SQE PCIE_DMA PCIE_DMA_SQE MEMCPY_ASYNC "
    "KERNEL_AICORE KERNEL_AIVEC KERNEL_AICPU KERNEL_MIX_AIC KERNEL_MIX_AIV python_function ";

constexpr std::string_view kCallVendors = " cuda hip xpu mtia privateuse1 musa maca sycl ";

constexpr std::string_view kDeviceWords =
    " nvidia amd intel apple tesla geforce rtx gtx quadro instinct radeon titan graphics "
    "super laptop gpu max data center arc ampere hopper grace blackwell sxm hbm pcie dgxs "
    "dgx jetson orin thor ada edition server nvl workstation generation ";

bool is_any(Names names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

/// Whether the list, which begins and ends with a blank, has that word.
bool is_listed(std::string_view list, std::string_view word) {
  if (word.empty() || word.find(' ') != word.npos) return false;
  for (std::size_t at = list.find(word); at != list.npos; at = list.find(word, at + 1)) {
    if (list[at - 1] == ' ' && list[at + word.size()] == ' ') return true;
  }
  return false;
}

bool is_word_part(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_';
}

bool are_all(std::string_view text, bool (*fits)(char)) {
  return !text.empty() && std::ranges::all_of(text, fits);
}

bool is_number(std::string_view text) {
  return are_all(text, [](char c) { return is_digit(c); });
}

/// "1", "-1.5e-3", "0x7f00".
bool is_number_word(std::string_view word) {
  if (skip_start(word, "0x"))
    return are_all(word, [](char c) {
      return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    });
  bool has_digit = false;
  for (const char c : word) {
    has_digit |= is_digit(c);
    if (!is_digit(c) && c != '.' && c != 'e' && c != 'E') return false;
  }
  // "10.0.0.1" is an address.
  return has_digit && is_digit(word.front()) && std::ranges::count(word, '.') <= 1;
}

bool is_step_of_optimizer(std::string_view name, std::string_view start, std::string_view end) {
  if (!skip_start(name, start) || !name.ends_with(end)) return false;
  name.remove_suffix(end.size());
  return is_known_optimizer(name);
}

/// "Torch-Compiled Region: 0/1", "## Call CompiledFxGraph fxyz ##".
bool is_compiled_part(std::string_view name) {
  if (skip_start(name, "Torch-Compiled Region: "))
    return are_all(name, [](char c) { return is_digit(c) || c == '/' || c == '_'; });
  constexpr std::string_view kEnd = " ##";
  if (!skip_start(name, "## Call CompiledFxGraph ") || !name.ends_with(kEnd)) return false;
  // A hash.
  constexpr std::size_t kLeastHash = 30;
  name.remove_suffix(kEnd.size());
  return name.size() >= kLeastHash &&
         are_all(name, [](char c) { return is_digit(c) || (c >= 'a' && c <= 'z'); });
}

/// A node that PyTorch generates for the backward of an operator: they are numbered.
bool is_backward_node(std::string_view name) {
  const std::size_t last = name.find_last_not_of("0123456789");
  return last != name.npos && last + 1 < name.size() &&
         name.substr(0, last + 1).ends_with("Backward") && has_only_known_words(name) &&
         is_identifier(name);
}

}  // namespace

bool is_identifier(std::string_view text) {
  return are_all(text, is_word_part);
}

bool is_plain_value(std::string_view text) {
  constexpr std::array<std::string_view, 12> kWords = {"True", "False", "true", "false",
                                                       "None", "null",  "NULL", "nan",
                                                       "inf",  "NaN",   "Inf",  "Infinity"};
  constexpr std::string_view kBetween = " \t\r\n[](){}<>,;:-+%*/";
  while (!text.empty()) {
    const std::size_t begin = text.find_first_not_of(kBetween);
    if (begin == text.npos) return true;
    text.remove_prefix(begin);
    const std::size_t end = std::min(text.find_first_of(kBetween), text.size());
    const std::string_view word = text.substr(0, end);
    const bool dots = are_all(word, [](char c) { return c == '.'; });
    if (!dots && !is_number_word(word) && !is_any(kWords, word)) return false;
    text.remove_prefix(end);
  }
  return true;
}

bool is_known_op(std::string_view name) {
  skip_start(name, "autograd::engine::evaluate_function: ");
  if (is_any(kOps, name) || is_backward_node(name)) return true;
  const std::size_t colons = name.find("::");
  if (colons == name.npos) return false;
  const std::string_view space = name.substr(0, colons), rest = name.substr(colons + 2);
  const bool in_torch = rest.starts_with("autograd::") || rest.starts_with("distributed::");
  if (space == "torch") return in_torch && has_only_known_words(rest);
  return is_listed(kOpNamespaces, space) &&
         are_all(rest, [](char c) { return is_word_part(c) || c == '.'; });
}

bool is_known_range(std::string_view name) {
  if (is_any(kRanges, name)) return true;
  if (std::string_view step = name; skip_start(step, "ProfilerStep#")) return is_number(step);
  for (std::string_view collective : kCollectiveLibraries) {
    std::string_view rest = name;
    if (skip_start(rest, collective))
      return has_only_known_words(rest) &&
             are_all(rest, [](char c) { return is_word_part(c) || c == ' '; });
  }
  // The NVTX ranges of NCCL.
  if (std::string_view call = name; skip_start(call, "nccl"))
    return !call.empty() && call[0] >= 'A' && call[0] <= 'Z' && is_identifier(call) &&
           has_only_known_words(call);
  return is_step_of_optimizer(name, "Optimizer.step#", ".step") ||
         is_step_of_optimizer(name, "Optimizer.zero_grad#", ".zero_grad") || is_compiled_part(name);
}

bool is_known_thread_state(std::string_view name) {
  constexpr std::array<std::string_view, 28> kStates = {kStateRunning,
                                                        kStateWaitsForCpu,
                                                        kStateRunnable,
                                                        kStateWaitsForGil,
                                                        "waiting",
                                                        "waiting for a device",
                                                        "stopped",
                                                        "unknown",
                                                        "futex",
                                                        "poll",
                                                        "ppoll",
                                                        "select",
                                                        "pselect6",
                                                        "epoll_wait",
                                                        "epoll_pwait",
                                                        "nanosleep",
                                                        "read",
                                                        "write",
                                                        "clock_nanosleep",
                                                        "recvfrom",
                                                        "recvmsg",
                                                        "sendmsg",
                                                        "accept4",
                                                        "wait4",
                                                        "waitid",
                                                        "fsync",
                                                        kStatePageFault,
                                                        kStateIdleLoop};
  return is_any(kStates, parse_thread_state(name).name);
}

bool is_known_call(std::string_view name) {
  if (name == "INVALID" || name == "Node@launch") return true;
  for (const std::string_view api : {"cuda", "cu", "hip", "hsa_", "ze", "ur"}) {
    std::string_view rest = name;
    if (!skip_start(rest, api) || rest.empty()) continue;
    const bool starts_word = (rest[0] >= 'A' && rest[0] <= 'Z') || api.ends_with('_');
    if (starts_word && is_identifier(rest) && has_only_known_words(rest)) return true;
  }
  return false;
}

bool is_known_module(std::string_view class_name) {
  return is_listed(kModules, class_name);
}

bool is_known_optimizer(std::string_view class_name) {
  return is_listed(kOptimizers, class_name);
}

bool is_known_package(std::string_view name) {
  return is_listed(kPackages, name);
}

bool is_known_counter(std::string_view name) {
  constexpr std::array<std::string_view, 10> kUnits = {
      "smsp__", "sm__", "gpu__", "gpc__", "dram__", "lts__", "l1tex__", "fe__", "pcie__", "fbpa__"};
  for (const std::string_view unit : kUnits) {
    if (name.starts_with(unit))
      return are_all(name, [](char c) { return is_word_part(c) || c == '.'; });
  }
  constexpr std::array<std::string_view, 6> kDerived = {"Queue Length", "Memcpy BW", "Memset",
                                                        "Memset BW",    "value",     "Total"};
  return is_any(kDerived, name) || is_any(kRecordedCurves, name) || is_any(kProcessCurves, name) ||
         (name.starts_with("Memcpy ") && has_only_known_words(name));
}

bool is_known_process(std::string_view name) {
  constexpr std::array<std::string_view, 4> kOwn = {"Spans", "Traces", "CPU functions",
                                                    "CUDA functions"};
  if (is_any(kOwn, name)) return true;
  for (const std::string_view start : {"python", "CPU", "GPU", "XPU", "NPU", "HPU", "MTIA"}) {
    std::string_view rest = name;
    if (!skip_start(rest, start)) continue;
    if (rest.ends_with(" Counters")) rest.remove_suffix(std::string_view(" Counters").size());
    return is_plain_value(rest);
  }
  return false;
}

bool is_known_thread(std::string_view name) {
  constexpr std::array<std::string_view, 6> kOwn = {"PyTorch Profiler", "Trace PyTorch Profiler",
                                                    "NVTX ranges",      "pt_main_thread",
                                                    "pt_data_pin",      "sync"};
  if (is_any(kOwn, name)) return true;
  for (const std::string_view start :
       {"stream ", "thread ", "python", "pt_autograd_", "Stream ", "allocations on stream "}) {
    std::string_view rest = name;
    if (!skip_start(rest, start)) continue;
    // "thread 12 (python)"; the number and what is in brackets.
    const std::size_t open = rest.find(" (");
    if (open != rest.npos && rest.ends_with(')')) {
      const std::string_view inner = rest.substr(open + 2, rest.size() - open - 3);
      return is_plain_value(rest.substr(0, open)) && inner.find('(') == inner.npos &&
             is_known_thread(inner);
    }
    if (rest.ends_with(" user")) rest.remove_suffix(std::string_view(" user").size());
    return is_plain_value(rest);
  }
  return false;
}

bool is_known_category(std::string_view name) {
  if (is_listed(kCategories, name)) return true;
  const CategoryKind kind = classify_category(name);
  if (kind == CategoryKind::Other) return false;
  // Any vendor's: "…_runtime".
  for (const std::string_view end : {"_runtime", "_driver", "_profiler_range"}) {
    const std::string lower = lower_cased(name);
    if (lower.ends_with(end))
      return is_listed(kCallVendors, std::string_view(lower).substr(0, lower.size() - end.size()));
  }
  return true;
}

bool is_known_device(std::string_view name) {
  while (!name.empty()) {
    const std::size_t end = std::min(name.find_first_of(" -_()[],/"), name.size());
    const std::string word = lower_cased(name.substr(0, end));
    // Of "mi300x", "80gb": more letters could be anybody's name.
    constexpr std::ptrdiff_t kLeastLetters = 3, kModelLetters = 4, kLongestModel = 12;
    const auto digits = std::ranges::count_if(word, [](char c) { return is_digit(c); });
    const bool is_model = digits != 0 && std::ssize(word) <= kLongestModel &&
                          std::ssize(word) - digits <= kModelLetters;
    if (std::ssize(word) >= kLeastLetters && !is_model && !is_listed(kDeviceWords, word))
      return false;
    if (std::ranges::any_of(word, [](char c) { return !is_word_part(c) && c != '.'; }))
      return false;
    name.remove_prefix(std::min(end + 1, name.size()));
  }
  return true;
}

}  // namespace lanescope
