// Sums of samples by the name of a function or a line, and by both.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/analysis/events/interval_union.h"
#include "core/analysis/host_time/host_time.h"

namespace lanescope {

/// The lines of each function, to find the one with most of its time.
class LinesOfFunctions {
 public:
  void add(StringId function, StringId line, Ns length_ns, EventId event) {
    Sum& sum = sums_[{function, line}];
    sum.ns = saturating_add(sum.ns, length_ns);
    if (length_ns <= sum.longest_ns) return;
    sum.longest_ns = length_ns;
    sum.longest = event;
  }
  void name_top_lines(std::vector<SampledCode>& functions) const {
    for (SampledCode& function : functions) {
      Ns most_ns = 0;
      for (auto at = sums_.lower_bound({function.name, StringId::Empty});
           at != sums_.end() && at->first.first == function.name; ++at) {
        if (at->second.ns <= most_ns) continue;
        most_ns = at->second.ns;
        function.top_line = at->first.second;
        function.top_line_event = at->second.longest;
      }
    }
  }

 private:
  struct Sum {
    Ns ns = 0, longest_ns = 0;
    EventId longest = EventId::None;
  };
  std::map<std::pair<StringId, StringId>, Sum> sums_;
};

/// Sums by name.
class CodeSums {
 public:
  SampledCode& of(StringId name) {
    const auto [at, fresh] = index_.try_emplace(name, rows_.size());
    if (fresh) {
      rows_.emplace_back().name = name;
      open_.push_back(0);
      last_thread_.push_back(0);
    }
    return rows_[at->second];
  }
  /// How often the function is open at the moment.
  std::uint32_t& open(StringId name) { return open_[index_.at(name)]; }
  /// `thread` counts from 1.
  void note(const SliceRef& slice, const TimeRange& range, std::uint32_t thread) {
    const StringId name = slice.chunk->name[slice.slice];
    SampledCode& row = of(name);
    std::uint32_t& last = last_thread_[index_.at(name)];
    if (std::exchange(last, thread) != thread) ++row.threads;
    if (length_of(range) <= row.longest_ns) return;
    row.longest_ns = length_of(range);
    row.longest = slice.chunk->id_of(slice.slice);
  }

  [[nodiscard]] std::vector<SampledCode> sorted(const Snapshot& snapshot) && {
    std::ranges::sort(rows_, [&](const SampledCode& a, const SampledCode& b) {
      return std::tuple(b.self_ns, b.total_ns, snapshot.text(a.name)) <
             std::tuple(a.self_ns, a.total_ns, snapshot.text(b.name));
    });
    return std::move(rows_);
  }

 private:
  std::vector<SampledCode> rows_;
  std::vector<std::uint32_t> open_, last_thread_;  // by row
  std::unordered_map<StringId, std::size_t> index_;
};

}  // namespace lanescope
