// The functions of the CUDA runtime and driver by CUPTI's callback ids: their names, and what the
// agent wants to know of them. Ids are found by name while the program runs, since every version
// of CUDA adds some (nvcc 13 launches kernels through another one than nvcc 12).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "capture/agent/cupti/cupti_abi.h"
#include "capture/wire/records.h"

namespace lanescope::agent {

struct ApiName {
  const char* name = nullptr;  // "cudaLaunchKernel", without version and variant; null: no such id
  wire::ApiClass kind = wire::ApiClass::Other;
  bool callback = false;    // reported by callbacks on entry and exit, so not by CUPTI's records
  bool noisy = false;       // called all the time and says nothing
  bool flushes = false;     // what CUPTI holds is lost by it
  bool by_config = false;   // the stream lies behind a pointer to a launch configuration
  std::int8_t stream = -1;  // where the stream handle lies in the parameters; -1: not known
};

using GetCallbackName = cupti::Result (*)(int domain, std::uint32_t id, const char** name);

class ApiNames {
 public:
  static constexpr std::uint32_t kMost = 2048;  // ids of a domain

  /// Asks for all names. The number found.
  std::size_t load(GetCallbackName get);

  /// Never null; an unknown id has no name.
  [[nodiscard]] const ApiName& of(wire::ApiDomain domain, std::uint32_t id) const {
    static constexpr ApiName kNone{};
    return id < kMost ? names_[static_cast<std::size_t>(domain) - 1][id] : kNone;
  }
  /// The highest id with a name, and one.
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

/// Without leading underscores and the endings _v123, _ptsz and _ptds.
std::string_view api_stem(std::string_view name);
/// What is known of a function by its stem alone.
ApiName classify_api(std::string_view stem);

}  // namespace lanescope::agent
