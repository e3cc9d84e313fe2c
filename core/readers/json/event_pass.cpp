#include "core/readers/json/event_pass.h"

#include <algorithm>
#include <atomic>
#include <iterator>

#include "core/base/check.h"
#include "core/base/threads/parallel.h"
#include "core/readers/json/event_parser.h"

namespace lanescope {
namespace {

struct NumberedBatch {
  std::uint64_t number = 0;  // of the slice
  RawBatch batch;
};

/// Rows are parsed into vectors that keep their capacity, and stored in vectors of the exact size:
/// growing vectors would touch twice as much memory.
RawBatch exact_copy(RawBatch& from, std::uint32_t worker) {
  RawBatch copy = from;
  copy.worker = worker;
  from.slices.clear();
  from.links.clear();
  from.python_ids.clear();
  from.with_stack.clear();
  from.instants.clear();
  from.memory.clear();
  from.counters.clear();
  from.flows.clear();
  from.asyncs.clear();
  return copy;
}

}  // namespace

struct EventPass::Worker {
  Worker(EventPass& pass, WorkerTables& own_tables, std::uint32_t number, const EventList& list)
      : index(number),
        tables(&own_tables),
        parser(pass.store_, own_tables, number, pass.links_, list) {}

  /// Parses the next slice; false if there is none.
  bool step(EventSlices& slices) {
    if (!slices.next(buffer)) return false;
    NumberedBatch out;
    out.number = buffer.number();
    const std::uint64_t before = tables->events;
    const SliceOutcome outcome = parser.parse(buffer, scratch);
    LANESCOPE_CHECK(
        !outcome.list_end || (*outcome.list_end >= buffer.offset() &&
                              *outcome.list_end <= buffer.offset() + buffer.text().size()),
        "the list to end in the slice from {}, not at {}", buffer.offset(), *outcome.list_end);
    out.batch = exact_copy(scratch, index);
    last_events = tables->events - before;
    if (last_events != 0) last_offset = std::max(last_offset, buffer.offset());
    text_end = std::max(text_end, buffer.offset() + buffer.text().size());
    doubtful |= outcome.cut_is_doubtful;
    if (outcome.list_end) {
      list_end = std::min(list_end.value_or(UINT64_MAX), *outcome.list_end);
      slices.stop_after(*outcome.list_end);
    }
    batches.push_back(std::move(out));
    return true;
  }

  std::uint32_t index;
  WorkerTables* tables;
  EventParser parser;
  RawBatch scratch;
  SliceBuffer buffer;
  std::vector<NumberedBatch> batches;
  std::optional<std::uint64_t> list_end;
  bool doubtful = false;
  std::uint64_t last_events = 0;  // in the latest slice
  std::uint64_t last_offset = 0;  // of the last slice with events
  std::uint64_t text_end = 0;
};

EventPass::EventPass(ByteSource& source, const EventList& list, const EventSlices::Options& slicing,
                     const LoadOptions& options)
    : source_(&source),
      options_(&options),
      threads_(options.threads != 0 ? options.threads
                                    : hardware_threads() + source.reads_beside_work()),
      slices_(source, list.head, list.layout, slicing) {
  for (unsigned w = 0; w < threads_; ++w) {
    tables_.push_back(std::make_unique<WorkerTables>());
    workers_.push_back(std::make_unique<Worker>(*this, *tables_.back(), w, list));
  }
}

EventPass::~EventPass() = default;

bool EventPass::parse_some(std::uint64_t most) {
  std::atomic<std::int64_t> left{
      static_cast<std::int64_t>(std::min<std::uint64_t>(most, INT64_MAX))};
  std::atomic<bool> more{true};
  parallel_for(threads_, threads_, [&](std::size_t w, unsigned) {
    while (!cancelled() && left.fetch_sub(1) > 0) {
      if (!workers_[w]->step(slices_)) {
        more = false;
        return;
      }
      report_progress(*workers_[w]);
    }
  });
  return more && !cancelled();
}

bool EventPass::cancelled() const {
  return options_->progress != nullptr && options_->progress->cancel.load();
}

bool EventPass::cut_is_doubtful() const {
  return std::any_of(workers_.begin(), workers_.end(), [](const auto& w) { return w->doubtful; });
}

std::optional<std::uint64_t> EventPass::list_end() const {
  std::optional<std::uint64_t> end;
  for (const auto& w : workers_) {
    if (w->list_end) end = std::min(end.value_or(UINT64_MAX), *w->list_end);
  }
  return end;
}

bool EventPass::ran_past(std::uint64_t list_end) const {
  return std::ranges::any_of(workers_, [&](const auto& w) { return w->last_offset > list_end; });
}

std::uint64_t EventPass::text_bytes() const {
  std::uint64_t end = 0;
  for (const auto& w : workers_) end = std::max(end, w->text_end);
  return end;
}

std::vector<RawBatch> EventPass::take_batches() {
  std::vector<NumberedBatch> all;
  for (const auto& w : workers_) {
    std::move(w->batches.begin(), w->batches.end(), std::back_inserter(all));
    w->batches.clear();
  }
  std::ranges::sort(all, {}, &NumberedBatch::number);
  LANESCOPE_CHECK(std::ranges::adjacent_find(all, {}, &NumberedBatch::number) == all.end(),
                  "{} batches of different numbers", all.size());
  std::vector<RawBatch> batches;
  batches.reserve(all.size());
  for (NumberedBatch& b : all) batches.push_back(std::move(b.batch));
  return batches;
}

void EventPass::give_back(std::vector<RawBatch> batches) {
  // From here on only their order matters: later batches have larger numbers.
  for (std::size_t i = 0; i < batches.size(); ++i)
    workers_[0]->batches.push_back({i, std::move(batches[i])});
}

void EventPass::report_progress(const Worker& worker) const {
  LoadProgress* const progress = options_->progress;
  if (progress == nullptr) return;
  progress->events.fetch_add(worker.last_events, std::memory_order_relaxed);
  const std::uint64_t done =
      source_->random_access_size() ? worker.text_end : source_->consumed_bytes();
  std::uint64_t seen = progress->bytes_done.load(std::memory_order_relaxed);
  while (done > seen && !progress->bytes_done.compare_exchange_weak(seen, done)) {
  }
}

}  // namespace lanescope
