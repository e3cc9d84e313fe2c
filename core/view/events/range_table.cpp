#include "core/view/events/range_table.h"

#include <algorithm>
#include <array>

#include "core/view/text/short_name.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

/// The order kinds are offered in.
constexpr std::array kKindOrder{
    CategoryKind::Kernel,         CategoryKind::DeviceWork,     CategoryKind::Memcpy,
    CategoryKind::Memset,         CategoryKind::CpuOp,          CategoryKind::HostCall,
    CategoryKind::PythonFunction, CategoryKind::UserAnnotation, CategoryKind::GpuAnnotation,
    CategoryKind::GpuSync,        CategoryKind::ProfilerRange,  CategoryKind::Overhead,
    CategoryKind::Other};

std::string sentence_case(std::string_view text) {
  std::string result(text);
  if (!result.empty() && result[0] >= 'a' && result[0] <= 'z')
    result[0] = static_cast<char>(result[0] - 'a' + 'A');
  return result;
}

Ns mean_ns(const NameStats& row) {
  return row.count == 0 ? 0 : row.total_ns / static_cast<Ns>(row.count);
}

double share_of(const NameStats& row, const TimeRange& range) {
  return range.empty() ? 0
                       : static_cast<double>(row.total_ns) / static_cast<double>(range.length_ns());
}

/// Rising order; ties stay as range_stats sorted them.
bool less_by(RangeColumn column, const Snapshot& snapshot, const NameStats& a, const NameStats& b) {
  switch (column) {
    case RangeColumn::Name:
      return snapshot.text(a.name) < snapshot.text(b.name);
    case RangeColumn::Role:
      return role_of(a.kind, classify_name(snapshot.text(a.name))) <
             role_of(b.kind, classify_name(snapshot.text(b.name)));
    case RangeColumn::Calls:
      return a.count < b.count;
    case RangeColumn::Mean:
      return mean_ns(a) < mean_ns(b);
    case RangeColumn::Max:
      return a.max_ns < b.max_ns;
    case RangeColumn::Total:
    case RangeColumn::Share:
      break;
  }
  return a.total_ns < b.total_ns;
}

RangeTableRow format_row(const Snapshot& snapshot, const NameStats& stats, const TimeRange& range) {
  const std::string_view name = snapshot.text(stats.name);
  RangeTableRow row;
  row.name = short_name(name);
  row.color = role_of(stats.kind, classify_name(name));
  row.shade = shade_of(name);
  row.role = std::string(role_title(row.color));
  row.calls = format_count(static_cast<std::int64_t>(stats.count));
  row.total = format_duration(stats.total_ns);
  row.share = format_share(share_of(stats, range));
  row.mean = format_duration(mean_ns(stats));
  row.max = format_duration(stats.max_ns);
  row.longest = stats.longest;
  return row;
}

std::vector<RangeKind> kinds_of(const RangeStats& stats) {
  std::vector<RangeKind> kinds;
  for (const CategoryKind kind : kKindOrder) {
    const auto names =
        std::ranges::count_if(stats.names, [kind](const NameStats& n) { return n.kind == kind; });
    if (names == 0) continue;
    const std::string title = sentence_case(kind_title(kind));
    kinds.push_back({kind, title, title + "  " + format_count(names)});
  }
  return kinds;
}

std::string facts_of(const RangeStats& stats, std::span<const NameStats> rows) {
  std::uint64_t calls = 0;
  for (const NameStats& row : rows) calls += row.count;
  std::string facts = format_duration(stats.range.length_ns());
  facts += " · " + format_count(static_cast<std::int64_t>(rows.size())) +
           (rows.size() == 1 ? " name" : " names");
  facts +=
      " · " + format_count(static_cast<std::int64_t>(calls)) + (calls == 1 ? " event" : " events");
  for (const DeviceStats& device : stats.devices) {
    if (stats.devices.size() > 2) break;
    facts += " · GPU " + std::to_string(device.device) + " busy " + format_share(device.share);
  }
  return facts;
}

}  // namespace

RangeTable build_range_table(const Snapshot& snapshot, const RangeStats& stats,
                             const RangeTableQuery& query) {
  std::vector<NameStats> rows;
  for (const NameStats& row : stats.names) {
    if (!query.kind || row.kind == *query.kind) rows.push_back(row);
  }
  std::ranges::stable_sort(rows, [&](const NameStats& a, const NameStats& b) {
    return query.falling ? less_by(query.sort, snapshot, b, a)
                         : less_by(query.sort, snapshot, a, b);
  });
  RangeTable table;
  table.kinds = kinds_of(stats);
  table.facts = facts_of(stats, rows);
  table.rows.reserve(rows.size());
  for (const NameStats& row : rows) table.rows.push_back(format_row(snapshot, row, stats.range));
  return table;
}

std::optional<CategoryKind> usual_kind(const RangeStats& stats) {
  const auto has = [&stats](CategoryKind kind) {
    return std::ranges::any_of(stats.names, [kind](const NameStats& n) { return n.kind == kind; });
  };
  for (const CategoryKind kind :
       {CategoryKind::Kernel, CategoryKind::DeviceWork, CategoryKind::CpuOp}) {
    if (has(kind)) return kind;
  }
  return std::nullopt;
}

}  // namespace lanescope
