// The names of kernels: C++ signatures of libraries, and the plain names of vendors and of
// Inductor.
#include <algorithm>
#include <array>
#include <string>

#include "core/base/text/ascii_case.h"
#include "core/base/text/demangle.h"
#include "core/export/known_names.h"
#include "core/export/known_words.h"

namespace lanescope {
namespace {

constexpr std::size_t kLongestName = 64U << 10;  // bytes

/// Not "cuda": others use it too.
constexpr std::array<std::string_view, 46> kNamespaces = {"at",
                                                          "at_cuda_detail",
                                                          "c10",
                                                          "std",
                                                          "cub",
                                                          "thrust",
                                                          "cutlass",
                                                          "cute",
                                                          "cutlass3x",
                                                          "cudnn",
                                                          "cask",
                                                          "cask_cudnn",
                                                          "cublas",
                                                          "cublasLt",
                                                          "cusparse",
                                                          "cufft",
                                                          "curand",
                                                          "cusolver",
                                                          "nccl",
                                                          "xmma",
                                                          "xmma_new",
                                                          "flash",
                                                          "fmha",
                                                          "flashinfer",
                                                          "torch",
                                                          "pytorch_flash",
                                                          "hip",
                                                          "hipcub",
                                                          "rocprim",
                                                          "rocblas",
                                                          "rocrand",
                                                          "ck",
                                                          "ck_tile",
                                                          "miopen",
                                                          "magma",
                                                          "fbgemm_gpu",
                                                          "fbgemm",
                                                          "vision",
                                                          "vllm",
                                                          "sglang",
                                                          "deep_ep",
                                                          "deep_gemm",
                                                          "aiter",
                                                          "tensorrt_llm",
                                                          "transformer_engine",
                                                          "PyTorchMemEffAttention"};

/// How vendors' kernels begin whose names go on with codes, "ampere_sgemm_128x64_tn".
constexpr std::array<std::string_view, 14> kCodeStarts = {
    "ampere_", "volta_", "turing_", "maxwell_", "pascal_", "hopper_", "cutlass_",
    "gemm_",   "igemm_", "xmma_",   "cudnn_",   "cublas_", "sm",      "nvjet"};

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// "s884gemm", "tn", "ldg8": few letters at once, or known words.
bool is_code(std::string_view word) {
  constexpr std::size_t kFewLetters = 4;
  while (!word.empty()) {
    std::size_t letters = 0;
    while (letters < word.size() && !is_digit(word[letters])) ++letters;
    if (letters > kFewLetters && !has_only_known_words(word.substr(0, letters))) return false;
    word.remove_prefix(std::max<std::size_t>(letters, 1));
  }
  return true;
}

bool has_only_codes(std::string_view name) {
  while (!name.empty()) {
    const std::size_t end = std::min(name.find('_'), name.size());
    if (!is_code(name.substr(0, end))) return false;
    name.remove_prefix(std::min(end + 1, name.size()));
  }
  return true;
}

/// rocBLAS's generated kernels: the contraction, then its parameters.
bool is_tensile(std::string_view name) {
  return name.starts_with("Cijk_A") && name.size() > 14 && name[9] == '_';
}

bool is_known_identifier(std::string_view name) {
  if (has_only_known_words(name) || is_tensile(name)) return true;
  const bool has_start = std::ranges::any_of(
      kCodeStarts, [&](std::string_view start) { return name.starts_with(start); });
  if (name.starts_with("sm") && (name.size() < 4 || !is_digit(name[2]))) return false;
  return has_start && has_only_codes(name);
}

/// Reads a signature from left to right.
class Signature {
 public:
  explicit Signature(std::string_view text) : rest_(text) {}

  /// Whether all qualified names are known.
  bool is_known() {
    while (!rest_.empty()) {
      const char c = rest_.front();
      if (is_digit(c)) {
        if (!has_only_known_words(skip_word())) return false;  // "128u"
      } else if (is_letter(c)) {
        if (!read_name()) return false;
      } else if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7F) {
        return false;
      } else {
        rest_.remove_prefix(1);
      }
    }
    return true;
  }

 private:
  std::string_view skip_word() {
    std::size_t end = 0;
    while (end < rest_.size() && (is_letter(rest_[end]) || is_digit(rest_[end]))) ++end;
    const std::string_view word = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return word;
  }

  bool skip_text(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }

  /// "at::native::(anonymous namespace)::kernel": in the namespace of a library, everything is the
  /// library's; elsewhere each part must be known by itself.
  bool read_name() {
    std::string_view word = skip_word();
    const bool of_library =
        std::ranges::find(kNamespaces, word) != kNamespaces.end() && rest_.starts_with("::");
    while (true) {
      if (!of_library && !is_known_identifier(word)) return false;
      if (!skip_text("::")) return true;
      while (skip_text("(anonymous namespace)::") || skip_text("{lambda")) {
      }
      if (rest_.empty() || !is_letter(rest_.front())) return true;
      word = skip_word();
    }
  }

  std::string_view rest_;
};

}  // namespace

bool is_known_kernel(std::string_view name) {
  if (name.empty() || name.size() > kLongestName) return false;
  if (name.starts_with("_Z")) {
    const auto readable = demangled(std::string(name), kLongestName);
    return readable && Signature(*readable).is_known();
  }
  return Signature(name).is_known();
}

}  // namespace lanescope
