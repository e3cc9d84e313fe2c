// Structured payloads of NVTX, as NCCL attaches them to its ranges: which fields they have is in
// two tables, the values are bytes of the range's row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/text/json_value.h"
#include "core/readers/sqlite/rows.h"

namespace lanescope {

class NvtxPayloads {
 public:
  explicit NvtxPayloads(SqliteDatabase& database);

  /// The fields of a payload with its header, by name; what is unknown or beyond the end is left
  /// out. Accepts any bytes.
  [[nodiscard]] JsonObject fields(std::span<const std::byte> bytes) const;

 private:
  struct Field {
    std::int64_t type = 0, offset = 0, index = 0;
    std::string name;
  };
  std::map<std::pair<std::int64_t, std::int64_t>, std::vector<Field>> schemas_;  // by domain and id
};

}  // namespace lanescope
