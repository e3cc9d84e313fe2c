#include "core/view/results/insights.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "core/analysis/events/step_ranges.h"
#include "core/analysis/results/registry.h"
#include "core/base/memory_shortage.h"
#include "core/base/threads/start_thread.h"

namespace lanescope {
namespace {

template <typename Result>
struct Analysis;

#define LANESCOPE_DEFINE(key, Result, call)                    \
  template <>                                                  \
  struct Analysis<Result> {                                    \
    static Result run(const InsightInput& in) { return call; } \
  };
LANESCOPE_ANALYSES(LANESCOPE_DEFINE)
#undef LANESCOPE_DEFINE

constexpr std::size_t index_of(InsightScope scope) {
  return static_cast<std::size_t>(scope);
}

}  // namespace

template <typename Result>
Result analyse_insight(const InsightInput& in) {
  return Analysis<Result>::run(in);
}

#define LANESCOPE_INSTANTIATE(key, Result, call) \
  template Result analyse_insight<Result>(const InsightInput& in);
LANESCOPE_ANALYSES(LANESCOPE_INSTANTIATE)
#undef LANESCOPE_INSTANTIATE

Insights::~Insights() {
  {
    const std::lock_guard lock(mutex_);
    for (std::stop_source& stop : stops_) stop.request_stop();
  }
  worker_.request_stop();
  for_screen_.request_stop();
  wake_.notify_all();
}

void Insights::follow(const std::shared_ptr<const Snapshot>& snapshot, std::uint64_t generation,
                      const std::optional<TimeRange>& range, const ReadEvent& read,
                      const SharedThresholds& thresholds) {
  const std::lock_guard lock(mutex_);
  const bool usable = snapshot && snapshot->settled;
  const bool other_trace = usable ? generation != generation_ || !snapshot_ : snapshot_ != nullptr;
  if (other_trace) {
    forget();
    snapshot_ = usable ? snapshot : nullptr;
    thresholds_ = thresholds;
    generation_ = generation;
    read_ = read;
    if (!usable) return;
    for (Version& version : versions_) version = ++last_version_;
    take_prepared();
  }
  judge_by(thresholds);
  if (range_ == range) return;
  range_ = range;
  stop(InsightScope::Chosen);
  if (snapshot_) version(InsightScope::Chosen) = ++last_version_;
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

/// Whose worker has to be waited for.
void Insights::discard(std::unique_ptr<Insights> prepared) {
  if (!prepared) return;
  gone_.push_back(std::shared_ptr<const Insights>(std::move(prepared)));
  wake_.notify_all();
}

/// What is not there yet, or is about another range, is found anew.
void Insights::take_prepared() {
  std::unique_ptr<Insights> prepared = std::exchange(next_, nullptr);
  if (!prepared || prepared->snapshot_ != snapshot_) return discard(std::move(prepared));
  {
    const std::lock_guard lock(prepared->mutex_);
    for (const auto& ready : prepared->slots_) {
      const bool same = ready->scope != InsightScope::Chosen ||
                        (prepared->range_ == range_ && prepared->looked_at_ == looked_at_);
      if (!same || ready->made != prepared->version(ready->scope)) continue;
      Slot& here = slot(ready->type, ready->scope, ready->make);
      here.value = std::exchange(ready->value, nullptr);
      here.made = version(here.scope);
    }
  }
  discard(std::move(prepared));
}

/// Everything is found anew; what was found before is shown until then.
void Insights::judge_by(const SharedThresholds& thresholds) {
  if (thresholds_ == thresholds) return;
  thresholds_ = thresholds;
  for (std::size_t scope = 0; scope < stops_.size(); ++scope)
    stop(static_cast<InsightScope>(scope));
  if (!snapshot_) return;
  for (Version& version : versions_) version = ++last_version_;
}

void Insights::look_at(WindowKind window) {
  const std::lock_guard lock(mutex_);
  if (looked_at_ == window) return;
  looked_at_ = window;
  if (range_) return;
  stop(InsightScope::Chosen);
  if (snapshot_) version(InsightScope::Chosen) = ++last_version_;
}

void Insights::stop(InsightScope scope) {
  stops_[index_of(scope)].request_stop();
  stops_[index_of(scope)] = std::stop_source();
}

void Insights::drop(std::type_index type) {
  const std::lock_guard lock(mutex_);
  for (const auto& slot : slots_) {
    if (slot->type != type) continue;
    if (slot->taken || slot->making) stop(slot->scope);
    if (slot->value) gone_.push_back(std::move(slot->value));
    slot->value = nullptr;
    slot->made = slot->wanted = 0;
  }
  if (!gone_.empty()) wake_.notify_all();
}

void Insights::forget() {
  for (std::stop_source& stop : stops_) {
    stop.request_stop();
    stop = std::stop_source();
  }
  for (const auto& slot : slots_) {
    if (slot->value) gone_.push_back(std::move(slot->value));
    slot->value = nullptr;
    slot->made = slot->wanted = 0;
  }
  versions_.fill(0);
  wake_.notify_all();
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
  const bool fresh = found.wanted != version(scope);
  if (fresh) found.when = InsightFor::Later;
  const bool sooner = when == InsightFor::Now && found.when == InsightFor::Later;
  if (sooner) found.when = when;
  if (fresh || sooner) {
    found.wanted = version(scope);
    wake_.notify_all();
  }
  if (found.made != found.wanted) start_workers();
  return {found.value, found.made == found.wanted};
}

/// Where the system had no thread when it was asked first it may have one now.
void Insights::start_workers() {
  if (!worker_.joinable())
    start_thread(worker_, [this](const std::stop_token& quit) { work(quit, InsightFor::Later); });
  if (!for_screen_.joinable())
    start_thread(for_screen_, [this](const std::stop_token& quit) { work(quit, InsightFor::Now); });
}

Insights::Value Insights::of(const InsightInput& in, std::type_index type, Make make) {
  std::unique_lock lock(mutex_);
  Slot& found = slot(type, in.scope, std::move(make));
  // Insights ask for others in one direction only, so two workers never wait for each other.
  made_.wait(lock, [&found] { return !found.making; });
  if (!in.stop.stop_requested() && found.made == version(in.scope)) return found.value;
  found.making = true;
  lock.unlock();
  Value value;
  std::exception_ptr failure;
  try {
    value = found.make(in);
  } catch (...) {
    failure = std::current_exception();
  }
  lock.lock();
  found.making = false;
  made_.notify_all();
  if (failure) std::rethrow_exception(failure);
  if (!in.stop.stop_requested()) {
    gone_.push_back(std::exchange(found.value, value));
    found.made = version(in.scope);
  }
  return value;
}

/// What is on the screen before what is not, else in the order of the first questions.
Insights::Slot* Insights::next(InsightFor worker) {
  Slot* later = nullptr;
  for (const auto& slot : slots_) {
    const Version now = version(slot->scope);
    if (now == 0 || slot->wanted != now || slot->made == now || slot->failed == now || slot->taken)
      continue;
    if (slot->when == InsightFor::Now) return slot.get();
    if (later == nullptr) later = slot.get();
  }
  return worker == InsightFor::Later ? later : nullptr;
}

AnalysisWindow Insights::window_of(InsightScope scope, WindowKind chosen,
                                   const std::optional<TimeRange>& range,
                                   const std::shared_ptr<const Snapshot>& snapshot,
                                   const SharedThresholds& thresholds) {
  const std::lock_guard lock(windows_mutex_);
  if (windows_of_ != snapshot || windows_by_ != thresholds) {
    windows_of_ = snapshot;
    windows_by_ = thresholds;
    steps_.reset();
    tensorboard_.reset();
  }
  if (scope == InsightScope::Whole) return whole_window();
  if (scope == InsightScope::Steps) {
    if (!steps_) steps_ = usual_window(*snapshot, thresholds);
    return *steps_;
  }
  if (range) return range_window(*range);
  if (chosen != WindowKind::Tb) return hta_window(*snapshot);
  if (!tensorboard_)
    tensorboard_ = tensorboard_window(*snapshot, thresholds).value_or(whole_window());
  return *tensorboard_;
}

/// With the lock, which it lets go of meanwhile.
void Insights::make(std::unique_lock<std::mutex>& lock, Slot& slot) {
  const std::shared_ptr<const Snapshot> snapshot = snapshot_;
  const ReadEvent read = read_;
  const WindowKind chosen = chosen_window();
  const std::optional<TimeRange> range = range_;
  const SharedThresholds thresholds = thresholds_;
  const std::stop_token stop = stops_[index_of(slot.scope)].get_token();
  const Version version_now = version(slot.scope);
  slot.taken = true;
  lock.unlock();
  const bool made = survives_shortage([&] {
    AnalysisWindow window = window_of(slot.scope, chosen, range, snapshot, thresholds);
    window.thresholds = thresholds;
    InsightInput in{*snapshot, std::move(window), read, stop};
    in.all = this;
    in.scope = slot.scope;
    (void)of(in, slot.type, slot.make);
  });
  lock.lock();
  slot.taken = false;
  if (!made) slot.failed = version_now;
  lock.unlock();
  if (done_) done_();
}

void Insights::work(const std::stop_token& quit, InsightFor worker) {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, quit, [&] { return next(worker) != nullptr || !gone_.empty(); });
    if (quit.stop_requested()) return;
    std::vector<Value> gone = std::exchange(gone_, {});
    if (Slot* wanted = next(worker); wanted != nullptr) {
      make(lock, *wanted);
    } else {
      lock.unlock();
    }
    gone.clear();
    lock.lock();
  }
}

}  // namespace lanescope
