// The sizes of CUPTI's records by version. Records only ever grow at their end.
#pragma once

#include <cstddef>
#include <cstdint>

#include "capture/agent/cupti/cupti_abi.h"

namespace lanescope::agent {

struct SizeTable {
  std::uint16_t bytes[cupti::kKindCount] = {};  // 0: unknown

  [[nodiscard]] std::size_t of(std::uint32_t kind) const {
    return kind < cupti::kKindCount ? bytes[kind] : 0;
  }
  friend bool operator==(const SizeTable&, const SizeTable&) = default;
};

/// Sizes of the kinds that the agent may enable. `version` is a release number, see release_of: 18
/// is CUDA 11.8, 130001 is CUDA 13.0 update 1; an unknown version gets the sizes of the next older
/// one. Source: the headers of each version from 11.8 to 13.5, and what their libraries say.
SizeTable sizes_of_version(std::uint32_t version);

using NextRecord = cupti::Result (*)(std::uint8_t* buffer, std::size_t valid,
                                     std::uint8_t** record);

/// Determines the sizes from the library itself, by letting it walk over a buffer of records of
/// each kind. Works without a driver. Kinds that it does not walk over are 0.
SizeTable probe_sizes(NextRecord next);

/// The probed size where there is one, else the table's. `differs`: they disagree.
SizeTable choose_sizes(std::uint32_t version, const SizeTable& probed, bool& differs);

/// What cuptiGetVersion returned, but 19 for CUDA 12.0 and 12.1. They call themselves 18, as 11.8
/// does, and are told from it by their kernel records.
std::uint32_t release_of(std::uint32_t version, const SizeTable& probed);

/// All 0 if the version is unknown. `version`: a release number.
struct CudaVersion {
  std::uint32_t major = 0, minor = 0, update = 0;
};
CudaVersion cuda_of(std::uint32_t version);

}  // namespace lanescope::agent
