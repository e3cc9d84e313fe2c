#include "core/analysis/idle/data_loading.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "core/analysis/events/covered_time.h"
#include "core/analysis/events/device_timeline.h"
#include "core/analysis/events/launch_call.h"
#include "core/analysis/events/name_test.h"
#include "core/analysis/events/statistics.h"
#include "core/analysis/events/step_ranges.h"
#include "core/analysis/idle/host_activity.h"
#include "core/analysis/idle/idle.h"
#include "core/analysis/idle/loader_names.h"
#include "core/analysis/results.h"

namespace lanescope {
namespace {

constexpr std::array<std::string_view, 5> kVerdictNames = {"no_loader", "hidden", "add_workers",
                                                           "more_workers", "starving"};

/// The longest host-to-device copy between the start of a batch and that of the next one.
struct BatchCopy {
  EventId event = EventId::None;
  Ns dur_ns = -1;
  bool pageable = false;
};

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool is_upload(std::string_view copy) {
  return contains(copy, "HtoD");
}
bool is_pageable(std::string_view copy) {
  return contains(copy, "Pageable");
}

/// Drops batches that are inside others.
std::vector<FetchedBatch> outermost(std::vector<FetchedBatch> batches) {
  std::ranges::sort(batches, [](const FetchedBatch& a, const FetchedBatch& b) {
    if (a.range.begin_ns != b.range.begin_ns) return a.range.begin_ns < b.range.begin_ns;
    return a.range.end_ns != b.range.end_ns ? a.range.end_ns > b.range.end_ns : a.event < b.event;
  });
  std::vector<FetchedBatch> out;
  for (const FetchedBatch& batch : batches) {
    if (out.empty() || batch.range.end_ns > out.back().range.end_ns) out.push_back(batch);
  }
  return out;
}

class LoadingFinder {
 public:
  explicit LoadingFinder(const AnalysisResults& in)
      : in_(in), snapshot_(in.trace), window_(in.window), timelines_(in.of<DeviceTimelines>()) {}

  DataLoading run() {
    LoaderNames names = find_loader(snapshot_, *in_.of<HostActivities>());
    out_.by_frames = names.marked.empty() && !names.framed.empty();
    out_.workers = names.workers;
    out_.has_gpu_events = !timelines_->devices.empty();
    batches_ = outermost(std::move(out_.by_frames ? names.framed : names.marked));
    std::vector<TimeRange> ranges;
    for (const FetchedBatch& batch : batches_) ranges.push_back(batch.range);
    ranges = merged(ranges);
    find_hidden(ranges);
    find_idle_due(ranges);
    loader_ = CoveredTime(std::move(ranges));
    measure_batches();
    measure_steps();
    find_copies();
    out_.verdict = verdict();
    find_sampled();
    return std::move(out_);
  }

 private:
  void find_hidden(std::span<const TimeRange> loader) {
    const auto& devices = timelines_->devices;
    if (devices.size() == 1) {
      hidden_ = CoveredTime(common_parts(loader, devices.front().busy()));
      return;
    }
    std::vector<TimeRange> busy;
    for (const DeviceTimeline& timeline : devices)
      busy.insert(busy.end(), timeline.busy().begin(), timeline.busy().end());
    std::ranges::sort(busy, {}, &TimeRange::begin_ns);
    hidden_ = CoveredTime(common_parts(loader, merged(busy)));
  }

  /// Finds the idle time of each device that the loader causes. Python frames of the loader do not
  /// make idle time DataLoading, so for them all idle time counts.
  void find_idle_due(std::span<const TimeRange> loader) {
    if (batches_.empty()) return;
    if (out_.by_frames) {
      for (const DeviceTimeline& timeline : timelines_->devices) {
        due_.emplace_back(common_parts(loader, left_out(timeline.busy())));
      }
      return;
    }
    for (const IdleDevice& device : in_.of<IdleTime>()->devices) {
      std::vector<TimeRange> due;
      for (const IdleGap& gap : device.gaps) {
        for (const IdlePiece piece : device.pieces_of(gap)) {
          if (piece.what == IdleClass::DataLoading) due.push_back(piece.range);
        }
      }
      due_.emplace_back(merged(due));
    }
  }

  void measure_batches() {
    std::vector<double> lengths;
    for (const FetchedBatch& batch : batches_) {
      if (!window_.has_start(batch.range.begin_ns)) continue;
      const Ns length_ns = length_of(batch.range);
      lengths.push_back(static_cast<double>(length_ns));
      if (lengths.size() > 1 && length_ns <= out_.longest_batch_ns) continue;
      out_.longest_batch_ns = length_ns;
      out_.longest_batch = batch.event;
    }
    out_.batches = lengths.size();
    const double median = median_of(lengths);
    out_.median_batch_ns = rounded_ns(median);
    if (out_.workers != LoaderWorkers::Some) return;  // no workers to start
    for (const double length : lengths) {
      if (length <= window_.thresholds->first_batch * median) continue;
      ++out_.first_batches;
      out_.first_batches_ns = saturating_add(out_.first_batches_ns, rounded_ns(length));
    }
  }

  void measure_steps() {
    const auto steps = in_.of<StepRanges>();
    for (const StepRange& step : steps->steps) {
      out_.has_steps = true;
      if (window_.has_start(step.range.begin_ns)) add_step(step.name, step.range);
    }
    if (out_.steps.empty()) {
      add_step(StringId::Empty, window_.is_bounded() ? window_.range : snapshot_.slices_extent);
    }
    for (const LoaderStep& step : out_.steps) {
      out_.span_ns = saturating_add(out_.span_ns, length_of(step.range));
      out_.total.batches += step.batches;
      out_.total.loader_ns = saturating_add(out_.total.loader_ns, step.loader_ns);
      out_.total.hidden_ns = saturating_add(out_.total.hidden_ns, step.hidden_ns);
      out_.total.idle_due_ns = saturating_add(out_.total.idle_due_ns, step.idle_due_ns);
    }
  }

  void add_step(StringId name, TimeRange range) {
    LoaderStep step;
    step.name = name;
    step.range = range;
    const auto first_from = [&](Ns time_ns) {
      return std::ranges::lower_bound(
          batches_, time_ns, {}, [](const FetchedBatch& batch) { return batch.range.begin_ns; });
    };
    if (!range.empty()) {
      step.batches =
          static_cast<std::uint64_t>(first_from(range.end_ns) - first_from(range.begin_ns));
    }
    step.loader_ns = loader_.length_in(range);
    step.hidden_ns = hidden_.length_in(range);
    for (const CoveredTime& device : due_) {
      step.idle_due_ns = std::max(step.idle_due_ns, device.length_in(range));
    }
    out_.steps.push_back(step);
  }

  /// Finds the longest host-to-device copy after each batch, most likely the batch itself.
  void find_copies() {
    if (batches_.empty()) return;
    std::vector<BatchCopy> copies(batches_.size());
    NameTest upload(snapshot_, is_upload), pageable(snapshot_, is_pageable);
    for (const DeviceTimeline& timeline : timelines_->devices) {
      for (const TimelineEvent& event : timeline.events) {
        if (!event.counts || event.kind != CategoryKind::Memcpy) continue;
        const auto call =
            upload(event.name) ? find_launch_call(snapshot_, event.link) : std::nullopt;
        const auto batch = call ? batch_before(call->range.begin_ns) : std::nullopt;
        if (!batch || length_of(event.range) <= copies[*batch].dur_ns) continue;
        copies[*batch] = {event.event, length_of(event.range), pageable(event.name)};
      }
    }
    Ns longest_ns = -1;
    for (const BatchCopy& copy : copies) {
      if (copy.event == EventId::None) continue;
      ++(copy.pageable ? out_.pageable_copies : out_.pinned_copies);
      if (!copy.pageable || copy.dur_ns <= longest_ns) continue;
      longest_ns = copy.dur_ns;
      out_.pageable_copy = copy.event;
    }
  }

  /// The last batch that starts at or before `time_ns`.
  [[nodiscard]] std::optional<std::size_t> batch_before(Ns time_ns) const {
    const auto after = std::ranges::upper_bound(
        batches_, time_ns, {}, [](const FetchedBatch& batch) { return batch.range.begin_ns; });
    if (after == batches_.begin()) return std::nullopt;
    return static_cast<std::size_t>(after - batches_.begin()) - 1;
  }

  void find_sampled() {
    const auto sampled = in_.of<SampledWorkers>();
    const auto least = static_cast<Ns>(window_.thresholds->least_samples);
    out_.sampled_workers = worker_times(*sampled, window_, least);
    out_.sample_period_ns = sampled->period_ns;
  }

  [[nodiscard]] LoaderVerdict verdict() const {
    if (out_.batches == 0) return LoaderVerdict::NoLoader;
    const double limit =
        window_.thresholds->data_loading_pct / 100 * static_cast<double>(out_.span_ns);
    // Without a GPU nothing hides the loading: the training loop waits for all of it.
    const Ns waited_ns = out_.has_gpu_events ? out_.total.idle_due_ns : out_.total.loader_ns;
    if (static_cast<double>(waited_ns) <= limit) return LoaderVerdict::Hidden;
    switch (out_.workers) {
      case LoaderWorkers::None:
        return LoaderVerdict::AddWorkers;
      case LoaderWorkers::Some:
        return LoaderVerdict::MoreWorkers;
      case LoaderWorkers::Unknown:
        break;
    }
    return LoaderVerdict::Starving;
  }

  const AnalysisResults& in_;
  const Snapshot& snapshot_;
  const AnalysisWindow& window_;
  std::shared_ptr<const DeviceTimelines> timelines_;
  std::vector<FetchedBatch> batches_;
  CoveredTime loader_, hidden_;
  std::vector<CoveredTime> due_;  // by device
  DataLoading out_;
};

}  // namespace

std::string_view loader_verdict_name(LoaderVerdict verdict) {
  return kVerdictNames[static_cast<std::size_t>(verdict)];
}

DataLoading analyse_data_loading(const AnalysisResults& in) {
  return LoadingFinder(in).run();
}

}  // namespace lanescope
