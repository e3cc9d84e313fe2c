#include "core/readers/rocm/trace.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"
#include "core/base/threads/parallel.h"
#include "core/build/trace_builder.h"

namespace lanescope {

RocmTrace::RocmTrace(TraceInfo info, const LoadOptions& options)
    : info_(std::move(info)), options_(&options), sink_(store_, *tables_.front()) {
  sink_.begin_batch(batches_.front());
  if (options.progress != nullptr) options.progress->bytes_total = info_.file_bytes;
}

RocmProcess& RocmTrace::add_process(std::int64_t pid, std::string_view title) {
  title = title.substr(0, title.find(' '));
  title = title.substr(title.find_last_of("/\\") + 1);
  const auto index = static_cast<std::uint32_t>(processes_.size());
  const bool shares_pid = !pids_.insert(pid).second;
  processes_.push_back(std::make_unique<RocmProcess>(
      sink_, RocmProcess::Own{index, pid, std::string(title), shares_pid}));
  return *processes_.back();
}

RowSink::Slice RocmTrace::slice_of(const Row& row) {
  LANESCOPE_CHECK(row.track < tables_.front()->tracks.items().size(), "one of {} tracks, not {}",
                  tables_.front()->tracks.items().size(), row.track);
  RowSink::Slice slice;
  slice.track = row.track;
  slice.category = sink_.category(row.category);
  slice.name = row.name;
  slice.begin_ns = row.times.begin_ns;
  slice.end_ns = row.times.end_ns;
  slice.place = row.place;
  return slice;
}

void RocmTrace::call(const RocmProcess& process, const Row& row, std::uint64_t key) {
  LANESCOPE_CHECK(process.index() < processes_.size(), "one of {} processes, not {}",
                  processes_.size(), process.index());
  RowSink::Slice slice = slice_of(row);
  slice.correlation = numbers_.number(process.index(), key);
  launched_.call(slice.correlation);
  sink_.slice(slice);
}

void RocmTrace::work(const RocmProcess& process, const Row& row, std::uint64_t key) {
  LANESCOPE_CHECK(process.index() < processes_.size(), "one of {} processes, not {}",
                  processes_.size(), process.index());
  RowSink::Slice slice = slice_of(row);
  slice.correlation = numbers_.number(process.index(), key);
  slice.links = true;
  launched_.work(slice.correlation);
  sink_.slice(slice);
}

void RocmTrace::span(const Row& row) {
  sink_.slice(slice_of(row));
}

void RocmTrace::range(const RocmProcess& process, Row row, const RangeText& text) {
  LANESCOPE_CHECK(process.index() < processes_.size(), "one of {} processes, not {}",
                  processes_.size(), process.index());
  const bool is_op = is_operator(text);
  row.category = is_op ? "cpu_op" : "user_annotation";
  row.name = sink_.text(text.name);
  sink_.slice(slice_of(row));
  if (!is_op) return steps_.note(text.name, row.track);
  operators_.note(process.index(), {row.times, row.track, row.place}, text);
}

void RocmTrace::mark(const Row& row) {
  LANESCOPE_CHECK(row.track < tables_.front()->tracks.items().size(), "one of {} tracks, not {}",
                  tables_.front()->tracks.items().size(), row.track);
  sink_.instant(row.track, sink_.category(row.category), row.name, row.times.begin_ns, row.place);
}

void RocmTrace::process_span(const RocmProcess& process, const Row& row) {
  LANESCOPE_CHECK(process.index() < processes_.size(), "one of {} processes, not {}",
                  processes_.size(), process.index());
  RawAsync span;
  span.id = ++process_spans_;
  span.place = row.place;
  span.name = row.name;
  span.category = sink_.category(row.category);
  span.track = sink_.track({process.pid(), sink_.text("roctx ranges"), TrackRole::Async, -1, -1});
  span.lane = sink_.lane(span.track, span.category);
  span.time_ns = row.times.begin_ns;
  span.phase = AsyncPhase::Begin;
  sink_.async(span);
  span.time_ns = row.times.end_ns;
  span.phase = AsyncPhase::End;
  sink_.async(span);
  steps_.note(sink_.text_of(span.name), span.track);
}

bool RocmTrace::go_on(std::uint64_t bytes_done) {
  if (options_->progress != nullptr) options_->progress->bytes_done = bytes_done;
  return report_events();
}

bool RocmTrace::report_events() {
  LoadProgress* progress = options_->progress;
  if (progress == nullptr) return true;
  progress->events = tables_.front()->events;
  return !progress->cancel;
}

void RocmTrace::report_launches() {
  if (const std::uint64_t calls = numbers_.without_number(); calls != 0)
    sink_.issue(Issue::LargeCorrelation, 0, "", calls);
  if (const std::uint64_t missing = launched_.without_call(); missing != 0)
    sink_.issue(Issue::LaunchNotRecorded, 0, "", missing);
}

std::shared_ptr<const Snapshot> RocmTrace::build(bool complete, bool damaged) {
  report_launches();
  operators_.add_arrows(sink_);
  std::ranges::stable_sort(info_.devices, {}, &DeviceInfo::id);
  const unsigned threads = options_->threads != 0 ? options_->threads : hardware_threads();
  auto snapshot = build_snapshot({store_, tables_, batches_, std::move(info_), complete, threads,
                                  options_->progress, std::nullopt, steps_.best(), false, false,
                                  false, damaged});
  if (options_->progress != nullptr) options_->progress->phase = LoadPhase::Done;
  return snapshot;
}

}  // namespace lanescope
