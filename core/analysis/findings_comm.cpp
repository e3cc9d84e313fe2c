// Rules about communication between ranks.
#include <algorithm>

#include <fmt/format.h>

#include "core/analysis/finding_rules.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostRows = 3;

/// "allreduce of 51.20 MiB among 8".
std::string collective_text(const Collective& collective) {
  std::string text = collective.name.substr(0, collective.name.find('('));
  if (collective.bytes) text += " of " + format_bytes(*collective.bytes);
  if (collective.group_size) text += fmt::format(" among {} ranks", *collective.group_size);
  return text;
}

/// The part of what is exposed that is transfer rather than waiting: as if each collective took as
/// long as the shortest of its kind and size.
Ns exposed_transfer(const CommDevice& comm) {
  double transfer_ns = 0;
  for (const CommRow& row : comm.rows) {
    if (row.total_ns <= 0) continue;
    const double share = static_cast<double>(row.min_ns) * static_cast<double>(row.count) /
                         static_cast<double>(row.total_ns);
    transfer_ns += static_cast<double>(row.exposed_ns) * std::clamp(share, 0.0, 1.0);
  }
  return rounded_ns(transfer_ns);
}

void say_exposed_rows(const FindingFacts& facts, const CommDevice& comm, Finding& finding) {
  std::vector<const CommRow*> rows;
  for (const CommRow& row : comm.rows) rows.push_back(&row);
  std::ranges::stable_sort(rows, std::greater<>(), &CommRow::exposed_ns);
  for (std::size_t i = 0; i < std::min(rows.size(), kMostRows); ++i) {
    const CommRow& row = *rows[i];
    std::string text = fmt::format("{}: {}, exposed for {}", collective_text(row.collective),
                                   facts.count_per_step(row.count), facts.per_step(row.exposed_ns));
    if (row.bus_gb_per_s) text += fmt::format(", {:.1f} GB/s on the bus", *row.bus_gb_per_s);
    finding.say(std::move(text), row.longest);
  }
  if (!rows.empty()) finding.where.event = rows.front()->longest;
}

bool is_slow(const CommRow& row, double below) {
  return row.count > 1 && row.bus_gb_per_s && row.best_bus_gb_per_s &&
         *row.bus_gb_per_s < below * *row.best_bus_gb_per_s;
}

}  // namespace

void judge_exposed_communication(const FindingFacts& facts, RuleAnswer& answer) {
  const GpuTimeDevice* gpu = facts.gpu();
  if (gpu == nullptr) return answer.cannot_judge(std::string(kNoGpuEvents));
  const double exposed_pct = facts.share_pct(gpu->exposed_comm_ns);
  if (exposed_pct <= facts.limits().exposed_communication_pct) return;
  const CommDevice* comm = facts.comm_device();
  const Ns alone_ns = gpu->atoms_ns[1];  // computing without communication beside it
  Finding& finding = answer.add();
  finding.title =
      fmt::format("Communication holds computing up for {} of the time", format_pct(exposed_pct));
  if (comm != nullptr) {
    finding.low_pct = facts.share_pct(std::min(exposed_transfer(*comm), alone_ns));
  }
  finding.high_pct = exposed_pct;
  finding.confidence = Confidence::Medium;
  finding.say(fmt::format("Nothing computes during {} of communication",
                          facts.per_step(gpu->exposed_comm_ns)));
  if (const auto overlap = gpu->overlap_pct()) {
    finding.say(*overlap < 0.05 ? "No communication runs beside computing"
                                : fmt::format("{} of all communication runs beside computing",
                                              format_pct(*overlap)));
  }
  if (comm != nullptr) say_exposed_rows(facts, *comm, finding);
  finding.fix =
      "Let it run beside the backward pass: larger or smaller gradient buckets, prefetching of "
      "shards. Communicate less often with gradient accumulation, or less with bf16.";
  finding.confirm =
      "Open all ranks together: a collective that waits for a late rank is no fault of the "
      "network.";
}

void judge_slow_collectives(const FindingFacts& facts, RuleAnswer& answer) {
  if (!facts.has_gpu()) return answer.cannot_judge(std::string(kNoGpuEvents));
  const CommDevice* comm = facts.comm_device();
  if (comm == nullptr) return;
  const bool rated = std::ranges::any_of(
      comm->rows, [](const CommRow& row) { return row.best_bus_gb_per_s.has_value(); });
  if (!rated) return answer.cannot_judge("the trace does not say how large collectives are");
  double lost_ns = 0;
  Finding finding;
  for (const CommRow& row : comm->rows) {
    if (!is_slow(row, facts.limits().slow_collective_pct / 100)) continue;
    lost_ns +=
        static_cast<double>(row.exposed_ns) * (1 - *row.bus_gb_per_s / *row.best_bus_gb_per_s);
    if (finding.evidence.size() >= kMostRows) continue;
    finding.say(
        fmt::format("{}: {:.1f} GB/s over all {}, {:.1f} GB/s at best",
                    collective_text(row.collective), *row.bus_gb_per_s,
                    format_count(static_cast<std::int64_t>(row.count)), *row.best_bus_gb_per_s),
        row.longest);
    if (finding.where.event == EventId::None) finding.where.event = row.longest;
  }
  if (finding.evidence.empty()) return;
  finding.title = "Collectives take far longer than the fastest of their size";
  finding.high_pct = facts.share_pct(rounded_ns(lost_ns));
  finding.confidence = Confidence::Low;
  finding.fix =
      "If ranks arrive late, even out their work. If not: join small collectives, and look for "
      "other "
      "traffic and for the topology (NCCL_DEBUG=INFO).";
  finding.confirm =
      "Open all ranks together: what starts late on one rank waits on the others, and is no matter "
      "of bandwidth.";
  answer.add() = std::move(finding);
}

}  // namespace lanescope
