#include "core/ranks/summary/rank_summary.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

#include "core/analysis/idle/host_activity.h"
#include "core/analysis/kernels/kernels.h"
#include "core/analysis/ops/ops.h"
#include "core/base/bytes/file_digest.h"
#include "core/base/files/file_descriptor.h"
#include "core/base/files/system_file.h"
#include "core/base/text/ascii_case.h"
#include "core/base/threads/parallel.h"
#include "core/store/own_members.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostMetadata = 200;
constexpr std::size_t kLongestMetadata = 200;  // bytes; longer values are left out

/// By commit, branch, version and host: what a history of runs looks for.
bool tells_runs_apart(std::string_view key) {
  constexpr std::array<std::string_view, 6> kParts = {"commit", "hash",    "revision",
                                                      "branch", "version", "host"};
  return std::ranges::any_of(kParts,
                             [&](std::string_view part) { return holds_ignoring_case(key, part); });
}

template <typename Rows>
auto first_rows(const Rows& rows) {
  return std::span(rows).first(std::min(rows.size(), kMostSummaryRows));
}

class Summarizer {
 public:
  explicit Summarizer(const AnalysisResults& in) : in_(in), trace_(in.trace) {}

  RankSummary run(SummarySource source) {
    out_.source = std::move(source);
    out_.source.format = trace_.info.format;
    for (const bool telling : {true, false}) {
      add_metadata(trace_.info.metadata, telling);
      if (trace_.info.distributed) add_metadata(*trace_.info.distributed, telling);
    }
    out_.window = in_.window.kind;
    out_.window_range = in_.window.range;
    out_.window_steps = in_.window.steps;
    out_.warm_up_steps = in_.window.warm_up_steps;
    // The long ones first. They share little.
    constexpr std::array kParts = {&Summarizer::add_run_facts, &Summarizer::add_findings,
                                   &Summarizer::add_ops};
    parallel_for(kParts.size(), hardware_threads(),
                 [&](std::size_t part, unsigned) { (this->*kParts[part])(); });
    for (const auto& memory : trace_.memory) {
      out_.memory.push_back(
          {memory->device_type, memory->device_id, memory->peak_allocated, memory->peak_reserved});
    }
    out_.report = trace_.report;
    return std::move(out_);
  }

 private:
  void identify() {
    out_.claim = rank_claim(trace_, out_.source.file, in_.read);
    out_.devices = trace_.info.devices;
    out_.base_ns = trace_.info.base_ns;
  }

  /// Those that tell runs apart go first, so that they stay where there are too many.
  void add_metadata(const JsonValue& from, bool telling) {
    const JsonObject* members = from.object();
    if (members == nullptr) return;
    for (const auto& [key, value] : *members) {
      if (out_.metadata.size() == kMostMetadata) return;
      if (tells_runs_apart(key) != telling) continue;
      if (value.object() != nullptr || value.array() != nullptr || is_own_member(key)) continue;
      std::string text = value.to_text(true);
      if (text.size() <= kLongestMetadata) out_.metadata.emplace_back(key, std::move(text));
    }
  }

  void add_run_facts() {
    identify();
    const RankTrace trace{identify_ranks(std::span(&out_.claim, 1)).traces.front().rank, in_};
    out_.collectives = rank_collectives(trace);
    ActivityReader activity(in_);
    out_.times = rank_times(trace);
    out_.steps = step_facts(in_, out_.collectives);
    add_shapes_last();
    std::vector<TimeRange> steps;
    for (const StepFacts& step : out_.steps) steps.push_back(step.range);
    out_.activity = outline_of(activity, out_.collectives, steps);
  }

  [[nodiscard]] std::string text_of(StringId name) const { return std::string(trace_.text(name)); }

  void add_findings() {
    // Asked for first, so that the run's facts meanwhile find the timelines of the entire trace,
    // from which those of the window are taken.
    static_cast<void>(in_.of<HostActivities>());
    const auto found = in_.of<FindingTable>();
    for (const Finding& finding : found->findings) {
      SummaryFinding& one = out_.findings.emplace_back();
      one.id = finding.id;
      one.title = finding.title;
      const FindingText& text = finding.evidence.front().text;
      one.evidence = text.head + text_of(text.name) + text.tail;
      one.place = text_of(finding.where.name);
      if (one.place.empty()) one.place = text_of(finding.where.source);
      one.low_pct = finding.low_pct;
      one.high_pct = finding.high_pct;
      one.expected_pct = finding.expected_pct();
      one.at_least = finding.at_least;
      one.informational = finding.informational;
      one.severity_of = finding.severity_of;
      one.confidence = finding.confidence;
    }
    add_kernels();
  }

  /// Of the table that findings have asked for.
  void add_kernels() {
    const auto table = in_.of<KernelTable>();
    out_.gpu_ns = table->gpu_ns;
    for (const KernelRow& row : first_rows(table->rows)) {
      out_.kernels.push_back({text_of(row.name), row.gpu_class, row.tensor_core, row.count,
                              row.total_ns, row.min_ns, row.max_ns, row.median_ns});
    }
  }

  void add_ops() {
    const auto table = in_.of<OpTable>();
    for (const OpRow& row : first_rows(table->rows)) {
      out_.ops.push_back({text_of(row.name), row.annotation, row.count, row.self_cpu_ns,
                          row.total_cpu_ns, row.self_device_ns, row.total_device_ns});
    }
    add_shapes_last();
  }

  /// They are those of the operators in a step, so the part that knows either last adds them.
  void add_shapes_last() {
    if (--without_shapes_ > 0) return;
    std::vector<std::string> ops;
    for (const SummaryOp& op : out_.ops) {
      if (!op.annotation) ops.push_back(op.name);
    }
    out_.shapes = op_shapes(in_, out_.steps, ops);
  }

  const AnalysisResults& in_;
  const Snapshot& trace_;
  RankSummary out_;
  std::atomic<int> without_shapes_{2};
};

}  // namespace

SummarySource summary_source(const std::string& path) {
  SummarySource source;
  std::error_code unknown;
  const auto absolute = std::filesystem::absolute(path, unknown);
  source.file = unknown ? path : absolute.lexically_normal().string();
  const FileDescriptor file(open_to_read(path));
  if (!file.open()) return source;
  const auto facts = facts_of(file.get());
  if (!facts || facts->kind != FileFacts::Kind::File) return source;
  source.bytes = facts->bytes;
  source.digest = file_digest(file.get(), facts->bytes);
  return source;
}

RankSummary summarize_rank(const AnalysisResults& in, SummarySource source) {
  return Summarizer(in).run(std::move(source));
}

RankSummary unreadable_rank(SummarySource source, std::string why) {
  RankSummary out;
  out.claim.file = source.file;
  out.source = std::move(source);
  out.failure = std::move(why);
  out.collectives.rank = identify_ranks(std::span(&out.claim, 1)).traces.front().rank;
  out.times.rank = out.collectives.rank;
  out.report.complete = false;
  return out;
}

TraceFault fault_of(const RankSummary& summary) {
  if (summary.report.complete) return TraceFault::None;
  if (!summary.tells_damage) return TraceFault::Either;
  return summary.report.damaged ? TraceFault::Damaged : TraceFault::Truncated;
}

std::string_view fault_text(TraceFault fault) {
  switch (fault) {
    case TraceFault::None:
      return "";
    case TraceFault::Truncated:
      return "truncated";
    case TraceFault::Damaged:
      return "damaged";
    case TraceFault::Either:
      return "truncated or damaged";
  }
  return "";
}

RunFacts facts_of(const RankSummary& summary) {
  RunFacts facts;
  facts.collectives.push_back(summary.collectives);
  facts.activities.push_back(activity_of(summary.activity));
  facts.times.push_back(summary.times);
  return facts;
}

}  // namespace lanescope
