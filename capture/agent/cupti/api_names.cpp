#include "capture/agent/cupti/api_names.h"

#include <cstring>

namespace lanescope::agent {
namespace {

using wire::ApiClass;

/// CUPTI's ids have had no holes so far; this many in a row without a name mark the end.
constexpr std::uint32_t kMissesAtEnd = 64;

constexpr std::string_view kLaunches[] = {
    "cudaLaunch",
    "cudaLaunchKernel",
    "cudaLaunchKernelExC",
    "cudaLaunchCooperativeKernel",
    "cudaLaunchCooperativeKernelMultiDevice",
    "cudaGraphLaunch",
    "cuLaunch",
    "cuLaunchGrid",
    "cuLaunchGridAsync",
    "cuLaunchKernel",
    "cuLaunchKernelEx",
    "cuLaunchCooperativeKernel",
    "cuLaunchCooperativeKernelMultiDevice",
    "cuGraphLaunch",
};

constexpr std::string_view kNoisy[] = {
    "cudaGetDevice",          "cudaSetDevice",
    "cudaGetLastError",       "cudaPeekAtLastError",
    "cudaEventCreate",        "cudaEventCreateWithFlags",
    "cudaEventDestroy",       "cudaEventQuery",
    "cudaStreamIsCapturing",  "cudaStreamGetCaptureInfo",
    "cudaDeviceGetAttribute", "cudaPointerGetAttributes",
    "cuKernelGetAttribute",   "cuDevicePrimaryCtxGetState",
    "cuCtxGetCurrent",        "cuCtxSetCurrent",
    "cuCtxPushCurrent",       "cuCtxPopCurrent",
    "cuCtxGetDevice",         "cuDeviceGetAttribute",
    "cuGetProcAddress",       "cuEventQuery",
    "cuEventCreate",          "cuEventDestroy",
};

/// Offsets of the stream in the parameters that CUPTI passes: those of the C function, in order,
/// each at its natural alignment.
struct StreamAt {
  std::string_view stem;
  std::int8_t offset;
  bool by_config = false;
};
constexpr StreamAt kStreams[] = {
    {"cudaLaunchKernel", 48},
    {"cudaLaunchCooperativeKernel", 48},
    {"cudaLaunchKernelExC", 0, true},
    {"cudaGraphLaunch", 8},
    {"cudaMemcpyAsync", 32},
    {"cudaMemsetAsync", 24},
    {"cudaMallocAsync", 16},
    {"cudaFreeAsync", 8},
    {"cudaStreamSynchronize", 0},
    {"cudaStreamWaitEvent", 0},
    {"cuLaunchKernel", 40},
    {"cuLaunchCooperativeKernel", 40},
    {"cuLaunchKernelEx", 0, true},
    {"cuGraphLaunch", 8},
    {"cuMemcpyAsync", 24},
    {"cuMemcpyHtoDAsync", 24},
    {"cuMemcpyDtoHAsync", 24},
    {"cuMemcpyDtoDAsync", 24},
    {"cuStreamSynchronize", 0},
    {"cuStreamWaitEvent", 0},
};

template <std::size_t Count>
bool is_in(std::string_view stem, const std::string_view (&list)[Count]) {
  for (const std::string_view entry : list) {
    if (entry == stem) return true;
  }
  return false;
}

ApiClass class_of(std::string_view stem) {
  const auto begins = [stem](std::string_view a, std::string_view b) {
    return stem.starts_with(a) || stem.starts_with(b);
  };
  if (is_in(stem, kLaunches)) return ApiClass::Launch;
  if (begins("cudaMemcpy", "cuMemcpy")) return ApiClass::Copy;
  if (begins("cudaMemset", "cuMemset")) return ApiClass::Set;
  if (stem.ends_with("Synchronize") || stem.ends_with("StreamWaitEvent") ||
      stem == "cudaDeviceReset")
    return ApiClass::Sync;
  if (begins("cudaMalloc", "cudaFree") || begins("cuMemAlloc", "cuMemFree") ||
      stem == "cudaHostAlloc" || stem == "cuMemHostAlloc")
    return ApiClass::Memory;
  return ApiClass::Other;
}

std::string_view without_last(std::string_view text, std::size_t count) {
  return {text.data(), text.size() - count};
}

bool strip_version(std::string_view& name) {
  std::size_t digits = 0;
  while (digits < name.size() && name[name.size() - 1 - digits] >= '0' &&
         name[name.size() - 1 - digits] <= '9')
    ++digits;
  if (digits == 0 || !without_last(name, digits).ends_with("_v")) return false;
  name = without_last(name, digits + 2);
  return true;
}

}  // namespace

std::string_view api_stem(std::string_view name) {
  while (!name.empty() && name.front() == '_') name.remove_prefix(1);
  for (;;) {
    if (name.ends_with("_ptsz") || name.ends_with("_ptds"))
      name = without_last(name, 5);
    else if (!strip_version(name))
      return name;
  }
}

ApiName classify_api(std::string_view stem) {
  ApiName api;
  api.kind = class_of(stem);
  api.callback = api.kind != ApiClass::Other;
  api.flushes = stem == "cudaDeviceReset";
  api.noisy = is_in(stem, kNoisy);
  for (const StreamAt& at : kStreams) {
    if (at.stem != stem) continue;
    api.stream = at.offset;
    api.by_config = at.by_config;
  }
  return api;
}

std::size_t ApiNames::load(GetCallbackName get) {
  return load(get, wire::ApiDomain::Driver) + load(get, wire::ApiDomain::Runtime);
}

std::size_t ApiNames::load(GetCallbackName get, wire::ApiDomain domain) {
  const auto row = static_cast<std::size_t>(domain) - 1;
  std::size_t found = 0;
  std::uint32_t misses = 0;
  for (std::uint32_t id = 1; id < kMost && misses < kMissesAtEnd; ++id) {
    const char* name = nullptr;
    if (get(static_cast<int>(domain), id, &name) != cupti::kSuccess || name == nullptr) {
      ++misses;
      continue;
    }
    misses = 0;
    const std::string_view stem = api_stem(name);
    if (stem.empty() || text_used_ + stem.size() + 1 > sizeof text_) continue;
    char* const copy = text_ + text_used_;
    std::memcpy(copy, stem.data(), stem.size());
    copy[stem.size()] = '\0';
    text_used_ += stem.size() + 1;
    names_[row][id] = classify_api(stem);
    names_[row][id].name = copy;
    ends_[row] = id + 1;
    ++found;
  }
  return found;
}

}  // namespace lanescope::agent
