#include "core/export/made_counters.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "core/analysis/copies/copies.h"
#include "core/analysis/copies/series.h"
#include "core/analysis/launch/queue.h"
#include "core/analysis/results.h"

namespace lanescope {
namespace {

constexpr std::string_view kQueue = "Queue Length";
constexpr std::string_view kBandwidth = "Memcpy BW";

std::string copy_title(const std::string& kind) {
  if (kind == "memset") return "Memset";
  return kind.empty() ? "Memcpy" : "Memcpy " + kind;
}

using Samples = std::vector<MadeCounter::Sample>;

/// The samples in the range, preceded by the value of the curve at its beginning.
Samples part_of(const Samples& samples, const TimeRange& range) {
  Samples part;
  for (const MadeCounter::Sample& sample : samples) {
    if (sample.time_ns >= range.end_ns) break;
    if (sample.time_ns <= range.begin_ns) {
      part.assign(1, {range.begin_ns, sample.value});
    } else {
      part.push_back(sample);
    }
  }
  return part;
}

class CounterMaker {
 public:
  CounterMaker(const AnalysisResults& in, const std::optional<TimeRange>& range)
      : in_(in), trace_(in.trace), range_(range) {
    for (const auto& counter : trace_.counters) {
      // The name of a counter with an id contains the id.
      names_.emplace(counter->process, trace_.text(counter->series));
    }
    for (const Track& track : trace_.tracks) {
      if (track.kind == TrackKind::GpuStream) process_of_.try_emplace(track.device, track.process);
    }
  }

  std::vector<MadeCounter> make() {
    add_queues();
    add_copies();
    return std::move(counters_);
  }

 private:
  void add(MadeCounter counter) {
    if (names_.contains({counter.process, counter.series})) return;
    if (range_) counter.samples = part_of(counter.samples, *range_);
    if (!counter.samples.empty()) counters_.push_back(std::move(counter));
  }

  void add_queues() {
    const auto queue = in_.of<LaunchQueue>();
    for (const StreamQueue& lane : queue->lanes) {
      MadeCounter counter{trace_.tracks[index_of(lane.track)].process,
                          std::string(kQueue),
                          lane.stream,
                          std::string(kQueue),
                          {}};
      for (std::size_t i = 0; i < lane.time_ns.size(); ++i)
        counter.samples.push_back({lane.time_ns[i], static_cast<double>(lane.length[i])});
      add(std::move(counter));
    }
  }

  void add_copies() {
    const auto copies = in_.of<CopyTable>();
    for (const CopyDevice& device : copies->devices) {
      std::map<std::string, std::vector<RatedCopy>> by_title;
      for (const CopyRow& row : device.rows) {
        auto& rated = by_title[copy_title(row.route.kind)];
        rated.insert(rated.end(), row.rated.begin(), row.rated.end());
      }
      const auto process = process_of_.find(device.device);
      if (process == process_of_.end()) continue;
      for (const auto& [title, rated] : by_title) {
        MadeCounter counter{process->second, title, std::nullopt, std::string(kBandwidth), {}};
        for (const CopyRate& rate : copy_rates(rated))
          counter.samples.push_back({rate.time_ns, rate.gb_per_s});
        add(std::move(counter));
      }
    }
  }

  const AnalysisResults& in_;
  const Snapshot& trace_;
  const std::optional<TimeRange>& range_;
  std::set<std::pair<StringId, std::string_view>> names_;  // existing process and series
  std::map<std::int64_t, StringId> process_of_;            // by device
  std::vector<MadeCounter> counters_;
};

}  // namespace

std::vector<MadeCounter> made_counters(const Snapshot& trace, const ReadEvent& read,
                                       const std::optional<TimeRange>& range) {
  return CounterMaker(AnalysisResults(trace, whole_window(), read), range).make();
}

}  // namespace lanescope
