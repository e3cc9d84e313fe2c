#include "core/analysis/host/python_frame.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace lanescope {
namespace {

/// Paths of installed packages; PyTorch cuts the prefix up to site-packages off, so that they
/// begin with the name of the package. What inductor wrote is nobody's source either.
constexpr std::array<std::string_view, 9> kLibraryParts = {
    "site-packages/", "dist-packages/",   "/lib/python3",    "/lib64/python3", "/torch/nn/",
    "<frozen",        "/torch/autograd/", "/torchinductor_", "/Lib/"};  // the last on Windows
/// Stacks of memory snapshots may go on below Python.
constexpr std::array<std::string_view, 8> kNativeEnds = {".cpp", ".cc",  ".cxx", ".c",
                                                         ".h",   ".hpp", ".cu",  ".cuh"};
constexpr std::array<std::string_view, 43> kLibraryStarts = {"torch/",
                                                             "<string>",
                                                             "asyncio/",
                                                             "collections/",
                                                             "concurrent/",
                                                             "ctypes/",
                                                             "email/",
                                                             "encodings/",
                                                             "importlib/",
                                                             "json/",
                                                             "logging/",
                                                             "multiprocessing/",
                                                             "unittest/",
                                                             "urllib/",
                                                             "accelerate/",
                                                             "diffusers/",
                                                             "einops/",
                                                             "lightning/",
                                                             "numpy/",
                                                             "pytorch_lightning/",
                                                             "torchvision/",
                                                             "tqdm/",
                                                             "transformers/",
                                                             "triton/",
                                                             "xformers/",
                                                             "bitsandbytes/",
                                                             "datasets/",
                                                             "deepspeed/",
                                                             "fbgemm_gpu/",
                                                             "flash_attn/",
                                                             "huggingface_hub/",
                                                             "megatron/",
                                                             "pandas/",
                                                             "peft/",
                                                             "PIL/",
                                                             "safetensors/",
                                                             "scipy/",
                                                             "sglang/",
                                                             "timm/",
                                                             "torchaudio/",
                                                             "torchrec/",
                                                             "trl/",
                                                             "vllm/"};
/// Modules of the standard library that occur in stacks.
constexpr std::array<std::string_view, 40> kStandardModules = {
    "abc.py",        "argparse.py",  "ast.py",         "bisect.py",      "codecs.py",
    "contextlib.py", "copy.py",      "copyreg.py",     "dataclasses.py", "enum.py",
    "fnmatch.py",    "functools.py", "genericpath.py", "glob.py",        "gzip.py",
    "hashlib.py",    "heapq.py",     "inspect.py",     "io.py",          "linecache.py",
    "locale.py",     "operator.py",  "os.py",          "pathlib.py",     "pickle.py",
    "posixpath.py",  "queue.py",     "random.py",      "re.py",          "runpy.py",
    "selectors.py",  "shutil.py",    "socket.py",      "subprocess.py",  "tempfile.py",
    "threading.py",  "traceback.py", "typing.py",      "warnings.py",    "weakref.py"};

constexpr std::string_view kNoFile = "??";  // of machine code without symbols

bool is_library(std::string_view windows_or_posix) {
  std::string file(windows_or_posix);
  std::ranges::replace(file, '\\', '/');
  const auto ends = [&](std::string_view end) { return file.ends_with(end); };
  const auto contains = [&](std::string_view part) { return file.find(part) != file.npos; };
  const auto starts = [&](std::string_view start) { return file.starts_with(start); };
  return std::ranges::any_of(kLibraryParts, contains) ||
         std::ranges::any_of(kLibraryStarts, starts) || std::ranges::any_of(kNativeEnds, ends) ||
         std::ranges::find(kStandardModules, file) != kStandardModules.end();
}

/// Without the address, which differs from run to run.
std::string without_address(std::string_view name) {
  const std::size_t at = name.find(" at 0x");
  if (at == std::string_view::npos) return std::string(name);
  const std::size_t end = name.find_first_not_of("0123456789abcdefABCDEF", at + 6);
  return std::string(name.substr(0, at)) +
         (end == std::string_view::npos ? std::string() : std::string(name.substr(end)));
}

}  // namespace

DetailsFrame parse_python_frame(std::string_view name) {
  DetailsFrame frame;
  const std::size_t close = name.find("): ");
  const std::size_t open = close == std::string_view::npos ? close : name.rfind('(', close);
  if (open == std::string_view::npos || open == 0) {
    frame.function = without_address(name);
    return frame;
  }
  const char* const digits_end = name.data() + close;
  const auto parsed = std::from_chars(name.data() + open + 1, digits_end, frame.line);
  if (parsed.ec != std::errc() || parsed.ptr != digits_end) {
    frame.line = 0;
    frame.function = without_address(name);
    return frame;
  }
  frame.file = name.substr(0, open);
  frame.function = name.substr(close + 3);
  frame.user = !is_library(frame.file);
  return frame;
}

std::vector<DetailsFrame> parse_call_stack(std::string_view text) {
  constexpr std::string_view kBlank = " \r\n\t";
  std::vector<DetailsFrame> frames;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(';'), text.size());
    std::string_view name = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    name.remove_prefix(std::min(name.find_first_not_of(kBlank), name.size()));
    if (name.empty()) continue;
    DetailsFrame frame = parse_python_frame(name.substr(0, name.find_last_not_of(kBlank) + 1));
    if (frame.file == kNoFile) {
      frame.file.clear();
      frame.line = 0;
      frame.user = false;
    }
    frames.push_back(std::move(frame));
  }
  return frames;
}

const DetailsFrame* frame_of_interest(std::span<const DetailsFrame> innermost_first) {
  const auto first = [&](auto is_wanted) {
    const auto at = std::ranges::find_if(innermost_first, is_wanted);
    return at == innermost_first.end() ? nullptr : &*at;
  };
  const DetailsFrame* own = first([](const DetailsFrame& frame) { return frame.user; });
  return own != nullptr ? own
                        : first([](const DetailsFrame& frame) { return !frame.file.empty(); });
}

std::string_view module_name(std::string_view name) {
  constexpr std::string_view kPrefix = "nn.Module: ";
  return name.starts_with(kPrefix) ? name.substr(kPrefix.size()) : std::string_view{};
}

}  // namespace lanescope
