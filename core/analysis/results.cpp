#include "core/analysis/results.h"

#include <chrono>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "core/analysis/in_progress.h"
#include "core/analysis/registry.h"
#include "core/base/files/stage_log.h"
#include "core/base/text/demangle.h"

namespace lanescope {
namespace {

bool is_same(const AnalysisWindow& a, const AnalysisWindow& b) {
  return a.kind == b.kind && a.range == b.range && a.device == b.device && a.steps == b.steps &&
         a.warm_up_steps == b.warm_up_steps && a.thresholds == b.thresholds;
}

template <typename Result>
struct Analysis;

#define LANESCOPE_DEFINE(key, Result, call)                       \
  template <>                                                     \
  struct Analysis<Result> {                                       \
    static Result run(const AnalysisResults& in) { return call; } \
  };
LANESCOPE_ANALYSES(LANESCOPE_DEFINE)
#undef LANESCOPE_DEFINE

#define LANESCOPE_DEFINE(Result, call)                            \
  template <>                                                     \
  struct Analysis<Result> {                                       \
    static Result run(const AnalysisResults& in) { return call; } \
  };
LANESCOPE_SHARED_RESULTS(LANESCOPE_DEFINE)
#undef LANESCOPE_DEFINE

/// The type's name without its namespace: "GpuTime".
std::string name_of(std::type_index type) {
  constexpr std::string_view kOurs = "lanescope::";
  constexpr std::size_t kMostBytes = 200;
  const std::string symbol = std::string("_Z") + type.name();
  std::string name = demangled(symbol, kMostBytes).value_or(symbol);
  return name.starts_with(kOurs) ? name.substr(kOurs.size()) : name;
}

/// A computation on this thread: its time without that of the ones that it asks for, and which.
class Computation {
 public:
  explicit Computation(std::type_index result) : outer_(std::exchange(current_, this)) {
    if (outer_ != nullptr) outer_->asked_.insert(result);
  }
  ~Computation() {
    current_ = outer_;
    if (outer_ != nullptr) outer_->others_ns_ += total_ns();
  }
  Computation(const Computation&) = delete;
  Computation& operator=(const Computation&) = delete;
  [[nodiscard]] std::int64_t own_ns() const { return total_ns() - others_ns_; }
  [[nodiscard]] const std::set<std::type_index>& asked() const { return asked_; }

 private:
  [[nodiscard]] std::int64_t total_ns() const {
    return std::chrono::nanoseconds(std::chrono::steady_clock::now() - begin_).count();
  }
  static thread_local Computation* current_;
  Computation* const outer_;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::int64_t others_ns_ = 0;
  std::set<std::type_index> asked_;
};
thread_local Computation* Computation::current_ = nullptr;

}  // namespace

template <typename Result>
Result analyse(const AnalysisResults& in) {
  return Analysis<Result>::run(in);
}

#define LANESCOPE_INSTANTIATE(key, Result, call) \
  template Result analyse<Result>(const AnalysisResults& in);
LANESCOPE_ANALYSES(LANESCOPE_INSTANTIATE)
#undef LANESCOPE_INSTANTIATE

#define LANESCOPE_INSTANTIATE(Result, call) \
  template Result analyse<Result>(const AnalysisResults& in);
LANESCOPE_SHARED_RESULTS(LANESCOPE_INSTANTIATE)
#undef LANESCOPE_INSTANTIATE

AnalysisResults::AnalysisResults(const Snapshot& snapshot, AnalysisWindow part, ReadEvent reader,
                                 std::stop_token stopped, OpGroupBy groups,
                                 const AnalysisResults* of_trace)
    : trace(snapshot),
      window(std::move(part)),
      read(std::move(reader)),
      stop(std::move(stopped)),
      group_by(groups),
      of_trace_(of_trace == nullptr ? *this : *of_trace) {}

AnalysisResults::~AnalysisResults() = default;

const AnalysisResults& AnalysisResults::about(const AnalysisWindow& other) const {
  if (is_same(window, other)) return *this;
  const std::lock_guard lock(mutex_);
  for (const auto& known : others_) {
    if (is_same(known->window, other)) return *known;
  }
  others_.push_back(
      std::make_unique<AnalysisResults>(trace, other, read, stop, group_by, &of_trace_));
  return *others_.back();
}

std::shared_ptr<const void> AnalysisResults::ready(std::type_index type) const {
  const std::lock_guard lock(mutex_);
  const auto found = slots_.find(type);
  return found == slots_.end() ? nullptr : found->second.value;
}

std::shared_ptr<const void> AnalysisResults::drop(std::type_index type) const {
  Value gone;
  const std::lock_guard lock(mutex_);
  const auto found = slots_.find(type);
  if (found != slots_.end()) gone.swap(found->second.value);
  return gone;
}

std::size_t AnalysisResults::computed() const {
  const std::lock_guard lock(mutex_);
  std::size_t sum = 0;
  for (const auto& [type, slot] : slots_) sum += slot.computed;
  for (const auto& other : others_) sum += other->computed();
  return sum;
}

std::vector<AnalysisResults::Cost> AnalysisResults::costs() const {
  std::vector<Cost> all;
  const std::lock_guard lock(mutex_);
  for (const auto& [type, slot] : slots_) {
    if (slot.computed == 0) continue;
    Cost& cost = all.emplace_back(Cost{name_of(type), slot.own_ns, slot.computed, {}});
    for (const std::type_index asked : slot.asked) cost.asked.insert(name_of(asked));
  }
  for (const auto& other : others_) {
    for (Cost& cost : other->costs()) all.push_back(std::move(cost));
  }
  return all;
}

AnalysisResults::Value AnalysisResults::of(
    std::type_index type, const std::function<Value(const AnalysisResults&)>& make) const {
  std::unique_lock lock(mutex_);
  const Computation computation(type);  // waiting for another thread counts as that result's
  Slot& slot = slots_[type];
  if (slot.making && slot.maker == std::this_thread::get_id())
    throw std::logic_error(std::string(type.name()) + " asks for itself");
  made_.wait(lock, [&slot] { return !slot.making; });
  if (slot.value) return slot.value;
  slot.making = true;
  slot.maker = std::this_thread::get_id();
  lock.unlock();
  Value value;
  std::exception_ptr failure;
  try {
    StageLog stages("analysis");
    const std::string name = name_of(type);
    const ResultInProgress in_progress(trace, name);
    value = make(*this);
    stages.done(name);
  } catch (...) {
    failure = std::current_exception();
  }
  lock.lock();
  slot.making = false;
  ++slot.computed;
  slot.own_ns += computation.own_ns();
  slot.asked.insert(computation.asked().begin(), computation.asked().end());
  if (!failure) {
    if (stop.stop_requested()) {
      incomplete_.push_back(value);
    } else {
      slot.value = value;
    }
  }
  made_.notify_all();
  if (failure) std::rethrow_exception(failure);
  return value;
}

}  // namespace lanescope
