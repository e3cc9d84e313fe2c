// Packets of data sources that are not read: how many there are of each.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "core/base/text/json_value.h"
#include "core/readers/rows/row_sink.h"

namespace lanescope::perfetto {

class OtherPackets {
 public:
  /// A packet of that kind of data is at `offset`.
  void note(std::uint32_t kind, std::uint64_t offset) {
    Others& others = others_[kind];
    if (others.count++ == 0) others.first = offset;
  }
  /// Reports those that somebody may miss. Returns all, for the metadata; nullopt if there are
  /// none.
  std::optional<JsonValue> report(RowSink& sink) const;

 private:
  struct Others {
    std::uint64_t count = 0, first = 0;
  };
  std::map<std::uint32_t, Others> others_;
};

}  // namespace lanescope::perfetto
