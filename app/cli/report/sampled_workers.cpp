#include "app/cli/report/sampled_workers.h"

#include <fmt/format.h>

#include "core/analysis/loader/worker_words.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

RowColumns<SampledWorkerTime> worker_columns() {
  using enum ValueKind;
  using Worker = SampledWorkerTime;
  const auto share = [](Ns Worker::*part) {
    return [=](const Worker& worker) { return share_of(worker.*part, worker.seen_ns); };
  };
  const auto known = [](auto value) {
    return [=](const Worker& worker) {
      return worker.batches ? std::optional(value(worker)) : std::nullopt;
    };
  };
  const auto fetch = [](const Worker& worker) {
    return worker.median_fetch_ns > 0 ? std::optional(worker.median_fetch_ns) : std::nullopt;
  };
  const auto longest = [](auto value) {
    return [=](const Worker& worker) {
      const TimeRange& range = worker.longest_fetch_range;
      return range.empty() ? std::nullopt : std::optional(value(range));
    };
  };
  return {// text, JSON
          {{"", "worker process", "process"}, Name, &Worker::process},
          {{"", "in its loop", "seen_ns"}, Time, &Worker::seen_ns},
          {{"", "fetching", "fetch_ns"}, Time, &Worker::fetch_ns},
          {{"", std::string(kNoTitle)}, Share, share(&Worker::fetch_ns)},
          {{"", "waiting for an index", "wait_for_index_ns"}, Time, &Worker::wait_ns},
          {{"", std::string(kNoTitle)}, Share, share(&Worker::wait_ns)},
          {{"", "", "put_ns"}, Time, &Worker::put_ns},
          {{"", "sending meanwhile", "send_ns"}, Time, known([](const Worker& w) {
             return w.send_ns;
           })},
          {{"", "", "sends"}, Count, &Worker::sends},
          {{"", "batches", "batches"}, Count, &Worker::batches},
          {{"", "per second", "batches_per_s"},
           Real,
           known([](const Worker& w) { return w.batches_per_s(); }),
           {.format = "{:.1f}"}},
          {{"", "waited for", "waited_for"}, Count, known([](const Worker& w) {
             return w.waited_for;
           })},
          {{"", "median fetch", "median_fetch_ns"}, Time, fetch},
          {{"", "", "longest_fetch_event_id"}, Event, &Worker::longest_fetch},
          {{"", "", "longest_fetch_start_ns"}, Moment, longest([](const TimeRange& range) {
             return range.begin_ns;
           })},
          {{"", "", "longest_fetch_dur_ns"}, Time, longest([](const TimeRange& range) {
             return range.length_ns();
           })},
          {{"", "", "few_samples"}, Flag, [](const Worker& worker) {
             return worker.few_samples || worker.short_fetches;
           }}};
}

}  // namespace

Json sampled_workers_json(const ReportInput& input, const DataLoading& loading) {
  return rows_json(input.trace, worker_columns(), loading.sampled_workers);
}

std::string sampled_workers_text(const ReportInput& input, const DataLoading& loading) {
  if (loading.sampled_workers.empty()) return {};
  return fmt::format(
      "{}.\n{}.\nBy samples every {}, which is how accurate fetching and waiting are:\n\n{}",
      worker_balance(loading.sampled_workers), worker_rate(loading.sampled_workers),
      format_duration(loading.sample_period_ns),
      first_rows_text(input.trace, worker_columns(), loading.sampled_workers));
}

}  // namespace lanescope
