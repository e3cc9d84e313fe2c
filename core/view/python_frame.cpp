#include "core/view/python_frame.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace lanescope {
namespace {

/// Paths of installed packages; PyTorch cuts the prefix up to site-packages off, so that they
/// begin with the name of the package. What inductor wrote is nobody's source either.
constexpr std::array<std::string_view, 8> kLibraryParts = {
    "site-packages/", "dist-packages/", "/lib/python3",     "/lib64/python3",
    "/torch/nn/",     "<frozen",        "/torch/autograd/", "/torchinductor_"};
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

bool is_library(std::string_view file) {
  const auto contains = [&](std::string_view part) {
    return file.find(part) != std::string_view::npos;
  };
  const auto starts = [&](std::string_view start) { return file.starts_with(start); };
  return std::any_of(kLibraryParts.begin(), kLibraryParts.end(), contains) ||
         std::any_of(kLibraryStarts.begin(), kLibraryStarts.end(), starts) ||
         std::find(kStandardModules.begin(), kStandardModules.end(), file) !=
             kStandardModules.end();
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

std::string_view module_name(std::string_view name) {
  constexpr std::string_view kPrefix = "nn.Module: ";
  return name.starts_with(kPrefix) ? name.substr(kPrefix.size()) : std::string_view{};
}

}  // namespace lanescope
