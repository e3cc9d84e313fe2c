#include <algorithm>

#include <fmt/format.h>

#include "app/cli/report/report.h"
#include "app/cli/report/sampled_workers.h"
#include "core/analysis/events/interval_union.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr const char* kNoLoader =
    "the window shows no data loader; PyTorch marks enumerate(DataLoader) ranges when the loop "
    "iterates a DataLoader on a profiled thread";
constexpr const char* kOnlyWorkers =
    "no loop over a DataLoader is marked in the window; its workers were sampled, see "
    "sampled_workers";
constexpr const char* kGpuTimes = "hidden_ns, gpu_idle_due_ns: ";

RowColumns<LoaderStep> loader_columns(const DataLoading& loading) {
  using enum ValueKind;
  const ColumnOptions of_gpu{.given = loading.has_gpu_events};
  const auto begin = [](const LoaderStep& step) { return step.range.begin_ns; };
  const auto length = [](const LoaderStep& step) { return length_of(step.range); };
  const auto share = [=](Ns LoaderStep::*part) {
    return [=](const LoaderStep& step) { return share_of(step.*part, length(step)); };
  };
  return {// text, JSON
          {{"", "step", "name"}, NameOrNone, &LoaderStep::name, {.none = "all"}},
          {{"", "", "start_ns"}, Moment, begin},
          {{"", "time", "dur_ns"}, Time, length},
          {{"", "batches", "batches"}, Count, &LoaderStep::batches},
          {{"", "loading", "loader_ns"}, Time, &LoaderStep::loader_ns},
          {{"", std::string(kNoTitle)}, Share, share(&LoaderStep::loader_ns)},
          {{"", "while GPU busy", "hidden_ns"}, Time, &LoaderStep::hidden_ns, of_gpu},
          {{"", "GPU idle for data", "gpu_idle_due_ns"}, Time, &LoaderStep::idle_due_ns, of_gpu},
          {{"", std::string(kNoTitle)}, Share, share(&LoaderStep::idle_due_ns)}};
}

const char* workers_text(LoaderWorkers workers) {
  switch (workers) {
    case LoaderWorkers::None:
      return "num_workers=0";
    case LoaderWorkers::Some:
      return "num_workers>0";
    case LoaderWorkers::Unknown:
      break;
  }
  return nullptr;
}

Json share_pct(Ns part_ns, Ns whole_ns) {
  return whole_ns > 0 ? Json(100.0 * static_cast<double>(part_ns) / static_cast<double>(whole_ns))
                      : Json();
}

/// For a trace without GPU events.
std::string advice_on_cpu(const DataLoading& loading) {
  const auto part_ns = static_cast<double>(loading.total.loader_ns);
  const auto whole_ns = static_cast<double>(std::max<Ns>(loading.span_ns, 1));
  const std::string share =
      fmt::format("for {:.0f} % of the time ({} of {})", 100 * part_ns / whole_ns,
                  format_duration(loading.total.loader_ns), format_duration(loading.span_ns));
  switch (loading.verdict) {
    case LoaderVerdict::AddWorkers:
      return "The training loop loads data itself " + share +
             ": set num_workers, prefetch_factor and persistent_workers.";
    case LoaderVerdict::MoreWorkers:
      return "The training loop waits for data " + share +
             " despite DataLoader workers: add more, or make batches cheaper.";
    default:
      return "The training loop waits for data " + share + ".";
  }
}

std::string advice(const DataLoading& loading) {
  if (loading.verdict != LoaderVerdict::NoLoader && !loading.has_gpu_events)
    return advice_on_cpu(loading);
  const std::string most =
      fmt::format("at most {} of {} can be saved", format_duration(loading.total.idle_due_ns),
                  format_duration(loading.span_ns));
  switch (loading.verdict) {
    case LoaderVerdict::NoLoader:
      return kNoLoader;
    case LoaderVerdict::Hidden:
      return "The GPU hardly waits for data.";
    case LoaderVerdict::AddWorkers:
      return "The GPU waits for data, which the training loop loads itself: set num_workers, "
             "prefetch_factor and persistent_workers; " +
             most + ".";
    case LoaderVerdict::MoreWorkers:
      return "The GPU waits for data despite DataLoader workers: add more, or make batches "
             "cheaper; " +
             most + ".";
    case LoaderVerdict::Starving:
      break;
  }
  return "The GPU waits for data; " + most + ".";
}

Json pin_memory(const DataLoading& loading) {
  if (loading.pageable_copies + loading.pinned_copies == 0) return {};
  return loading.pageable_copies == 0;
}

Reasons why(const ReportInput& input, const DataLoading& loading) {
  return {
      {!loading.has_gpu_events, kGpuTimes + no_gpu(input)},
      {loading.workers == LoaderWorkers::Unknown, "workers: no event names the loader's iterator"},
      {pin_memory(loading).is_null(), "pin_memory: no copy to the GPU follows a batch"},
      {!loading.has_steps, "steps: the trace has no ProfilerStep ranges, so there is one row"}};
}

}  // namespace

Json to_json(const ReportInput& input, const DataLoading& result) {
  Json out = {{"verdict", loader_verdict_name(result.verdict)}};
  const bool sampled = !result.sampled_workers.empty();
  if (sampled) {
    out["sampled_workers"] = sampled_workers_json(input, result);
    out["sample_period_ns"] = result.sample_period_ns;
  }
  if (result.verdict == LoaderVerdict::NoLoader) {
    out["why"] = sampled ? kOnlyWorkers : kNoLoader;
    out["steps"] = Json::array();
    return out;
  }
  why(input, result).add_to(out);
  const char* workers = workers_text(result.workers);
  out["advice"] = advice(result);
  out["span_ns"] = result.span_ns;
  const auto of_gpu = [&](Ns ns) { return result.has_gpu_events ? Json(ns) : Json(); };
  out["batches"] = result.total.batches;
  out["loader_ns"] = result.total.loader_ns;
  out["hidden_ns"] = of_gpu(result.total.hidden_ns);
  out["gpu_idle_due_ns"] = of_gpu(result.total.idle_due_ns);
  out["gpu_idle_due_pct"] =
      result.has_gpu_events ? share_pct(result.total.idle_due_ns, result.span_ns) : Json();
  out["advice_above_pct"] = input.window.thresholds->data_loading_pct;
  out["workers"] = workers != nullptr ? Json(workers) : Json();
  out["known_by"] = result.by_frames ? "python_function" : "annotation";
  out["median_batch_ns"] = result.median_batch_ns;
  out["longest_batch_ns"] = result.longest_batch_ns;
  out["longest_batch_event_id"] = json_event(result.longest_batch);
  out["first_batches"] = {{"count", result.first_batches},
                          {"total_ns", result.first_batches_ns},
                          {"above_median", input.window.thresholds->first_batch}};
  out["pin_memory"] = pin_memory(result);
  out["batch_copies"] = {{"pageable", result.pageable_copies}, {"pinned", result.pinned_copies}};
  out["pageable_copy_event_id"] = json_event(result.pageable_copy);
  out["steps"] = rows_json(input.trace, loader_columns(result), result.steps);
  return out;
}

std::string to_text(const ReportInput& input, const DataLoading& result) {
  const std::string sampled = sampled_workers_text(input, result);
  if (result.verdict == LoaderVerdict::NoLoader)
    return sampled.empty() ? std::string("n/a: ") + kNoLoader + "\n" : sampled;
  std::string text = advice(result) + "\n";
  const char* workers = workers_text(result.workers);
  text +=
      fmt::format("{}, {} median, {} at most{}{}\n", counted(result.batches, "batch", "batches"),
                  format_duration(result.median_batch_ns), format_duration(result.longest_batch_ns),
                  workers != nullptr ? "; " : "", workers != nullptr ? workers : "");
  if (result.first_batches != 0) {
    text += fmt::format("{} of them probably include worker startup: {} in total\n",
                        result.first_batches, format_duration(result.first_batches_ns));
  }
  if (result.pageable_copies != 0) {
    text += fmt::format(
        "copied from pageable memory: {}; set pin_memory=True and "
        "non_blocking=True\n",
        counted(result.pageable_copies, "batch", "batches"));
  }
  text += "\n" + first_rows_text(input.trace, loader_columns(result), result.steps);
  return sampled.empty() ? text : text + "\n" + sampled;
}

}  // namespace lanescope
