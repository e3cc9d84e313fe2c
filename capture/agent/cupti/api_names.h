// The functions of the CUDA runtime and driver by CUPTI callback id: their names and what the agent
// needs to know about them. Ids are looked up by name at run time, since every CUDA version adds
// some (nvcc 13 launches kernels through a different function than nvcc 12).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "capture/agent/cupti/cupti_abi.h"
#include "capture/wire/records.h"

namespace lanescope::agent {

struct ApiName {
  const char* name = nullptr;  // "cudaLaunchKernel", without suffixes; null: no such id
  wire::ApiClass kind = wire::ApiClass::Other;
  bool callback = false;    // recorded by callbacks on entry and exit, so not from CUPTI's records
  bool noisy = false;       // called very often and carries no information
  bool flushes = false;     // discards the records that CUPTI holds, so flush first
  bool by_config = false;   // the stream is behind a pointer to a launch configuration
  std::int8_t stream = -1;  // offset of the stream handle in the parameters; -1: unknown
};

using GetCallbackName = cupti::Result (*)(int domain, std::uint32_t id, const char** name);

class ApiNames {
 public:
  static constexpr std::uint32_t kMost = 2048;  // ids per domain

  /// Looks up all names. Returns how many were found.
  std::size_t load(GetCallbackName get);

  /// Never null; an unknown id has a null name.
  [[nodiscard]] const ApiName& of(wire::ApiDomain domain, std::uint32_t id) const {
    static constexpr ApiName kNone{};
    return id < kMost ? names_[static_cast<std::size_t>(domain) - 1][id] : kNone;
  }
  /// One past the highest id that has a name.
  [[nodiscard]] std::uint32_t end(wire::ApiDomain domain) const {
    return ends_[static_cast<std::size_t>(domain) - 1];
  }

 private:
  std::size_t load(GetCallbackName get, wire::ApiDomain domain);

  ApiName names_[2][kMost] = {};
  std::uint32_t ends_[2] = {};
  char text_[96 << 10] = {};
  std::size_t text_used_ = 0;
};

/// `name` without leading underscores and the suffixes _v123, _ptsz and _ptds.
std::string_view api_stem(std::string_view name);
/// Classifies a function by its stem alone.
ApiName classify_api(std::string_view stem);

}  // namespace lanescope::agent
