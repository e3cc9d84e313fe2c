#include "core/analysis/host_time/thread_waits.h"

#include <algorithm>
#include <array>
#include <span>
#include <unordered_map>
#include <utility>

#include "core/analysis/events/interval_union.h"
#include "core/base/threads/work.h"

namespace lanescope {
namespace {

struct Waiting {
  std::string_view file, function;
};

/// As Python 3.8 to 3.14 have them; threads of pools and of log listeners wait in
/// queue.SimpleQueue.get(), which is no Python: recordings tell it by its state since they know it.
constexpr std::array kWaiting{
    Waiting{"threading.py", "join"},
    Waiting{"threading.py", "_wait_for_tstate_lock"},
    Waiting{"threading.py", "_shutdown"},
    Waiting{"threading.py", "wait"},
    Waiting{"threading.py", "wait_for"},
    Waiting{"concurrent/futures/thread.py", "_worker"},
    Waiting{"multiprocessing/pool.py", "_handle_tasks"},
    Waiting{"logging/handlers.py", "dequeue"},
};

constexpr std::array kTasks{Waiting{"multiprocessing/queues.py", "get"}};

/// Whether `path` is `file`, in whatever folder.
bool is_file(std::string_view path, std::string_view file) {
  if (!path.ends_with(file)) return false;
  const std::string_view folder = path.substr(0, path.size() - file.size());
  return folder.empty() || folder.ends_with('/') || folder.ends_with('\\');
}

/// Follows which function is the innermost one.
class InnermostFunction {
 public:
  void open(Ns begin_ns, Ns end_ns, bool waits) {
    close_until(begin_ns);
    open_.push_back({end_ns, waits});
  }
  std::vector<TimeRange> waits() {
    close_until(kMaxNs);
    return merged(waits_);
  }

 private:
  struct Open {
    Ns end_ns = 0;
    bool waits = false;
  };
  void close_until(Ns time_ns) {
    for (; !open_.empty() && open_.back().end_ns <= time_ns; open_.pop_back())
      pass_to(open_.back().end_ns);
    pass_to(time_ns);
  }
  void pass_to(Ns time_ns) {
    if (time_ns <= at_ns_) return;
    if (!open_.empty() && open_.back().waits) waits_.push_back({at_ns_, time_ns});
    at_ns_ = time_ns;
  }

  std::vector<Open> open_;
  std::vector<TimeRange> waits_;
  Ns at_ns_ = kMinNs;
};

/// Whether a Python function, "threading.py(1087): Thread.join", is one of those.
bool is_any_of(std::string_view function, std::span<const Waiting> those) {
  const std::size_t name = function.find("): ");
  const std::size_t line = function.rfind('(', name);
  if (name == std::string_view::npos || line == std::string_view::npos) return false;
  const std::string_view file = function.substr(0, line);
  // "Thread.join" since Python 3.11, "join" before.
  const std::string_view qualified = function.substr(name + 3);
  const std::size_t dot = qualified.rfind('.');
  const std::string_view own =
      dot == std::string_view::npos ? qualified : qualified.substr(dot + 1);
  return std::ranges::any_of(those, [&](const Waiting& waiting) {
    return own == waiting.function && is_file(file, waiting.file);
  });
}

/// Calls visit(range, is one of `those`) for each sampled function, in time order.
template <typename Visit>
void each_function(const Snapshot& snapshot, const Track& samples, std::span<const Waiting> those,
                   const Visit& visit) {
  std::unordered_map<StringId, bool> known;
  for (const auto& chunk : samples.chunks) {
    count_work(Work::Events, chunk->size());
    for (std::uint32_t i = 0; i < chunk->size(); ++i) {
      const std::uint32_t slice = chunk->in_time_order(i);
      if (snapshot.kind_of(chunk->category[slice]) != CategoryKind::SampledFrame) continue;
      const auto [at, fresh] = known.try_emplace(chunk->name[slice], false);
      if (fresh) at->second = is_any_of(snapshot.text(chunk->name[slice]), those);
      visit(chunk->range(slice), at->second);
    }
  }
}

struct OpenFunction {
  TimeRange range;
  StringId name = StringId::Empty;
};

/// The sampled functions that are open at any time of a range, callers before what they call.
std::vector<OpenFunction> open_functions_in(const Snapshot& snapshot, const Track& samples,
                                            const TimeRange& within) {
  std::vector<OpenFunction> found;
  for (const auto& chunk : samples.chunks) {
    for (const Row& row : chunk->rows) {
      const auto starts = chunk->slices_of(row).start_ns;
      // Slices of a row do not overlap: of those that began before the range, only the last may
      // be open in it.
      const auto after = std::ranges::upper_bound(starts, within.begin_ns) - starts.begin();
      for (auto at = static_cast<std::uint32_t>(std::max<std::ptrdiff_t>(after - 1, 0));
           at < row.count && starts[at] < within.end_ns; ++at) {
        count_work(Work::Lookups);
        const std::uint32_t slice = row.first + at;
        const bool is_open = chunk->end_ns(slice) > within.begin_ns &&
                             snapshot.kind_of(chunk->category[slice]) == CategoryKind::SampledFrame;
        if (is_open) found.push_back({chunk->range(slice), chunk->name[slice]});
      }
    }
  }
  std::ranges::stable_sort(found, {}, [](const OpenFunction& function) {
    return std::pair(function.range.begin_ns, -function.range.end_ns);
  });
  return found;
}

}  // namespace

bool waits_for_thread(std::string_view function) {
  return is_any_of(function, kWaiting);
}

std::vector<TimeRange> waits_for_threads(const Snapshot& snapshot, const Track& samples) {
  InnermostFunction innermost;
  each_function(snapshot, samples, kWaiting, [&](TimeRange range, bool waits) {
    innermost.open(range.begin_ns, range.end_ns, waits);
  });
  return innermost.waits();
}

std::vector<TimeRange> waits_for_threads(const Snapshot& snapshot, const Track& samples,
                                         const TimeRange& within) {
  InnermostFunction innermost;
  for (const OpenFunction& function : open_functions_in(snapshot, samples, within))
    innermost.open(function.range.begin_ns, function.range.end_ns,
                   waits_for_thread(snapshot.text(function.name)));
  return common_parts(innermost.waits(), {&within, 1});
}

std::vector<TimeRange> waits_for_tasks(const Snapshot& snapshot, const Track& samples) {
  std::vector<TimeRange> waits;
  each_function(snapshot, samples, kTasks, [&](TimeRange range, bool gets) {
    if (gets) waits.push_back(range);
  });
  return merged(waits);
}

}  // namespace lanescope
