// A trace that Python holds: loaded, with the results that were asked for.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "app/cli/traces/open_trace.h"
#include "app/python/interruptible.h"
#include "app/python/result_query.h"
#include "core/analysis/results.h"

namespace lanescope {

struct ArrowTable;

/// Who watches a load; asked and told on the thread that waits, every kLoadPoll.
struct LoadWatch {
  GoOn go_on;
  bool draws_line = false;  // on stderr, if that is a terminal
  /// Called with the file, how much of it was read, from 0 to 1 if that is known, and what to say.
  std::function<void(const std::string& path, std::optional<double> share, const std::string& what)>
      show = {};
};

/// Results, with the trace that they are of.
struct KeptResults {
  std::shared_ptr<const Snapshot> trace;
  AnalysisResults results;

  KeptResults(std::shared_ptr<const Snapshot> of, AnalysisWindow window, ReadEvent read,
              OpGroupBy group_by)
      : trace(std::move(of)), results(*trace, std::move(window), std::move(read), {}, group_by) {}
};

/// Any thread. Errors are thrown as Fault.
class LoadedRun : public std::enable_shared_from_this<LoadedRun> {
 public:
  /// Loads a file, or the only trace of a folder. Null if the watch has ended the load. In a
  /// process that is forked later it can be used, but is never destroyed: its threads are not
  /// there.
  static std::shared_ptr<LoadedRun> open(const std::string& path, const BesideTrace& beside,
                                         const LoadWatch& watch);

  [[nodiscard]] const std::string& path() const { return trace_.session->path(); }
  [[nodiscard]] const std::shared_ptr<const Snapshot>& trace() const { return trace_.snapshot; }
  [[nodiscard]] const WaitedTrace& waited() const { return trace_; }
  [[nodiscard]] Result<JsonValue> event_text(EventId event) const {
    return trace_.session->event_json(event);
  }

  /// The results of a query; the last ones are kept for the next call. Cost: nothing is computed
  /// before it is asked for.
  [[nodiscard]] std::shared_ptr<const KeptResults> results(const ResultQuery& query) const;
  /// The same for the whole trace, as comparisons use it.
  [[nodiscard]] std::shared_ptr<const KeptResults> whole_results() const;

  /// A table of the trace: one that `make` makes, or the one of that name that somebody still uses.
  [[nodiscard]] std::shared_ptr<const ArrowTable> shared_table(
      const std::string& name,
      const std::function<std::shared_ptr<const ArrowTable>()>& make) const;

  /// Throws if the file has changed, so that what was read of it is incomplete.
  void check_unchanged() const;

  /// Whoever asks the trace holds one meanwhile. Throws in a process that was forked while another
  /// thread held one: that thread is not there, and never ends what it was doing or holds locked.
  class Use {
   public:
    explicit Use(const LoadedRun& run);
    ~Use();
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    const LoadedRun& run_;
  };

 private:
  explicit LoadedRun(WaitedTrace trace) : trace_(std::move(trace)) {}

  WaitedTrace trace_;
  mutable std::atomic<std::uint64_t> uses_{
      0};                     // above: fork_generation(); below, 32 bits: how many
  mutable std::mutex mutex_;  // guards what follows
  mutable ResultQuery kept_query_;
  mutable std::shared_ptr<const KeptResults> kept_;
  mutable std::map<std::string, std::weak_ptr<const ArrowTable>> tables_;
};

}  // namespace lanescope
