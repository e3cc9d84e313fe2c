#include "core/readers/rpd/context.h"

#include <algorithm>

namespace lanescope {

RocmProcess& RpdProcesses::of_pid(std::int64_t pid) {
  const auto [at, fresh] = by_pid_.try_emplace(pid, nullptr);
  if (fresh) at->second = &trace_->add_process(pid, "");
  if (first_ == nullptr) first_ = at->second;
  return *at->second;
}

void RpdProcesses::note_call(std::int64_t id, RocmProcess& process) {
  if (runs_.empty() || runs_.back().second != &process) runs_.emplace_back(id, &process);
}

RocmProcess& RpdProcesses::of_call(std::optional<std::int64_t> id) {
  if (first_ == nullptr) return of_pid(0);
  if (!id) return *first_;
  const auto after =
      std::ranges::upper_bound(runs_, *id, {}, &std::pair<std::int64_t, RocmProcess*>::first);
  return after == runs_.begin() ? *first_ : *(after - 1)->second;
}

std::optional<TimeRange> rpd_times(const RpdContext& context, SqliteRows& rows, int begin,
                                   int end) {
  const auto begin_ns = rows.integer(begin), end_ns = rows.integer(end);
  if (begin_ns && end_ns)
    return context.trace.sink().range(*begin_ns, *end_ns, static_cast<std::uint64_t>(rows.row_id()),
                                      "");
  context.trace.sink().lost(Issue::BrokenRecord, static_cast<std::uint64_t>(rows.row_id()), "");
  return std::nullopt;
}

void report_malformed(const RpdContext& context, const SqliteRows& rows, std::string_view table) {
  if (rows.malformed() != 0)
    context.trace.sink().issue(Issue::MalformedValue, 0, table, rows.malformed());
}

bool rpd_goes_on(const RpdContext& context, std::uint64_t rows) {
  constexpr std::uint64_t kBetweenReports = 4096;
  return rows % kBetweenReports != 0 || context.trace.report_events();
}

}  // namespace lanescope
