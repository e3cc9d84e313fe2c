// What the stats of an event say about where it belongs, by the names that XLA gives them:
// https://github.com/openxla/xla/blob/main/xla/tsl/profiler/utils/xplane_schema.cc
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "core/readers/xplane/space.h"

namespace lanescope {

/// Of an allocation, or of what was freed.
struct XAllocation {
  std::string_view allocator;  // such as "GPU_0_bfc"
  std::int64_t bytes = 0, address = 0;
  std::optional<std::int64_t> allocated, available, peak;
  std::optional<double> fragmentation;
};

/// One end of an arrow between threads.
struct XContext {
  std::int64_t type = 0, id = 0;
  friend bool operator==(const XContext&, const XContext&) = default;
};

struct XFacts {
  std::int64_t correlation = 0;         // 0: none
  std::string_view kernel, copy, fill;  // details; null where it is not one
  std::string_view hlo_op, hlo_module;
  std::int64_t program = 0, run = 0;
  std::optional<std::int64_t> step;
  std::optional<XAllocation> allocation;
  std::optional<XContext> produces, consumes;
};

class XFactReader {
 public:
  explicit XFactReader(const XPlane& plane);

  [[nodiscard]] XFacts facts_of(const XEvent& event) const;

 private:
  void take(const XStat& stat, XFacts& facts) const;

  const XPlane& plane_;
  std::unordered_map<std::uint64_t, std::uint8_t> uses_;  // of names that are known
};

/// The number in "GPU_3_bfc"; nullopt for allocators of the host.
std::optional<std::int64_t> device_of_allocator(std::string_view allocator);

}  // namespace lanescope
