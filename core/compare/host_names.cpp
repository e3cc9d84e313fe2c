#include "core/compare/host_names.h"

#include <algorithm>
#include <map>

#include "core/store/each_slice.h"

namespace lanescope {
namespace {

struct Sums {
  std::uint64_t count = 0;
  Ns sum_ns = 0;
};

/// By StringId, over the events that start within a sample.
std::vector<Sums> sums_of(const Snapshot& trace, const RunSamples& runs) {
  const std::vector<TimeRange> ranges = host_ranges(trace, runs);
  std::vector<Sums> sums(trace.strings->size());
  for_each_slice(
      trace, TrackKind::CpuThread, [&](const Track&, const TrackChunk& chunk, std::uint32_t slice) {
        if (trace.kind_of(chunk.category[slice]) == CategoryKind::PythonFunction) return;
        const Ns start_ns = chunk.start_ns[slice];
        const auto at = std::ranges::upper_bound(ranges, start_ns, {}, &TimeRange::end_ns);
        if (at == ranges.end() || !at->contains(start_ns)) return;
        Sums& sum = sums[index_of(chunk.name[slice])];
        ++sum.count;
        sum.sum_ns = saturating_add(sum.sum_ns, chunk.dur_ns[slice]);
      });
  return sums;
}

struct Both {
  Sums a, b;
};

void add(const Snapshot& trace, const RunSamples& runs, Sums Both::*run,
         std::map<std::string, Both>& by_name) {
  const std::vector<Sums> sums = sums_of(trace, runs);
  for (std::uint32_t i = 0; i < sums.size(); ++i) {
    if (sums[i].count == 0) continue;
    std::string name(trace.text(StringId{i}));
    if (name.starts_with("ProfilerStep#")) name = normal_name(name);
    Sums& sum = by_name[std::move(name)].*run;
    sum.count += sums[i].count;
    sum.sum_ns = saturating_add(sum.sum_ns, sums[i].sum_ns);
  }
}

}  // namespace

std::vector<HostNameDiff> compare_host_names(const Snapshot& a, const Snapshot& b,
                                             const AlignedRuns& runs) {
  std::map<std::string, Both> by_name;
  add(a, runs.a, &Both::a, by_name);
  add(b, runs.b, &Both::b, by_name);
  const auto samples_a = static_cast<double>(runs.a.samples.size());
  const auto samples_b = static_cast<double>(runs.b.samples.size());
  std::vector<HostNameDiff> rows;
  for (const auto& [name, both] : by_name) {
    HostNameDiff row;
    row.name = name;
    row.count_a = static_cast<double>(both.a.count) / samples_a;
    row.count_b = static_cast<double>(both.b.count) / samples_b;
    row.sum_a_ns = static_cast<double>(both.a.sum_ns) / samples_a;
    row.sum_b_ns = static_cast<double>(both.b.sum_ns) / samples_b;
    row.status = both.a.count == 0            ? DiffStatus::Added
                 : both.b.count == 0          ? DiffStatus::Removed
                 : row.count_a != row.count_b ? DiffStatus::Changed
                                              : DiffStatus::Same;
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace lanescope
