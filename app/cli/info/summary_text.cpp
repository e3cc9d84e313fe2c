#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "app/cli/info/summary.h"
#include "app/cli/output/text_table.h"
#include "core/base/bytes/file_stamp.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

using Facts = std::vector<std::pair<std::string, std::string>>;

constexpr std::size_t kNameWidth = 56;
constexpr std::size_t kMostSteps = 20;
constexpr std::size_t kMostKernels = 10;

std::string more_text(std::size_t rows, std::size_t most) {
  return rows > most ? fmt::format("and {} more; see --json\n", rows - most) : "";
}

std::string size_text(std::uint64_t bytes) {
  return format_bytes(static_cast<std::int64_t>(bytes));
}

std::string rank_text(const RankSummary& summary) {
  const RankIdentity rank = identify_ranks(std::span(&summary.claim, 1)).traces.front();
  if (rank.source == RankSource::FileOrder) return "n/a: not in the trace";
  std::string text = fmt::format("{}", rank.rank);
  if (summary.claim.world_size) text += fmt::format(" of {}", *summary.claim.world_size);
  if (rank.source == RankSource::FileName) text += ", from the file name";
  return text + (summary.claim.backend.empty() ? "" : ", " + printable(summary.claim.backend));
}

std::string trace_text(const SummarySource& from) {
  std::string text = printable(from.file);
  if (from.digest.empty()) return text;
  return text + fmt::format(", {}, digest {}", size_text(from.bytes), printable(from.digest));
}

std::string window_text(const RankSummary& summary) {
  if (summary.window != WindowKind::Steps) return "entire trace";
  return fmt::format("{} after {}", counted(summary.window_steps, "step"),
                     counted(summary.warm_up_steps, "warm-up step"));
}

Facts facts_about(const RankSummary& summary, const std::string& file) {
  Facts facts = {
      {"file", printable(file)},
      {"format", "lanescope-rank-summary, " + size_text(bytes_of_file(file).value_or(0))},
      {"trace", trace_text(summary.source)},
      {"rank", rank_text(summary)}};
  for (const DeviceInfo& device : summary.devices) {
    facts.emplace_back(fmt::format("device {}", device.id), printable(device.name, kNameWidth));
  }
  if (!summary.failure.empty()) {
    facts.emplace_back("not read", printable(summary.failure));
    return facts;
  }
  facts.emplace_back("window", window_text(summary));
  facts.emplace_back("steps", format_count(summary.steps.size()));
  facts.emplace_back("collectives",
                     fmt::format("{} in {}", format_count(summary.collectives.collectives.size()),
                                 counted(summary.collectives.groups.size(), "group")));
  for (const SummaryMemory& memory : summary.memory) {
    if (memory.device_type == 0) continue;
    facts.emplace_back(fmt::format("memory {}", memory.device_id),
                       "peak " + format_bytes(memory.peak_allocated));
  }
  return facts;
}

std::string steps_text(const RankSummary& summary) {
  if (summary.steps.empty()) return "";
  TextTable table({{"step", TextTable::Align::Left},
                   {"duration"},
                   {"compute"},
                   {"exposed comm"},
                   {"exposed copies and memsets"},
                   {"idle"},
                   {"peak memory"}});
  const std::size_t most = std::min(summary.steps.size(), kMostSteps);
  for (const StepFacts& step : std::span(summary.steps).first(most)) {
    const auto share = [&](Ns ns) { return step.devices == 0 ? "n/a" : format_duration(ns); };
    table.add_row({printable(step.name, kNameWidth) + (step.warm_up ? " (warm-up)" : ""),
                   format_duration(step.range.length_ns()), share(step.compute_ns),
                   share(step.exposed_comm_ns), share(step.exposed_memory_ns),
                   share(step.total_idle_ns()),
                   step.peak_bytes ? format_bytes(*step.peak_bytes) : "n/a"});
  }
  return "\n" + table.text() + more_text(summary.steps.size(), kMostSteps);
}

std::string findings_text(const RankSummary& summary) {
  std::string text;
  for (const SummaryFinding& finding : summary.findings) {
    text += fmt::format("{}{} {}: {}{:.0f} %{}\n", text.empty() ? "\n" : "", printable(finding.id),
                        printable(finding.title), finding.at_least ? "at least " : "up to ",
                        finding.at_least ? finding.low_pct : finding.high_pct,
                        finding.severity_of == SeverityOf::Step ? "" : " of memory");
  }
  return text;
}

std::string kernels_text(const RankSummary& summary) {
  if (summary.kernels.empty()) return "";
  TextTable table({{"kernel", TextTable::Align::Left}, {"count"}, {"total"}, {"of GPU work"}});
  const std::size_t most = std::min(summary.kernels.size(), kMostKernels);
  for (const SummaryKernel& kernel : std::span(summary.kernels).first(most)) {
    table.add_row({printable(kernel.name, kNameWidth), format_count(kernel.count),
                   format_duration(kernel.total_ns), percent(kernel.total_ns, summary.gpu_ns)});
  }
  return "\n" + table.text() + more_text(summary.kernels.size(), kMostKernels);
}

std::string report_text(const RankSummary& summary) {
  const LoadReport& report = summary.report;
  const std::string fault(fault_text(fault_of(summary)));
  std::string text = fmt::format("\n{} of {} events kept{}\n", format_count(report.kept),
                                 format_count(report.kept + report.listed),
                                 fault.empty() ? "" : "; the trace is " + fault);
  for (const LoadIssue& issue : report.issues) {
    text += fmt::format("{} × {}: {}\n", format_count(issue.count), printable(issue.kind),
                        printable(issue.what));
  }
  return text;
}

}  // namespace

std::string summary_text(const RankSummary& summary, const std::string& file) {
  std::string text = fact_lines(facts_about(summary, file));
  if (!summary.failure.empty()) return text;
  return text + steps_text(summary) + findings_text(summary) + kernels_text(summary) +
         report_text(summary);
}

}  // namespace lanescope
