// Rules about communication between ranks.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "core/analysis/events/gpu_events.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/findings/rules.h"
#include "core/analysis/host/site.h"
#include "core/analysis/ops/ops.h"
#include "core/analysis/steps/activity.h"
#include "core/store/each_slice.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostRows = 3;
/// What takes less than latency alone is fast enough; more than that is not due to so few bytes.
constexpr std::int64_t kSmallBytes = 64 << 10U;
constexpr Ns kLatencyNs = 100'000, kLatencyOfRankNs = 2'000;

Ns mean_of(const CommRow& row) {
  return row.total_ns / static_cast<Ns>(std::max<std::uint64_t>(row.count, 1));
}

bool is_small(const CommRow& row) {
  return row.collective.bytes && *row.collective.bytes <= kSmallBytes;
}

/// Small messages are sent in microseconds; what takes far longer waits for another rank.
bool mostly_waits(const CommRow& row) {
  constexpr std::int64_t kMostRanks = 1'000'000;  // a file may say anything
  const Ns ranks = std::clamp<std::int64_t>(row.collective.group_size.value_or(0), 0, kMostRanks);
  return is_small(row) && mean_of(row) > kLatencyNs + kLatencyOfRankNs * ranks;
}

/// The kernel of collectives that are only known by it; views shorten its name.
StringId kernel_of(const Snapshot& trace, const CommRow& row) {
  const StringId kernel = slice_name(trace, row.longest);
  return trace.text(kernel) == row.collective.name ? kernel : StringId::Empty;
}

/// "allreduce of 51.20 MiB among 8 ranks"; without the name if `kernel` has it.
std::string collective_text(const Collective& collective, StringId kernel) {
  std::string text = kernel == StringId::Empty ? collective.name : "";
  if (collective.bytes) text += " of " + format_bytes(*collective.bytes);
  if (collective.group_size) text += fmt::format(" among {} ranks", *collective.group_size);
  return text;
}

/// The part of exposed communication that is transfer rather than waiting, assuming that every
/// collective needs as long as the shortest of its kind and size, and that those which mostly wait
/// transfer next to nothing.
Ns exposed_transfer(const CommDevice& comm) {
  double transfer_ns = 0;
  for (const CommRow& row : comm.rows) {
    if (row.total_ns <= 0 || mostly_waits(row)) continue;
    const double share = static_cast<double>(row.min_ns) * static_cast<double>(row.count) /
                         static_cast<double>(row.total_ns);
    transfer_ns += static_cast<double>(row.exposed_ns) * std::clamp(share, 0.0, 1.0);
  }
  return rounded_ns(transfer_ns);
}

void say_of_kernel(StringId kernel, std::string text, EventId event, Finding& finding) {
  if (kernel == StringId::Empty) return finding.say(std::move(text), event);
  finding.say("", kernel, std::move(text), event);
}

/// The bandwidth of a small message says nothing; its time does.
std::string speed_text(const CommRow& row) {
  if (is_small(row)) {
    return fmt::format(", {} each{}", format_duration(mean_of(row)),
                       mostly_waits(row) ? ", so it mostly waits for other ranks" : "");
  }
  if (!row.bus_gb_per_s) return "";
  const double rate = *row.bus_gb_per_s;
  return rate < 0.1 ? fmt::format(", bus bandwidth {:.2g} GB/s", rate)
                    : fmt::format(", bus bandwidth {:.1f} GB/s", rate);
}

/// Whether most of the exposed time is in collectives that mostly wait.
bool waits_for_ranks(const CommDevice& comm) {
  Ns waiting_ns = 0;
  for (const CommRow& row : comm.rows) {
    if (mostly_waits(row)) waiting_ns = saturating_add(waiting_ns, row.exposed_ns);
  }
  return waiting_ns > comm.exposed_ns / 2;
}

void say_exposed_rows(const FindingFacts& facts, const CommDevice& comm, Finding& finding) {
  std::vector<const CommRow*> rows;
  for (const CommRow& row : comm.rows) rows.push_back(&row);
  std::ranges::stable_sort(rows, std::greater<>(), &CommRow::exposed_ns);
  for (std::size_t i = 0; i < std::min(rows.size(), kMostRows); ++i) {
    const CommRow& row = *rows[i];
    const StringId kernel = kernel_of(facts.trace, row);
    std::string text = fmt::format(
        "{}: {}, exposed for {}{}", collective_text(row.collective, kernel),
        facts.count_per_step(row.count), facts.per_step(row.exposed_ns), speed_text(row));
    say_of_kernel(kernel, std::move(text), row.longest, finding);
  }
  if (!rows.empty()) finding.where.event = rows.front()->longest;
}

constexpr std::string_view kWhatToChange =
    "Overlap it with the backward pass: tune the gradient bucket size, or prefetch "
    "shards. Communicate less often with gradient accumulation, or send less data with bf16.";
constexpr std::string_view kWhatToChangeIfWaiting =
    "Find out what delays the other ranks: their traces show it. Sending less data would not help. "
    "Exchange small values such as sizes earlier, or less often, and continue without waiting for "
    "them.";
constexpr std::string_view kWhatConfirms =
    "Open all ranks together: a collective that waits for a late rank is not a network "
    "problem.";

/// Host collectives with the same name.
struct HostCollectives {
  StringId name = StringId::Empty;
  std::uint64_t count = 0;
  Ns total_ns = 0, least_ns = kMaxNs, longest_ns = -1;
  EventId longest = EventId::None;

  void add(Ns length_ns, EventId event) {
    ++count;
    total_ns = saturating_add(total_ns, length_ns);
    least_ns = std::min(least_ns, length_ns);
    if (length_ns > longest_ns) longest = event;
    longest_ns = std::max(longest_ns, length_ns);
  }
  /// A sum would exceed the wall time where several threads communicate at once.
  [[nodiscard]] Ns mean_ns() const {
    return total_ns / static_cast<Ns>(std::max<std::uint64_t>(count, 1));
  }
};

/// The host collectives that start in a range, by total time.
std::vector<HostCollectives> host_collectives(const Snapshot& trace, TimeRange range) {
  std::map<StringId, HostCollectives> of_name;
  for_each_slice(trace, TrackKind::CpuThread,
                 [&](const Track&, const TrackChunk& chunk, std::uint32_t i) {
                   const CategoryKind kind = trace.kind_of(chunk.category[i]);
                   if (kind != CategoryKind::UserAnnotation && kind != CategoryKind::CpuOp) return;
                   if (!range.contains(chunk.start_ns[i])) return;
                   if (is_host_collective(trace.text(chunk.name[i])))
                     of_name[chunk.name[i]].add(chunk.range(i).length_ns(), chunk.id_of(i));
                 });
  std::vector<HostCollectives> rows;
  for (auto& [name, row] : of_name) {
    row.name = name;
    rows.push_back(row);
  }
  std::ranges::stable_sort(rows, std::greater<>(), &HostCollectives::total_ns);
  return rows;
}

Ns total_of(const std::vector<TimeRange>& ranges) {
  Ns sum_ns = 0;
  for (const TimeRange& range : ranges) sum_ns = saturating_add(sum_ns, length_of(range));
  return sum_ns;
}

/// For a trace without GPU events: host collectives while no operator runs.
void judge_host_communication(const FindingFacts& facts, RuleAnswer& answer) {
  const StepActivity activity = step_activity(facts.trace, facts.judged.window);
  const auto in_judged = [&](StepClass one) {
    return common_parts(activity[static_cast<std::size_t>(one)],
                        std::vector<TimeRange>{facts.judged.range});
  };
  const auto comm = in_judged(StepClass::Communication);
  if (comm.empty()) return answer.cannot_judge(std::string(kNoGpuEvents));
  const auto ops = in_judged(StepClass::CpuExec);
  const Ns exposed_ns = total_of(common_parts(comm, left_out(ops)));
  const Ns alone_ns = total_of(common_parts(ops, left_out(comm)));
  const double exposed_pct = facts.share_pct(exposed_ns);
  if (exposed_pct <= facts.limits().exposed_communication_pct) return;
  double transfer_ns = 0, total_ns = 0;
  const std::vector<HostCollectives> rows = host_collectives(facts.trace, facts.judged.range);
  for (const HostCollectives& row : rows) {
    transfer_ns += static_cast<double>(row.least_ns) * static_cast<double>(row.count);
    total_ns += static_cast<double>(row.total_ns);
  }
  Finding& finding = answer.add();
  finding.title = fmt::format("Exposed communication: {} of the time", format_pct(exposed_pct));
  const double transfer = total_ns > 0 ? std::min(transfer_ns / total_ns, 1.0) : 0;
  finding.low_pct =
      facts.share_pct(std::min(rounded_ns(transfer * static_cast<double>(exposed_ns)), alone_ns));
  finding.high_pct = exposed_pct;
  finding.say(
      fmt::format("No operator runs during {} of communication", facts.per_step(exposed_ns)));
  for (std::size_t i = 0; i < std::min(rows.size(), kMostRows); ++i) {
    const HostCollectives& row = rows[i];
    finding.say("", row.name,
                fmt::format(": {}, {} on average, {} min, {} max", facts.count_per_step(row.count),
                            format_duration(row.mean_ns()), format_duration(row.least_ns),
                            format_duration(row.longest_ns)),
                row.longest);
  }
  if (!rows.empty()) finding.where = {rows.front().name, StringId::Empty, rows.front().longest};
  finding.fix = kWhatToChange;
  finding.confirm = kWhatConfirms;
}

bool is_slow(const CommRow& row, double below) {
  return row.count > 1 && row.bus_gb_per_s && row.best_bus_gb_per_s &&
         *row.bus_gb_per_s < below * *row.best_bus_gb_per_s;
}

}  // namespace

void judge_exposed_communication(const FindingFacts& facts, RuleAnswer& answer) {
  const GpuTimeDevice* gpu = facts.gpu();
  if (gpu == nullptr) {
    if (has_gpu_work(facts.trace)) return answer.cannot_judge(std::string(kNoGpuEvents));
    return judge_host_communication(facts, answer);
  }
  const double exposed_pct = facts.share_pct(gpu->exposed_comm_ns);
  if (exposed_pct <= facts.limits().exposed_communication_pct) return;
  const CommDevice* comm = facts.comm_device();
  const Ns alone_ns = gpu->atoms_ns[1];  // compute without concurrent communication
  Finding& finding = answer.add();
  finding.title = fmt::format("Exposed communication: {} of the time", format_pct(exposed_pct));
  if (comm != nullptr) {
    finding.low_pct = facts.share_pct(std::min(exposed_transfer(*comm), alone_ns));
  }
  finding.high_pct = exposed_pct;
  finding.confidence = Confidence::Medium;
  finding.say(fmt::format("No compute runs during {} of communication",
                          facts.per_step(gpu->exposed_comm_ns)));
  if (const auto overlap = gpu->overlap_pct()) {
    finding.say(*overlap < 0.05 ? "No communication overlaps compute"
                                : fmt::format("{} of all communication overlaps compute",
                                              format_pct(*overlap)));
  }
  if (comm != nullptr) say_exposed_rows(facts, *comm, finding);
  finding.fix = comm != nullptr && waits_for_ranks(*comm) ? kWhatToChangeIfWaiting : kWhatToChange;
  finding.confirm = kWhatConfirms;
}

void judge_slow_collectives(const FindingFacts& facts, RuleAnswer& answer) {
  if (!facts.has_gpu()) return answer.cannot_judge(std::string(kNoGpuEvents));
  const CommDevice* comm = facts.comm_device();
  if (comm == nullptr) return;
  const bool rated = std::ranges::any_of(
      comm->rows, [](const CommRow& row) { return row.best_bus_gb_per_s.has_value(); });
  if (!rated) return answer.cannot_judge("the trace has no message sizes of collectives");
  double lost_ns = 0;
  Finding finding;
  for (const CommRow& row : comm->rows) {
    if (!is_slow(row, facts.limits().slow_collective_pct / 100)) continue;
    lost_ns +=
        static_cast<double>(row.exposed_ns) * (1 - *row.bus_gb_per_s / *row.best_bus_gb_per_s);
    if (finding.evidence.size() >= kMostRows) continue;
    finding.say(
        fmt::format("{}: {:.1f} GB/s over {} calls, best {:.1f} GB/s",
                    collective_text(row.collective, StringId::Empty), *row.bus_gb_per_s,
                    format_count(static_cast<std::int64_t>(row.count)), *row.best_bus_gb_per_s),
        row.longest);
    if (finding.where.event == EventId::None) finding.where.event = row.longest;
  }
  if (finding.evidence.empty()) return;
  finding.title = "Collectives are far slower than the fastest one of the same size";
  finding.high_pct = facts.share_pct(rounded_ns(lost_ns));
  finding.confidence = Confidence::Low;
  finding.fix =
      "If ranks arrive late, balance their work. If not, merge small collectives, and check for "
      "other traffic and the topology (NCCL_DEBUG=INFO).";
  finding.confirm =
      "Open all ranks together: if one rank starts late, the others wait, and bandwidth is not "
      "the problem.";
  answer.add() = std::move(finding);
}

}  // namespace lanescope
