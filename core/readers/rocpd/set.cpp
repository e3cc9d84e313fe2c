#include "core/readers/rocpd/set.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <set>

#include "core/base/text/ascii_case.h"
#include "core/readers/sqlite/rows.h"

namespace lanescope {
namespace {

constexpr std::string_view kPrefix = "rocpd_", kOfEach = "rocpd_info_process";
constexpr std::string_view kId = "id", kOwner = "guid";
/// The tables that are read.
constexpr std::array<std::string_view, 23> kKinds = {"arg",
                                                     "call_stack",
                                                     "event",
                                                     "info_agent",
                                                     "info_category",
                                                     "info_kernel_symbol",
                                                     "info_node",
                                                     "info_pc",
                                                     "info_pmc",
                                                     "info_process",
                                                     "info_queue",
                                                     "info_stream",
                                                     "info_thread",
                                                     "kernel_dispatch",
                                                     "memory_allocate",
                                                     "memory_copy",
                                                     "metadata",
                                                     "pmc_event",
                                                     "region",
                                                     "sample",
                                                     "string",
                                                     "timestamp",
                                                     "track"};
using Guids = std::set<std::string, std::less<>>;

/// Of processes in a table of these; empty if it does not tell.
Guids guids_in(SqliteDatabase& database, std::string_view suffix) {
  constexpr std::size_t kMost = 1000;
  Guids guids;
  SqliteRows rows(database, std::string(kOfEach).append(suffix), {kOwner});
  while (rows.next() && guids.size() < kMost) {
    if (!rows.text(0).empty()) guids.emplace(rows.text(0));
  }
  return guids;
}

/// Rows refer to each other by "id", which is not the row id if the table was copied.
bool has_own_ids(const SqliteTable& table) {
  return table.has(kId) && lower_cased(table.row_id_column) != kId;
}

/// The tables with `suffix`; their names as parts end with `part_suffix`. `guid` may be empty: all
/// rows.
void name_parts(SqliteDatabase& database, std::string_view suffix, const std::string& part_suffix,
                std::string_view guid) {
  for (const std::string_view kind : kKinds) {
    const SqliteTable* table =
        database.find_table(std::string(kPrefix).append(kind).append(suffix));
    const bool is_shared = !guid.empty();
    if (table == nullptr || (!is_shared && !has_own_ids(*table))) continue;
    SqliteTable part = *table;
    part.name = std::string(kPrefix).append(kind) + part_suffix;
    part.part_of = table->name;
    if (has_own_ids(*table)) part.number_column = kId;
    if (is_shared && table->has(kOwner))
      part.condition = quoted_name(kOwner) + " = " + quoted_text(guid);
    database.add_part(std::move(part));
  }
}

class SetFinder {
 public:
  explicit SetFinder(SqliteDatabase& database) : database_(database) {}

  std::vector<RocpdSet> run() {
    std::vector<std::string> suffixes;
    for (const SqliteTable& table : database_.tables()) {
      if (table.name.starts_with(kOfEach)) suffixes.push_back(table.name.substr(kOfEach.size()));
    }
    // Plain names are for views over all sets; as tables they may be copies of these.
    const bool has_plain = !suffixes.empty() && suffixes.front().empty();
    if (has_plain && suffixes.size() > 1) {
      for (const std::string& suffix : suffixes) {
        if (!suffix.empty()) add_guids(suffix);
      }
      if (repeats_sets()) suffixes.erase(suffixes.begin());
    }
    for (const std::string& suffix : suffixes) add(suffix);
    return std::move(sets_);
  }

 private:
  void add_guids(const std::string& suffix) {
    with_suffix_.merge(guids_in(database_, suffix));
    std::string told = suffix.substr(1);  // "_0000_1234" ends tables of "0000-1234"
    std::ranges::replace(told, '_', '-');
    with_suffix_.insert(std::move(told));
  }

  bool repeats_sets() { return std::ranges::includes(with_suffix_, guids_in(database_, "")); }

  void add(const std::string& suffix) {
    const Guids guids = guids_in(database_, suffix);
    if (guids.size() < 2) return add(suffix, suffix, "");
    for (const std::string& guid : guids) {
      if (suffix.empty() && with_suffix_.contains(guid)) continue;
      add(suffix, suffix + " of " + guid, guid);
    }
  }

  void add(const std::string& suffix, const std::string& part_suffix, std::string_view guid) {
    constexpr std::size_t kMost = 100'000;
    if (sets_.size() == kMost) return;
    name_parts(database_, suffix, part_suffix, guid);
    sets_.emplace_back(static_cast<std::uint32_t>(sets_.size()), part_suffix);
  }

  SqliteDatabase& database_;
  Guids with_suffix_;  // of tables with one
  std::vector<RocpdSet> sets_;
};

}  // namespace

bool has_rocpd_sets(const SqliteDatabase& database) {
  return std::ranges::any_of(
      database.tables(), [](const SqliteTable& table) { return table.name.starts_with(kOfEach); });
}

std::vector<RocpdSet> rocpd_sets(SqliteDatabase& database) {
  return SetFinder(database).run();
}

}  // namespace lanescope
