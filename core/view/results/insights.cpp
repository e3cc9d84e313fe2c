#include "core/view/results/insights.h"

#include <algorithm>
#include <utility>

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
    if (results_) results_->stop_all();
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

/// Whose worker has to be waited for.
void Insights::discard(std::unique_ptr<Insights> prepared) {
  if (!prepared) return;
  gone_.push_back(std::shared_ptr<const Insights>(std::move(prepared)));
  wake_.notify_all();
}

/// What is not there yet, or is about another range, is found anew.
void Insights::take_prepared() {
  std::unique_ptr<Insights> prepared = std::exchange(next_, nullptr);
  if (prepared && prepared->snapshot_ == snapshot_) {
    const std::lock_guard lock(prepared->mutex_);
    results_ = std::exchange(prepared->results_, nullptr);
    prepared->versions_.fill(0);
  }
  discard(std::move(prepared));
}

/// Everything is found anew; what was found before is shown until then.
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

/// Changes what Chosen is about.
void Insights::look_elsewhere(const std::function<void()>& change) {
  if (resolved(InsightScope::Chosen) == InsightScope::Chosen) stop(InsightScope::Chosen);
  change();
  if (snapshot_) version(InsightScope::Chosen) = ++last_version_;
}

void Insights::stop(InsightScope scope) {
  if (!results_) return;
  if (auto stopped = results_->stop(part_of(scope))) gone_.push_back(std::move(stopped));
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
  if (results_) {
    results_->stop_all();
    gone_.push_back(std::exchange(results_, nullptr));
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

/// What was made as a part of another, or for somebody else.
void Insights::take_ready(Slot& slot) {
  Value value = results_->ready(part_of(slot.scope), slot.type);
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

/// With the lock, which it lets go of meanwhile.
void Insights::make(std::unique_lock<std::mutex>& lock, Slot& slot) {
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
    gone_.push_back(std::exchange(slot.value, std::move(value)));
    slot.made = asked;
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
    if (const auto dropped = std::exchange(dropped_, {}); results_ && !dropped.empty()) {
      const std::shared_ptr<TraceResults> results = results_;
      lock.unlock();
      for (const std::type_index type : dropped) results->drop(type);
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
