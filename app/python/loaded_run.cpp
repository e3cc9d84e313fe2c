#include "app/python/loaded_run.h"

#include <utility>

#include <fmt/core.h>

#include "app/cli/output/printable.h"
#include "app/cli/output/progress_line.h"
#include "app/cli/report/document/chosen.h"
#include "app/cli/traces/named_traces.h"
#include "app/python/fault.h"
#include "app/python/forks.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

void show_load(const LoadWatch& watch, const Session& session) {
  const LoadProgress& progress = session.progress();
  const std::uint64_t total = progress.bytes_total.load(), done = progress.bytes_done.load();
  const std::string read = format_bytes(static_cast<std::int64_t>(done));
  if (progress.phase == LoadPhase::Exporting)
    return watch.show(session.path(), {}, "exporting report by nsys: " + read + " written");
  if (total == 0) return watch.show(session.path(), {}, read + " read");
  if (progress.phase != LoadPhase::Reading)
    return watch.show(session.path(), 1, "sorting " + counted(progress.events.load(), "event"));
  watch.show(session.path(), static_cast<double>(done) / static_cast<double>(total),
             fmt::format("{} of {}, {}", read, format_bytes(static_cast<std::int64_t>(total)),
                         counted(progress.events.load(), "event")));
}

/// False if the load was cancelled.
bool wait(Session& session, const LoadWatch& watch) {
  std::optional<ProgressLine> line;
  if (watch.draws_line) line.emplace();
  while (!session.wait_for(kLoadPoll)) {
    if (line) draw_load(*line, session);
    if (watch.show) show_load(watch, session);
    if (watch.go_on()) continue;
    session.cancel();
    return false;
  }
  return true;
}

}  // namespace

std::shared_ptr<LoadedRun> LoadedRun::open(const std::string& path, const BesideTrace& beside,
                                           const LoadWatch& watch) {
  const auto list = list_traces(path);
  if (!list.ok()) fail(path, list.error().message);
  const auto file = single_trace(list.value());
  if (!file.ok()) fail(path, file.error().message);
  auto session = begin_trace(file.value(), beside);
  if (!wait(*session, watch)) return nullptr;
  auto trace = wait_for_trace(std::move(session));
  if (!trace.ok()) fail(file.value(), trace.error().message);
  return std::shared_ptr<LoadedRun>(new LoadedRun(std::move(trace).value()),
                                    [made_in = fork_generation()](LoadedRun* run) {
                                      if (fork_generation() == made_in) delete run;
                                    });
}

std::shared_ptr<const KeptResults> LoadedRun::results(const ResultQuery& query) const {
  const ReportOptions options = report_options_of(query);
  const auto window = chosen_window(*trace(), options, false);
  if (!window.ok()) fail(path(), window.error().message);
  const std::lock_guard lock(mutex_);
  if (!kept_ || kept_query_ != query) {
    kept_ = std::make_shared<const KeptResults>(trace(), window.value(), event_reader(trace_),
                                                options.group_by);
    kept_query_ = query;
  }
  return kept_;
}

std::shared_ptr<const KeptResults> LoadedRun::whole_results() const {
  return results({.window = "whole", .device = {}});
}

std::shared_ptr<const ArrowTable> LoadedRun::shared_table(
    const std::string& name, const std::function<std::shared_ptr<const ArrowTable>()>& make) const {
  const std::lock_guard lock(mutex_);
  auto table = tables_[name].lock();
  if (table == nullptr) tables_[name] = table = make();
  return table;
}

LoadedRun::Use::Use(const LoadedRun& run) : run_(run) {
  const std::uint64_t generation = fork_generation() << 32U;
  std::uint64_t uses = run.uses_.load();
  for (std::uint64_t next = 0; next == 0 || !run.uses_.compare_exchange_weak(uses, next);) {
    const std::uint64_t count = uses & UINT32_MAX;
    if (count != 0 && uses - count != generation)
      fail(run.path(), "was in use by another thread when this process was forked; open it again");
    next = generation + count + 1;
  }
}

LoadedRun::Use::~Use() {
  run_.uses_.fetch_sub(1);
}

void LoadedRun::check_unchanged() const {
  if (const auto changed = change_of(trace_)) fail(path(), changed->message);
}

}  // namespace lanescope
