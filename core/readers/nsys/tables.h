// The tables that events are read from, and where an event's row is.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/base/check.h"
#include "core/store/place.h"
#include "core/store/row_offset.h"

namespace lanescope {

enum class NsysTable : std::uint8_t {
  Kernel,
  Memcpy,
  Memset,
  Graph,
  Sync,
  CudaEvent,
  Runtime,
  CudaOverhead,
  Overhead,
  Nvtx,
  Osrt,
  Cublas,
  Cudnn,
  MpiPointToPoint,
  MpiCollective,
  MpiOther,
  Sample,
  Switch,
  MemoryUsage,
};

/// By NsysTable.
inline constexpr std::array<std::string_view, 19> kNsysTables = {
    "CUPTI_ACTIVITY_KIND_KERNEL",
    "CUPTI_ACTIVITY_KIND_MEMCPY",
    "CUPTI_ACTIVITY_KIND_MEMSET",
    "CUPTI_ACTIVITY_KIND_GRAPH_TRACE",
    "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION",
    "CUPTI_ACTIVITY_KIND_CUDA_EVENT",
    "CUPTI_ACTIVITY_KIND_RUNTIME",
    "CUPTI_ACTIVITY_KIND_OVERHEAD",
    "PROFILER_OVERHEAD",
    "NVTX_EVENTS",
    "OSRT_API",
    "CUBLAS_EVENTS",
    "CUDNN_EVENTS",
    "MPI_P2P_EVENTS",
    "MPI_COLLECTIVES_EVENTS",
    "MPI_OTHER_EVENTS",
    "COMPOSITE_EVENTS",
    "SCHED_EVENTS",
    "CUDA_GPU_MEMORY_USAGE_EVENTS",
};

inline std::string_view name_of(NsysTable table) {
  LANESCOPE_CHECK(static_cast<std::size_t>(table) < kNsysTables.size(), "one of {} tables",
                  kNsysTables.size());
  return kNsysTables[static_cast<std::size_t>(table)];
}

/// A row's table and number as a place, which is where details are read again.
struct NsysRow {
  NsysTable table = NsysTable::Kernel;
  std::int64_t row_id = 0;

  static constexpr unsigned kTableBits = kNsysTableBits;
  /// Larger row ids, which no export has, have no details.
  static constexpr std::int64_t kLargestRow = (std::int64_t{1} << 35U) - 1;

  [[nodiscard]] Place place() const {
    LANESCOPE_SLOW_CHECK(static_cast<std::size_t>(table) < 1U << kTableBits, "a table's number");
    const std::int64_t row = row_id < 0 || row_id > kLargestRow ? 0 : row_id;
    return {static_cast<std::uint64_t>(row) << kTableBits | static_cast<std::uint64_t>(table), 1};
  }
  static NsysRow of(Place place) {
    constexpr std::uint64_t kTables = (1U << kTableBits) - 1;
    return {NsysTable{static_cast<std::uint8_t>(place.offset() & kTables)},
            static_cast<std::int64_t>(place.offset() >> kTableBits)};
  }
};

}  // namespace lanescope
