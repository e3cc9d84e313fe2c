#include "core/store/gpu_class.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/base/text/ascii_case.h"
#include "core/base/threads/work.h"

namespace lanescope {
namespace {

// Lower case; a kernel whose name contains one of these is communication. Of DeepEP's ep::, only
// internode and intranode are; its layout kernels compute.
constexpr std::array<std::string_view, 14> kCommunication = {"nccl",
                                                             "rccl",
                                                             "hccl",
                                                             "hcom_",
                                                             "oneccl",
                                                             "msccl",
                                                             "cross_device_reduce",
                                                             "multimem_",
                                                             "one_shot_all_reduce",
                                                             "two_shot_all_reduce",
                                                             "nvshmem",
                                                             "deep_ep",
                                                             "::ep::internode",
                                                             "::ep::intranode"};

// AMD's runtime gives its copies and fills names like kernels'.
constexpr std::array<std::string_view, 7> kMemoryKernels = {
    "copydevicetodevice", "copyhosttodevice",        "copydevicetohost",       "copyhosttohost",
    "fillbuffer",         "__amd_rocclr_copybuffer", "__amd_rocclr_fillbuffer"};

// The list of torch_tb_profiler, followed by names from newer libraries. Lower case.
constexpr std::array<std::string_view, 27> kTensorCores = {
    "h884",
    "s884",
    "h1688",
    "s1688",
    "hmma",
    "i8816",
    "16816",
    "c1688",
    "dgrad_1x1_stride_2x2",
    "first_layer_wgrad_kernel",
    "conv1x1",
    "conv2d_c1_k1",
    "direct_group",
    "xmma_implicit_gemm",
    "xmma_sparse_conv",
    "xmma_warp_specialized_implicit_gemm",
    "xmma_gemm",
    "xmma_sparse_gemm",
    "nvjet",
    "wgmma",
    "gmma",
    "tcgen05",
    "sm90_xmma",
    "sm100",
    "fmha",
    "flash_fwd",
    "flash_bwd",
};

// Parts of the names of kernels that use AMD's matrix cores, lower case: the MFMA and WMMA
// instructions; "xdl" in classes of Composable Kernel; MIOpen's implicit GEMMs, whose "x" in gtcx
// is for the same. The names of Triton's kernels do not tell.
constexpr std::array<std::string_view, 5> kMatrixCores = {"mfma", "wmma", "_xdl", "xdlops",
                                                          "_gtcx"};

bool is_name_part(char c) {
  return (c >= 'a' && c <= 'z') || is_digit(c) || c == '_';
}

std::string counted_lower_case(std::string_view text) {
  count_work(Work::NameBytes, text.size());
  return lower_cased(text);
}

/// "bmm_…e4m3…": the names of batched products of 8-bit floats contain the number format.
bool is_eight_bit_bmm(std::string_view lower) {
  constexpr std::string_view kProduct = "bmm_";
  const std::size_t first = lower.find(kProduct);
  if (first == std::string_view::npos) return false;
  count_work(Work::NameBytes, lower.size() - first);
  bool in_product = false;  // in an identifier, after its "bmm_"
  for (std::size_t i = first + kProduct.size(); i + 3 < lower.size(); ++i) {
    if (lower.substr(i - kProduct.size(), kProduct.size()) == kProduct) in_product = true;
    if (!is_name_part(lower[i])) in_product = false;
    const bool exponent =
        lower[i] == 'e' && (lower[i + 1] == '2' || lower[i + 1] == '4' || lower[i + 1] == '5');
    if (in_product && exponent && lower[i + 2] == 'm' && is_digit(lower[i + 3])) return true;
  }
  return false;
}

template <std::size_t kCount>
bool contains_any(std::string_view text, const std::array<std::string_view, kCount>& parts) {
  return std::ranges::any_of(
      parts, [&](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

GpuClass class_of_kernel(std::string_view lower) {
  if (contains_any(lower, kCommunication)) return GpuClass::Communication;
  const bool moves = std::ranges::any_of(
      kMemoryKernels, [&](std::string_view start) { return lower.starts_with(start); });
  return moves ? GpuClass::Memory : GpuClass::Compute;
}

/// "cijk_…_mi16x16x16x1_…": the names of Tensile's kernels, in rocBLAS and hipBLASLt, contain the
/// matrix instruction, if they use one. Those have at least four rows.
bool is_tensile_matrix_kernel(std::string_view lower) {
  constexpr std::string_view kInstruction = "_mi";
  if (!lower.starts_with("cijk_") && lower.find("_cijk_") == std::string_view::npos) return false;
  for (std::size_t at = lower.find(kInstruction); at != std::string_view::npos;
       at = lower.find(kInstruction, at + 1)) {
    std::size_t end = at + kInstruction.size();
    int rows = 0;
    for (; end < lower.size() && is_digit(lower[end]) && rows < 1000; ++end)
      rows = 10 * rows + (lower[end] - '0');
    const bool is_shape = end + 1 < lower.size() && lower[end] == 'x' && is_digit(lower[end + 1]);
    if (is_shape && rows >= 4) return true;
  }
  return false;
}

bool names_tensor_cores(std::string_view lower) {
  if (contains_any(lower, kTensorCores) || is_eight_bit_bmm(lower)) return true;
  if (contains_any(lower, kMatrixCores) || is_tensile_matrix_kernel(lower)) return true;
  const std::size_t cutlass = lower.find("cutlass");
  return cutlass != std::string_view::npos &&
         lower.find("tensorop", cutlass) != std::string_view::npos;
}

}  // namespace

std::string_view gpu_class_name(GpuClass gpu_class) {
  switch (gpu_class) {
    case GpuClass::Compute:
      return "compute";
    case GpuClass::Communication:
      return "comm";
    case GpuClass::Memory:
      return "memory";
  }
  return "";
}

GpuClass classify_gpu_event(CategoryKind kind, std::string_view name) {
  return is_classified_by_name(kind) ? class_of_kernel(counted_lower_case(name)) : GpuClass::Memory;
}

bool names_fill(std::string_view name) {
  return name.find("Fill") != std::string_view::npos || name.find("fill") != std::string_view::npos;
}

bool uses_tensor_cores(std::string_view kernel_name) {
  return names_tensor_cores(counted_lower_case(kernel_name));
}

KernelTraits kernel_traits_of(std::string_view kernel_name) {
  const std::string lower = counted_lower_case(kernel_name);
  return {true, names_tensor_cores(lower), class_of_kernel(lower)};
}

}  // namespace lanescope
