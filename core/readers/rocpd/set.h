// RocpdSet: the tables of one profiled process, of which a merged file has several; or its rows in
// tables that several processes share.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/readers/rocm/database_rows.h"

namespace lanescope {

enum class RocpdTable : std::uint8_t { None, Region, Sample, Dispatch, Copy };

class RocpdSet {
 public:
  /// `suffix` ends the names of its tables, or of the parts of tables that are its own.
  RocpdSet(std::uint32_t index, std::string suffix) : index_(index), suffix_(std::move(suffix)) {}

  [[nodiscard]] std::uint32_t index() const { return index_; }
  /// "rocpd_region_0000...", of "region".
  [[nodiscard]] std::string table(std::string_view name) const {
    return "rocpd_" + std::string(name) + suffix_;
  }

  [[nodiscard]] Place place(RocpdTable table, std::int64_t id) const {
    return place_of_row(index_ * kTables + static_cast<std::uint64_t>(table), id);
  }
  static std::uint32_t index_of(Place place) {
    return static_cast<std::uint32_t>(place.length() / kTables);
  }
  static RocpdTable table_of(Place place) {
    return static_cast<RocpdTable>(place.length() % kTables);
  }

 private:
  static constexpr std::uint64_t kTables = 8;

  std::uint32_t index_;
  std::string suffix_;
};

/// Cost: linear in the number of tables.
bool has_rocpd_sets(const SqliteDatabase& database);

/// In the order of their names. Gives parts of tables names in `database`: of tables that several
/// processes share, and of those whose ids are not SQLite's row ids. Plain tables that repeat what
/// tables with a suffix hold are no set. Cost: linear in the number of tables, and for plain ones
/// in that of processes.
std::vector<RocpdSet> rocpd_sets(SqliteDatabase& database);

}  // namespace lanescope
