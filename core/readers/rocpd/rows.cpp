#include "core/readers/rocpd/rows.h"

namespace lanescope {
namespace {

std::vector<std::string_view> with_own(std::initializer_list<std::string_view> own) {
  // In the order of RocpdRows::Column.
  std::vector<std::string_view> columns = {
      "start", "end", "timestamp", "start_id", "end_id",    "timestamp_id", "track_id",
      "pid",   "tid", "agent_id",  "queue_id", "stream_id", "event_id"};
  columns.insert(columns.end(), own);
  return columns;
}

}  // namespace

RocmProcess& RocpdContext::process(std::optional<std::int64_t> id) const {
  const auto found = id ? processes.find(*id) : processes.end();
  if (found != processes.end()) return *found->second;
  if (processes.empty()) processes.emplace(0, &trace.add_process(0, ""));
  return *processes.begin()->second;
}

RocpdRows::RocpdRows(const RocpdContext& context, std::string_view table, RocpdTable number,
                     std::initializer_list<std::string_view> own)
    : context_(context),
      table_(table),
      number_(number),
      rows_(context.database, context.set.table(table), SqliteRows::Columns(with_own(own))) {}

bool RocpdRows::next() {
  constexpr std::uint64_t kBetweenReports = 4096;
  if (++count_ % kBetweenReports == 0 && !context_.trace.report_events()) return false;
  if (rows_.next()) return true;
  if (rows_.malformed() != 0) {
    context_.trace.sink().issue(Issue::MalformedValue, 0, context_.set.table(table_),
                                rows_.malformed());
  }
  return false;
}

void RocpdRows::lose() {
  context_.trace.sink().lost(Issue::BrokenRecord, static_cast<std::uint64_t>(rows_.row_id()),
                             context_.set.table(table_));
}

std::optional<TimeRange> RocpdRows::times() {
  auto begin_ns = rows_.integer(kBegin), end_ns = rows_.integer(kEnd);
  if (!begin_ns) begin_ns = context_.timestamps.of(rows_.integer(kBeginId));
  if (!end_ns) end_ns = context_.timestamps.of(rows_.integer(kEndId));
  if (begin_ns && end_ns)
    return context_.trace.sink().range(
        *begin_ns, *end_ns, static_cast<std::uint64_t>(rows_.row_id()), context_.set.table(table_));
  lose();
  return std::nullopt;
}

std::optional<Ns> RocpdRows::time() {
  auto time_ns = rows_.integer(kTime);
  if (!time_ns) time_ns = context_.timestamps.of(rows_.integer(kTimeId));
  if (!time_ns) lose();
  return time_ns;
}

RocpdTrack RocpdRows::track() {
  if (const auto id = rows_.integer(kTrack)) {
    const auto found = context_.definitions.tracks.find(*id);
    if (found != context_.definitions.tracks.end()) return found->second;
  }
  return {rows_.integer(kProcess), rows_.integer(kThread), rows_.integer(kAgent),
          rows_.integer(kQueue),   rows_.integer(kStream), std::nullopt};
}

std::uint64_t RocpdRows::stack() {
  return static_cast<std::uint64_t>(context_.stacks.of(event()).value_or(0));
}

Place RocpdRows::place() const {
  return context_.set.place(number_, rows_.row_id());
}

std::int64_t RocpdRows::tid(const RocpdTrack& track) const {
  const auto& threads = context_.definitions.threads;
  const auto found = track.thread ? threads.find(*track.thread) : threads.end();
  return found == threads.end() ? 0 : found->second.tid;
}

LocalId RocpdRows::lane(RocmProcess& process, const RocpdTrack& track, std::int64_t device) {
  const auto number = [](const auto& numbers, std::int64_t id) {
    const auto found = numbers.find(id);
    return found == numbers.end() ? id : found->second;
  };
  if (track.stream) {
    return process.work(device, RocmProcess::Order::Stream,
                        number(context_.definitions.streams, *track.stream));
  }
  return process.work(device, RocmProcess::Order::Queue,
                      number(context_.definitions.queues, track.queue.value_or(0)));
}

}  // namespace lanescope
