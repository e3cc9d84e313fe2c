#include "core/view/results/insights.h"

#include <algorithm>
#include <utility>

#include "core/base/memory_shortage.h"

namespace lanescope {
namespace {

constexpr std::size_t index_of(InsightScope scope) {
  return static_cast<std::size_t>(scope);
}

}  // namespace

Insights::~Insights() {
  {
    const std::lock_guard lock(mutex_);
    if (results_) results_->stop_all();
    versions_.fill(0);  // nothing is missing any more
  }
  tasks_.finish();
}

void Insights::follow(const std::shared_ptr<const Snapshot>& snapshot, std::uint64_t generation,
                      const std::optional<TimeRange>& range, const ReadEvent& read,
                      const SharedThresholds& thresholds) {
  const std::lock_guard lock(mutex_);
  const bool usable = snapshot && snapshot->complete;
  const bool other_trace = usable ? generation != generation_ || !snapshot_ : snapshot_ != nullptr;
  if (other_trace) {
    forget();
    snapshot_ = usable ? snapshot : nullptr;
    thresholds_ = thresholds;
    generation_ = generation;
    if (!usable) return;
    for (Version& version : versions_) version = ++last_version_;
    take_prepared();
    if (!results_) results_ = std::make_shared<TraceResults>(snapshot, read);
  }
  judge_by(thresholds);
  if (range_ != range) look_elsewhere([&] { range_ = range; });
}

bool Insights::prepare(const std::shared_ptr<const Snapshot>& next, const ReadEvent& read) {
  const std::lock_guard lock(mutex_);
  if (!next_ || next_->snapshot_ != next) {
    auto prepared = std::make_unique<Insights>(done_);
    prepared->follow(next, 1, range_, read, thresholds_);
    prepared->look_at(looked_at_);
    for (const auto& slot : slots_) {
      if (slot->wanted != 0 && slot->wanted == version(slot->scope))
        (void)prepared->ask(slot->type, slot->scope, slot->make, slot->when);
    }
    next_.swap(prepared);
    discard(std::move(prepared));
  }
  return !next_->busy();
}

/// Freed elsewhere, because its destructor waits for its tasks.
void Insights::discard(std::unique_ptr<Insights> prepared) {
  if (!prepared) return;
  free_elsewhere(std::move(prepared));
}

/// Results that are not ready, or for another range, are computed again.
void Insights::take_prepared() {
  std::unique_ptr<Insights> prepared = std::exchange(next_, nullptr);
  if (prepared && prepared->snapshot_ == snapshot_) {
    const std::lock_guard lock(prepared->mutex_);
    results_ = std::exchange(prepared->results_, nullptr);
    prepared->versions_.fill(0);
  }
  discard(std::move(prepared));
}

/// Everything is computed again; previous results are shown until then.
void Insights::judge_by(const SharedThresholds& thresholds) {
  if (thresholds_ == thresholds) return;
  for (std::size_t scope = 0; scope < versions_.size(); ++scope)
    stop(static_cast<InsightScope>(scope));
  thresholds_ = thresholds;
  if (!snapshot_) return;
  for (Version& version : versions_) version = ++last_version_;
}

void Insights::look_at(WindowKind window) {
  const std::lock_guard lock(mutex_);
  if (looked_at_ == window) return;
  if (range_) {
    looked_at_ = window;
  } else {
    look_elsewhere([&] { looked_at_ = window; });
  }
}

/// Changes what Chosen covers.
void Insights::look_elsewhere(const std::function<void()>& change) {
  if (resolved(InsightScope::Chosen) == InsightScope::Chosen) stop(InsightScope::Chosen);
  change();
  if (snapshot_) version(InsightScope::Chosen) = ++last_version_;
}

void Insights::stop(InsightScope scope) {
  if (!results_) return;
  if (auto stopped = results_->stop(part_of(scope))) free_elsewhere(std::move(stopped));
}

void Insights::drop(std::type_index type) {
  const std::lock_guard lock(mutex_);
  for (const auto& slot : slots_) {
    if (slot->type != type) continue;
    if (slot->taken) stop(slot->scope);
    if (slot->value) free_elsewhere(std::exchange(slot->value, nullptr));
    slot->made = slot->wanted = 0;
  }
  // Large ones take milliseconds to free.
  if (results_) free_elsewhere(results_->drop(type));
}

void Insights::forget() {
  if (results_) {
    results_->stop_all();
    free_elsewhere(std::exchange(results_, nullptr));
  }
  for (const auto& slot : slots_) {
    if (slot->value) free_elsewhere(std::exchange(slot->value, nullptr));
    slot->made = slot->wanted = 0;
  }
  versions_.fill(0);
}

InsightScope Insights::resolved(InsightScope scope) const {
  if (scope == InsightScope::Chosen) {
    const WindowKind window = chosen_window();
    if (window == WindowKind::Steps) scope = InsightScope::Steps;
    if (window == WindowKind::Whole) scope = InsightScope::Whole;
  }
  if (scope == InsightScope::Steps && (!snapshot_ || snapshot_->steps.empty()))
    scope = InsightScope::Whole;
  return scope;
}

WindowKind Insights::chosen_window() const {
  if (range_) return WindowKind::Range;
  const std::size_t steps = snapshot_ ? snapshot_->steps.size() : 0;
  const std::size_t least = looked_at_ == WindowKind::Hta ? 2 : 1;
  return steps < least ? WindowKind::Whole : looked_at_;
}

TracePart Insights::part_of(InsightScope scope) const {
  const InsightScope about = resolved(scope);
  if (about == InsightScope::Whole) return {WindowKind::Whole, std::nullopt, thresholds_};
  if (about == InsightScope::Steps) return {WindowKind::Steps, std::nullopt, thresholds_};
  return {chosen_window(), range_, thresholds_};
}

std::shared_ptr<TraceResults> Insights::results() const {
  const std::lock_guard lock(mutex_);
  return results_;
}

TracePart Insights::part(InsightScope scope) const {
  const std::lock_guard lock(mutex_);
  return part_of(scope);
}

Insights::Version& Insights::version(InsightScope scope) {
  return versions_[index_of(scope)];
}

InsightScope Insights::meaning(InsightScope scope) const {
  const std::lock_guard lock(mutex_);
  return resolved(scope);
}

WindowKind Insights::window() const {
  const std::lock_guard lock(mutex_);
  return chosen_window();
}

std::optional<TimeRange> Insights::range() const {
  const std::lock_guard lock(mutex_);
  return range_;
}

bool Insights::busy() const {
  const std::lock_guard lock(mutex_);
  return std::ranges::any_of(slots_, [this](const auto& slot) {
    return slot->wanted == versions_[index_of(slot->scope)] && slot->made != slot->wanted &&
           slot->failed != slot->wanted;
  });
}

Insights::Slot& Insights::slot(std::type_index type, InsightScope scope, Make make) {
  for (const auto& slot : slots_) {
    if (slot->type == type && slot->scope == scope) return *slot;
  }
  slots_.push_back(std::make_unique<Slot>(Slot{type, scope, std::move(make), nullptr, 0, 0}));
  return *slots_.back();
}

Insights::Untyped Insights::ask(std::type_index type, InsightScope scope, Make make,
                                InsightFor when) {
  const std::lock_guard lock(mutex_);
  if (!snapshot_) return {};
  scope = resolved(scope);
  Slot& found = slot(type, scope, std::move(make));
  if (found.wanted != version(scope)) {
    found.wanted = version(scope);
    found.when = when;
    found.queued = false;
    take_ready(found);
  }
  if (found.made != found.wanted && found.failed != found.wanted) start(found, when);
  return {found.value, found.made == found.wanted};
}

/// Takes a result that was computed as part of another, or for another user of the results.
void Insights::take_ready(Slot& slot) {
  Value value = results_->ready(part_of(slot.scope), slot.type);
  if (!value) return;
  if (slot.value) free_elsewhere(std::exchange(slot.value, nullptr));
  slot.value = std::move(value);
  slot.made = slot.wanted;
}

/// Queues a computation unless it is queued; queues it again if it has become urgent, and the first
/// task to start computes it. If no thread could be started the first time, there may be one now.
void Insights::start(Slot& slot, InsightFor when) {
  const bool sooner = when == InsightFor::Now && slot.when == InsightFor::Later;
  if (slot.queued && !sooner) return;
  if (sooner) slot.when = when;
  slot.queued = tasks_.submit(slot.when == InsightFor::Now ? Urgency::Shown : Urgency::Later,
                              [this, &slot] { make(slot); });
}

/// Runs on a pool thread.
void Insights::make(Slot& slot) {
  std::unique_lock lock(mutex_);
  const auto is_missing = [&] {
    const Version now = version(slot.scope);
    return now != 0 && slot.wanted == now && slot.made != now && slot.failed != now;
  };
  while (!slot.taken && is_missing()) make_once(lock, slot);
}

/// Called with the lock, and unlocks it while computing.
void Insights::make_once(std::unique_lock<std::mutex>& lock, Slot& slot) {
  const Version asked = version(slot.scope);
  const TracePart part = part_of(slot.scope);
  const std::shared_ptr<TraceResults> results = results_;
  slot.taken = true;
  lock.unlock();
  Value value;
  bool stopped = false;
  const bool made = survives_shortage([&] {
    const auto of_part = results->of(part);
    value = slot.make(*of_part);
    stopped = of_part->stop.stop_requested();
  });
  lock.lock();
  slot.taken = false;
  if (!made) {
    slot.failed = asked;
  } else if (!stopped) {
    value.swap(slot.value);
    slot.made = asked;
  }
  lock.unlock();
  value.reset();  // frees the previous value without the lock
  if (done_) done_();
  lock.lock();
}

}  // namespace lanescope
