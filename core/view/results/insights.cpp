#include "core/view/results/insights.h"

#include <algorithm>
#include <utility>

#include "core/analysis/events/step_ranges.h"
#include "core/base/memory_shortage.h"
#include "core/base/threads/start_thread.h"

namespace lanescope {
namespace {

constexpr std::size_t index_of(InsightScope scope) {
  return static_cast<std::size_t>(scope);
}

}  // namespace

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
    if (slot->taken) stop(slot->scope);
    if (slot->value) gone_.push_back(std::move(slot->value));
    slot->value = nullptr;
    slot->made = slot->wanted = 0;
  }
  dropped_.push_back(type);
  wake_.notify_all();
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
  if (fresh) take_ready(found);
  if (found.made != found.wanted) start_workers();
  return {found.value, found.made == found.wanted};
}

/// What was made as a part of another. Workers that find a window are not waited for.
void Insights::take_ready(Slot& slot) {
  const std::unique_lock lock(windows_mutex_, std::try_to_lock);
  if (!lock) return;
  const Shared& shared = shared_[index_of(slot.scope)];
  if (shared.version != slot.wanted) return;
  Value value = shared.results->ready(slot.type);
  if (!value) return;
  gone_.push_back(std::exchange(slot.value, std::move(value)));
  slot.made = slot.wanted;
}

/// Where the system had no thread when it was asked first it may have one now.
void Insights::start_workers() {
  if (!worker_.joinable())
    start_thread(worker_, [this](const std::stop_token& quit) { work(quit, InsightFor::Later); });
  if (!for_screen_.joinable())
    start_thread(for_screen_, [this](const std::stop_token& quit) { work(quit, InsightFor::Now); });
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

AnalysisWindow Insights::window_of(const Question& question) {
  const Snapshot& trace = *question.snapshot;
  if (windows_of_ != question.snapshot || windows_by_ != question.thresholds) {
    windows_of_ = question.snapshot;
    windows_by_ = question.thresholds;
    steps_.reset();
    tensorboard_.reset();
  }
  if (question.scope == InsightScope::Whole) return whole_window();
  if (question.scope == InsightScope::Steps) {
    if (!steps_) steps_ = usual_window(trace, question.thresholds);
    return *steps_;
  }
  if (question.range) return range_window(*question.range);
  if (question.chosen != WindowKind::Tb) return hta_window(trace);
  if (!tensorboard_)
    tensorboard_ = tensorboard_window(trace, question.thresholds).value_or(whole_window());
  return *tensorboard_;
}

Insights::Shared Insights::shared_results(const Question& question) {
  Shared old;  // let go of when the lock is
  const std::lock_guard lock(windows_mutex_);
  Shared& shared = shared_[index_of(question.scope)];
  if (shared.version == question.version && !shared.results->stop.stop_requested()) return shared;
  AnalysisWindow window = window_of(question);
  window.thresholds = question.thresholds;
  old = std::exchange(
      shared, {question.snapshot,
               std::make_shared<const AnalysisResults>(*question.snapshot, std::move(window),
                                                       question.read, question.stop),
               question.version});
  return shared;
}

/// Of these types, and of all that was stopped: it would keep its snapshot in memory until somebody
/// asks again. The latter is not worth waiting for a worker that finds a window.
void Insights::let_go(const std::vector<std::type_index>& types) {
  std::array<Shared, 3> stopped;  // freed when the lock is
  std::unique_lock lock(windows_mutex_, std::try_to_lock);
  if (!lock && types.empty()) return;
  if (!lock) lock.lock();
  for (std::size_t scope = 0; scope < shared_.size(); ++scope) {
    Shared& shared = shared_[scope];
    if (!shared.results) continue;
    for (const std::type_index type : types) shared.results->drop(type);
    if (shared.results->stop.stop_requested()) stopped[scope] = std::exchange(shared, {});
  }
}

/// With the lock, which it lets go of meanwhile.
void Insights::make(std::unique_lock<std::mutex>& lock, Slot& slot) {
  const Question question{
      slot.scope, version(slot.scope), chosen_window(), range_,
      snapshot_,  thresholds_,         read_,           stops_[index_of(slot.scope)].get_token()};
  slot.taken = true;
  lock.unlock();
  Value value;
  const bool made = survives_shortage([&] {
    const Shared shared = shared_results(question);
    value = slot.make(*shared.results);
  });
  lock.lock();
  slot.taken = false;
  if (!made) {
    slot.failed = question.version;
  } else if (!question.stop.stop_requested()) {
    gone_.push_back(std::exchange(slot.value, std::move(value)));
    slot.made = question.version;
  }
  lock.unlock();
  if (done_) done_();
}

void Insights::work(const std::stop_token& quit, InsightFor worker) {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, quit,
               [&] { return next(worker) != nullptr || !gone_.empty() || !dropped_.empty(); });
    if (quit.stop_requested()) return;
    std::vector<Value> gone = std::exchange(gone_, {});
    if (const auto dropped = std::exchange(dropped_, {}); !dropped.empty() || !gone.empty()) {
      lock.unlock();
      let_go(dropped);
      lock.lock();
    }
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
