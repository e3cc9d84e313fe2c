// Structured payloads of NVTX, as NCCL attaches them to its ranges: which fields they have is in
// two tables, the values are bytes of the range's row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
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
  /// out, which the member "payload" then tells. A value of an enumeration is its name, one of a
  /// structure an object, one of an array a list of at most kMostItems. Accepts any bytes.
  [[nodiscard]] JsonObject fields(std::span<const std::byte> bytes) const;
  static constexpr std::size_t kMostItems = 64;

 private:
  using Id = std::pair<std::int64_t, std::int64_t>;  // domain and its number in it
  struct Field {
    std::int64_t type = 0, offset = 0, index = 0;
    std::int64_t items = 0;  // of an array of that length; 0: a single value
    std::string name;
  };
  /// Structures may be in themselves.
  struct Limits {
    unsigned levels = 4;
    std::size_t fields = 1024;
    bool is_cut = false;  // a field is not within the payload
  };

  void read_fields(SqliteDatabase& database);
  void read_enumerations(SqliteDatabase& database);
  [[nodiscard]] JsonObject structure(Id schema, std::span<const std::byte> bytes,
                                     Limits& limits) const;
  [[nodiscard]] std::optional<JsonValue> value(std::int64_t domain, std::int64_t type,
                                               std::span<const std::byte> bytes,
                                               Limits& limits) const;

  std::map<Id, std::vector<Field>> schemas_;  // by index, each of which is there once
  std::map<Id, std::map<std::int64_t, std::string>> enumerations_;
};

}  // namespace lanescope
