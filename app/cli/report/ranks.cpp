#include "app/cli/report/ranks.h"

#include <algorithm>
#include <filesystem>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/events/statistics.h"
#include "core/ranks/fleet/contradictions/clock_jumps.h"
#include "core/ranks/fleet/fleet_words.h"
#include "core/ranks/rank_words.h"
#include "core/ranks/recorded_times.h"
#include "core/view/text/escaping.h"
#include "core/view/text/time_text.h"
#include "core/view/text/window_words.h"

namespace lanescope {
namespace {

constexpr std::string_view kAllDevices =
    "--device does not apply to ranks: all GPUs of each are compared, as device numbers differ "
    "between ranks";

/// Traces with collectives in common are of one run, whatever their files are called.
bool have_met(const RunAnalysis& run) {
  return std::ranges::any_of(run.matched.collectives,
                             [](const MatchedCollective& one) { return one.parts.size() > 1; });
}

std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

}  // namespace

bool PrintedRanks::names_files() const {
  return std::ranges::any_of(files, [](const std::string& file) { return !file.empty(); });
}

std::string PrintedRanks::cell(std::size_t trace) const {
  const bool names_file = trace < files.size() && !files[trace].empty();
  return names_file ? printable(files[trace], kReportNameWidth) : fmt::to_string(rank(trace));
}

std::string PrintedRanks::title(std::size_t trace) const {
  const bool names_file = trace < files.size() && !files[trace].empty();
  return names_file ? printable(files[trace]) : fmt::format("rank {}", rank(trace));
}

void RanksReport::add(const ReportInput& input, const std::string& file, bool compare) {
  claims_.push_back(rank_claim(input.trace, file, input.read));
  AnalysisWindow window = input.window;
  window.device.reset();
  readings_.push_back({window, window.steps, !input.trace.report.complete,
                       input.trace.report.damaged, input.window.device.has_value()});
  if (compare) facts_.add({0, input.about(window)});
}

void RanksReport::add_unreadable(const std::string& file, const std::string& why) {
  if (rank_in_file_name(file)) unreadable_.emplace_back(file, why);
}

/// What there is to say of the traces as a run.
std::vector<std::string> RanksReport::notes(const RunAnalysis& run) const {
  const std::string other_runs = unrelated(run);
  std::vector<std::string> notes{other_runs.empty() ? unknown_ranks_sentence(ranks_) : other_runs};
  RunRanks told = ranks_;
  std::vector<std::string> failed;
  for (const auto& [file, why] : unreadable_) {
    const std::int64_t rank = rank_in_file_name(file).value_or(0);
    if (std::erase(told.missing, rank) != 0) --told.missing_count;
    failed.push_back(printable(fmt::format("rank {} ({}: {})", rank, file_name(file), why)));
  }
  notes.push_back(rank_problems(told));
  if (!failed.empty()) notes.push_back("could not be read: " + listed_items(failed));
  std::erase(notes, "");
  return notes;
}

RunAnalysis RanksReport::analyse() {
  ranks_ = ranks();
  order_ = facts_.give_ranks(ranks_.traces);
  std::vector<std::string> files;
  for (const RankClaim& claim : claims_) files.push_back(claim.file);
  return compare_steady_ranks(facts_, *readings_.front().window.thresholds, [&](std::int64_t rank) {
    return unknown_rank_title(ranks_, files, rank);
  });
}

/// Names the files of traces whose ranks nothing tells, and of those that nothing relates.
PrintedRanks RanksReport::to_print(const RunAnalysis& run) const {
  std::vector<std::string> files(order_.size());
  const bool related = have_met(run);
  for (std::size_t t = 0; t < order_.size(); ++t) {
    const bool unknown = ranks_.traces[order_[t]].source == RankSource::FileOrder;
    if (!unknown && (related || !ranks_.is_doubtful(order_[t]))) continue;
    const std::string& own = claims_[order_[t]].file;
    const auto same_name = [&](const RankClaim& other) {
      return file_name(other.file) == file_name(own);
    };
    files[t] = doubtful_rank_title(own, std::ranges::count_if(claims_, same_name) > 1);
  }
  return {facts_, run, std::move(files)};
}

std::string RanksReport::unrelated(const RunAnalysis& run) const {
  return have_met(run)
             ? ""
             : unrelated_sentence(ranks_, recorded_far_apart(std::span<const RankClaim>(claims_)));
}

/// "window: 4 steps, 2 warm-up excluded", for all ranks or, if they differ, for each.
std::string RanksReport::window_text(const PrintedRanks& ranks) const {
  const auto words = [](const Reading& reading) {
    if (reading.window.kind != WindowKind::Steps)
      return std::string(window_phrase(reading.window.kind));
    const std::size_t warm_up = reading.window.warm_up_steps;
    return fmt::format("{}{}", counted(reading.steps, "step"),
                       warm_up == 0 ? "" : fmt::format(", {} warm-up excluded", warm_up));
  };
  std::string text = words(readings_.front());
  for (const Reading& reading : readings_) {
    if (words(reading) != text) text.clear();
  }
  if (text.empty()) {
    for (std::size_t t = 0; t < order_.size(); ++t) {
      text +=
          fmt::format("{}{}: {}", t == 0 ? "" : "; ", ranks.title(t), words(readings_[order_[t]]));
    }
  }
  return "window: " + text + "\n";
}

Json RanksReport::window_json(const Reading& reading) const {
  Json out = {{"kind", window_kind_name(reading.window.kind)}};
  if (reading.window.kind == WindowKind::Steps) {
    out["steps"] = reading.steps;
    out["warm_up_steps"] = reading.window.warm_up_steps;
  }
  return out;
}

std::string RanksReport::reading_notes(const PrintedRanks& ranks) const {
  std::string text;
  for (std::size_t t = 0; t < order_.size(); ++t) {
    if (!readings_[order_[t]].cut_off) continue;
    text += fmt::format("{}: its file is {} is not compared with any other {}; copy {} again\n",
                        ranks.title(t),
                        readings_[order_[t]].damaged ? "damaged; what cannot be read"
                                                     : "truncated; what ran after that point",
                        ranks.names_files() ? "trace" : "rank", printable(claims_[order_[t]].file));
  }
  if (readings_.front().one_device) text += std::string(kAllDevices) + "\n";
  return text;
}

Json RanksReport::json() {
  const RunAnalysis run = analyse();
  const PrintedRanks printed{facts_, run};
  Json rows = Json::array();
  for (std::size_t t = 0; t < order_.size(); ++t) {
    const RankIdentity& identity = ranks_.traces[order_[t]];
    rows.push_back({{"rank", identity.rank},
                    {"rank_source", rank_source_name(identity.source)},
                    {"file", claims_[order_[t]].file},
                    {"file_ends_early", readings_[order_[t]].cut_off},
                    {"window", window_json(readings_[order_[t]])},
                    {"collectives", facts_.collectives[t].collectives.size()},
                    {"unmatched_collectives", run.matched.unmatched[t]},
                    {"missing_collectives", run.matched.missing[t]},
                    {"clock", rank_clock_json(printed, t)},
                    {"times", rank_times_json(facts_.times[t])}});
  }
  Json out = {{"summary", run.summary},
              {"world_size", json_or_null(ranks_.world_size)},
              {"missing_ranks", ranks_.missing},
              {"missing_ranks_count", ranks_.missing_count},
              {"duplicate_ranks", ranks_.duplicates},
              {"unrelated", json_text_or_null(unrelated(run))},
              {"rows", std::move(rows)}};
  add_run_json(printed, out);
  return Reasons({{!ranks_.world_size, "world_size: no trace has it in distributedInfo"},
                  {readings_.front().one_device, kAllDevices}})
      .added_to(std::move(out));
}

std::string RanksReport::text() {
  const RunAnalysis run = analyse();
  const PrintedRanks ranks = to_print(run);
  std::string text = printable(run.summary) + "\n";
  for (const std::string& note : notes(run)) text += note + "\n";
  return text + window_text(ranks) + "\n" + rank_clocks_text(ranks) + reading_notes(ranks) + "\n" +
         rank_times_text(ranks) + rank_findings_text(ranks);
}

std::string RanksReport::markdown() {
  const RunAnalysis run = analyse();
  const PrintedRanks ranks = to_print(run);
  const bool is_run = !ranks.names_files();
  std::string text =
      fmt::format("# All {} {}\n\n**{}**\n\n", claims_.size(), is_run ? "ranks" : "traces",
                  markdown_text(printable(run.summary)));
  for (const std::string& note : notes(run)) text += markdown_text(note) + "\n\n";
  text += fmt::format("| {} ", is_run ? "rank" : "trace");
  text +=
      "| offset | times last | wait caused | waited | cause |\n"
      "|---:|---:|---:|---:|---:|---|\n";
  for (const StragglerRow& row : run.stragglers.rows) {
    const RankClock& clock = run.clocks[row.trace];
    const std::string cause = cause_text(row);
    text += fmt::format(
        "| {} | {} ± {} | {} of {} | {} | {} | {} |\n", markdown_text(ranks.cell(row.trace)),
        format_duration(clock.offset_ns), format_duration(rounded_ns(clock.error_ns)),
        row.times_last, row.collectives, format_duration(row.wait_caused_ns),
        format_duration(row.waited_ns), markdown_code(printable(cause, kReportNameWidth)));
  }
  for (const Finding& finding : run.findings) {
    text += fmt::format("\n**{}** {}\n", markdown_text(printable(finding.title)),
                        markdown_text(printable(finding.fix)));
  }
  return text;
}

}  // namespace lanescope
