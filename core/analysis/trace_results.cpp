#include "core/analysis/trace_results.h"

#include <algorithm>
#include <utility>

#include "core/analysis/events/step_ranges.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostParts = 6;

}  // namespace

AnalysisWindow window_of(const Snapshot& trace, const TracePart& part) {
  std::optional<AnalysisWindow> window;
  if (part.kind == WindowKind::Range && part.range) window = range_window(*part.range);
  if (part.kind == WindowKind::Steps) window = usual_window(trace, part.thresholds);
  if (part.kind == WindowKind::Hta) window = hta_window(trace);
  if (part.kind == WindowKind::Tb) window = tensorboard_window(trace, part.thresholds);
  if (!window) window = whole_window();
  window->thresholds = part.thresholds;
  return *window;
}

TraceResults::Whole::Whole(std::shared_ptr<const Snapshot> snapshot, const ReadEvent& read)
    : trace(std::move(snapshot)), results(*trace, whole_window(), read, stop.get_token()) {}

TraceResults::TraceResults(std::shared_ptr<const Snapshot> trace, const ReadEvent& read)
    : whole_(std::make_shared<Whole>(std::move(trace), read)) {}

bool TraceResults::is_stopped() const {
  const std::lock_guard lock(mutex_);
  return stopped_;
}

std::shared_ptr<TraceResults::Part> TraceResults::find(const TracePart& part) const {
  const auto at = std::ranges::find(parts_, part, [](const auto& known) { return known->about; });
  return at == parts_.end() ? nullptr : *at;
}

std::shared_ptr<const AnalysisResults> TraceResults::of(const TracePart& part) {
  std::shared_ptr<Part> found, oldest;  // freed after the lock is released
  {
    const std::lock_guard lock(mutex_);
    found = find(part);
    if (!found) {
      found = parts_.emplace_back(std::make_shared<Part>(part, whole_));
      if (stopped_) found->stop.request_stop();
      if (parts_.size() > kMostParts) {
        oldest = std::move(parts_.front());
        parts_.erase(parts_.begin());
      }
    }
  }
  const std::lock_guard making(found->making);
  if (!found->results) {
    const AnalysisResults& whole = whole_->results;
    AnalysisWindow window = window_of(whole.trace, part);
    const std::lock_guard lock(mutex_);
    found->results.emplace(whole.trace, std::move(window), whole.read, found->stop.get_token(),
                           whole.group_by, &whole);
  }
  return {found, &*found->results};
}

std::shared_ptr<const void> TraceResults::ready(const TracePart& part, std::type_index type) const {
  const std::lock_guard lock(mutex_);
  const auto found = find(part);
  return found && found->results ? found->results->ready(type) : nullptr;
}

std::shared_ptr<const void> TraceResults::stop(const TracePart& part) {
  const std::lock_guard lock(mutex_);
  const auto found = find(part);
  if (!found) return nullptr;
  found->stop.request_stop();
  std::erase(parts_, found);
  return found;
}

void TraceResults::stop_all() {
  const std::lock_guard lock(mutex_);
  for (const auto& part : parts_) part->stop.request_stop();
  whole_->stop.request_stop();
  stopped_ = true;
}

std::vector<std::shared_ptr<const void>> TraceResults::drop(std::type_index type) {
  std::vector<std::shared_ptr<Part>> parts;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& part : parts_) {
      if (part->results) parts.push_back(part);
    }
  }
  std::vector<std::shared_ptr<const void>> dropped;
  for (const auto& part : parts) dropped.push_back(part->results->drop(type));
  return dropped;
}

}  // namespace lanescope
