// File offsets of the strings, code objects and stacks that records reference by number.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/check.h"

namespace lanescope {

/// What one thread defined between two ChannelOpen records: file offsets of the definitions, by
/// number - 1; 0: not defined.
struct CaptureTable {
  std::uint32_t process = 0, channel = 0, tid = 0;
  std::vector<std::uint64_t> strings, codes, stacks;

  static std::uint64_t at(const std::vector<std::uint64_t>& offsets, std::uint32_t number) {
    return number == 0 || number > offsets.size() ? 0 : offsets[number - 1];
  }
};

/// Records from `offset` on use this table.
struct CaptureSpan {
  std::uint64_t offset = 0;
  std::uint32_t table = 0;
};

struct CaptureIndex {
  std::vector<std::unique_ptr<CaptureTable>> tables;
  std::vector<CaptureSpan> spans;  // by offset

  /// Null for offsets before the first span.
  [[nodiscard]] const CaptureTable* table_of(std::uint64_t offset) const {
    const auto after = std::ranges::upper_bound(spans, offset, {}, &CaptureSpan::offset);
    if (after == spans.begin()) return nullptr;
    LANESCOPE_CHECK((after - 1)->table < tables.size(), "one of {} tables, not {}", tables.size(),
                    (after - 1)->table);
    return tables[(after - 1)->table].get();
  }
};

}  // namespace lanescope
