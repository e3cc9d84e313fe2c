#include <fmt/format.h>

#include "app/cli/output/text_table.h"
#include "app/cli/report/report.h"

namespace lanescope {
namespace {

using Align = TextTable::Align;

constexpr const char* kNoKernels = "repeats: the window has no kernels that compute";
constexpr const char* kTruncated = "repeats: only the first million kernels were looked at";
constexpr const char* kNoPeriod =
    "period: no thread's outermost operators come again in the same order three times";

Json names_json(const Snapshot& trace, const std::vector<StringId>& names) {
  Json out = Json::array();
  for (const StringId name : names) out.push_back(json_text(trace, name));
  return out;
}

Json repeats_json(const Snapshot& trace, const SequenceTable& table) {
  Json out = Json::array();
  for (const RepeatedKernels& repeat : table.repeats) {
    out.push_back({{"kernels", names_json(trace, repeat.kernels)},
                   {"count", repeat.count},
                   {"total_ns", repeat.total_ns},
                   {"saved_ns", repeat.saved_ns},
                   {"event_id", json_event(repeat.first)}});
  }
  return out;
}

Json op_sequences_json(const Snapshot& trace, const SequenceTable& table) {
  Json out = Json::array();
  for (const OpSequence& sequence : table.op_sequences) {
    out.push_back({{"op", json_text(trace, sequence.op)},
                   {"kernels", names_json(trace, sequence.kernels)},
                   {"count", sequence.count},
                   {"gpu_ns", sequence.gpu_ns},
                   {"cpu_ns", sequence.cpu_ns},
                   {"event_id", json_event(sequence.first)}});
  }
  return out;
}

Json hints_json(const Snapshot& trace, const SequenceTable& table) {
  Json out = Json::array();
  for (const FusionHint& hint : table.fusion_hints) {
    out.push_back({{"kernels", names_json(trace, hint.kernels)},
                   {"count", hint.count},
                   {"total_ns", hint.total_ns},
                   {"event_id", json_event(hint.first)}});
  }
  return out;
}

Json period_json(const Snapshot& trace, const SequenceTable& table) {
  if (!table.period) return nullptr;
  const OpPeriod& period = *table.period;
  return {{"thread", json_text(trace, trace.tracks[index_of(period.thread)].thread)},
          {"ops", period.ops},
          {"match_pct", 100 * period.match},
          {"periods", period.periods},
          {"median_ns", period.length_ns},
          {"event_id", json_event(period.first)}};
}

/// "gemm, add, add and 3 more".
std::string names_text(const Snapshot& trace, const std::vector<StringId>& names) {
  constexpr std::size_t kShown = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(kShown, names.size()); ++i) {
    text += (i == 0 ? "" : ", ") + printable(trace.text(names[i]), kReportNameWidth / 2);
  }
  return names.size() > kShown ? text + fmt::format(" and {} more", names.size() - kShown) : text;
}

}  // namespace

Json to_json(const ReportInput& input, const SequenceTable& result) {
  Json out = {{"kernels", result.kernels},
              {"tiny_kernel_ns", input.window.thresholds->tiny_kernel_ns},
              {"repeats", repeats_json(input.trace, result)},
              {"op_sequences", op_sequences_json(input.trace, result)},
              {"fusion_hints", hints_json(input.trace, result)},
              {"period", period_json(input.trace, result)}};
  std::string why;
  const auto add = [&](const char* part) { why += std::string(why.empty() ? "" : "; ") + part; };
  if (result.kernels == 0) add(kNoKernels);
  if (result.truncated) add(kTruncated);
  if (!result.period) add(kNoPeriod);
  if (!why.empty()) out["why"] = why;
  return out;
}

std::string to_text(const ReportInput& input, const SequenceTable& result) {
  std::string text;
  if (result.period) {
    text = fmt::format("{} operators come again {} times, {} each, {:.0f} % alike\n",
                       result.period->ops, result.period->periods,
                       format_duration(result.period->length_ns), 100 * result.period->match);
  }
  if (result.kernels == 0) return text + "n/a: the window has no kernels that compute\n";
  TextTable table(
      {{"kernels in a row", Align::Left}, {"length"}, {"count"}, {"time"}, {"saved if one"}});
  for (const RepeatedKernels& repeat : result.repeats) {
    table.add_row({names_text(input.trace, repeat.kernels), std::to_string(repeat.kernels.size()),
                   format_count(static_cast<std::int64_t>(repeat.count)),
                   format_duration(repeat.total_ns), format_duration(repeat.saved_ns)});
  }
  text += result.repeats.empty() ? "no kernels come again in the same order\n" : table.text();
  if (!result.fusion_hints.empty()) {
    const FusionHint& most = result.fusion_hints.front();
    text += fmt::format("short kernels that could be one: {} times {}\n", most.count,
                        names_text(input.trace, most.kernels));
  }
  return text;
}

}  // namespace lanescope
