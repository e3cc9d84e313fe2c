// Details of kernels and copies with torch.profiler's keys.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/base/text/json_value.h"
#include "core/readers/rows/range_text.h"

namespace lanescope {

using RocmDims = std::array<std::int64_t, 3>;

/// Of the grid in work-items, rounded up; at least one in each dimension.
RocmDims blocks_of(const RocmDims& work_items, const RocmDims& block);

JsonValue json_of(const RocmDims& dims);

/// Collects arguments; what is unknown is left out.
class RocmArguments {
 public:
  RocmArguments& number(std::string_view key, std::optional<std::int64_t> value);
  /// Large ids and addresses: as in the file.
  RocmArguments& id(std::string_view key, std::optional<std::uint64_t> value);
  RocmArguments& text(std::string_view key, std::string_view value);
  RocmArguments& dims(std::string_view key, const std::optional<RocmDims>& value);
  /// The size of a copy, and its bandwidth.
  RocmArguments& bytes(std::optional<std::int64_t> value, std::int64_t duration_ns);
  /// Of an operator.
  RocmArguments& range(const RangeText& text);
  RocmArguments& value(std::string_view key, JsonValue value);

  /// As an event of the Trace Event Format.
  [[nodiscard]] JsonValue event() const {
    return JsonValue{JsonObject{{"args", JsonValue{members_}}}};
  }

 private:
  JsonObject members_;
};

}  // namespace lanescope
