#include "core/readers/rocpd/set.h"

namespace lanescope {

std::vector<RocpdSet> rocpd_sets(const SqliteDatabase& database) {
  constexpr std::string_view kOfEach = "rocpd_info_process";
  constexpr std::size_t kMost = 100'000;
  std::vector<RocpdSet> sets;
  for (const SqliteTable& table : database.tables()) {
    if (!table.name.starts_with(kOfEach) || sets.size() == kMost) continue;
    sets.emplace_back(static_cast<std::uint32_t>(sets.size()), table.name.substr(kOfEach.size()));
  }
  return sets;
}

}  // namespace lanescope
