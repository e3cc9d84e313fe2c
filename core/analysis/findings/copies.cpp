// Rules about copies between the host and the GPU.
#include <algorithm>

#include <fmt/format.h>

#include "core/analysis/findings/rules.h"
#include "core/analysis/host/site.h"

namespace lanescope {
namespace {

bool is_pageable(const CopyRoute& route) {
  return route.leaves_or_enters_host() && (route.from.find("pageable") != route.from.npos ||
                                           route.to.find("pageable") != route.to.npos);
}

bool is_pinned(const CopyRoute& route) {
  return route.from.find("pinned") != route.from.npos || route.to.find("pinned") != route.to.npos;
}

/// The best rate of pinned copies in the same direction; 0 if there are none.
double pinned_gb_per_s(const CopyDevice& copies, const CopyRow& row) {
  double best = 0;
  for (const CopyRow& other : copies.rows) {
    if (is_pinned(other.route) && other.route.kind == row.route.kind) {
      best = std::max(best, other.median_gb_per_s);
    }
  }
  return best;
}

std::string row_text(const FindingFacts& facts, const CopyDevice& copies, const CopyRow& row) {
  std::string text = fmt::format("{} from {} to {} memory, {}, {} of it while no compute runs",
                                 facts.count_per_step(row.count), row.route.from, row.route.to,
                                 facts.per_step(row.total_ns), format_duration(row.exposed_ns));
  if (row.sized == 0) return text;
  text += fmt::format(", {:.1f} GB/s{}", row.median_gb_per_s, row.count == 1 ? "" : " (median)");
  const double pinned = pinned_gb_per_s(copies, row);
  if (pinned > 0) text += fmt::format(" vs. {:.1f} GB/s for pinned copies", pinned);
  return text;
}

/// The minimum gain from pinned memory; 0 if there is no faster pinned copy to compare with.
Ns gained_by_pinning(const CopyDevice& copies, const CopyRow& row) {
  const double pinned = pinned_gb_per_s(copies, row);
  if (pinned <= row.median_gb_per_s || row.median_gb_per_s <= 0) return 0;
  return rounded_ns(static_cast<double>(row.exposed_ns) * (1 - row.median_gb_per_s / pinned));
}

void place_at(const FindingFacts& facts, const CopyRow& row, Finding& finding) {
  if (row.origins.empty() || finding.where.event != EventId::None) return;
  const CopyOrigin& origin = row.origins.front();
  finding.where = {origin.op, slice_name(facts.trace, origin.source), origin.longest};
}

EventId longest_of(const CopyRow& row) {
  return row.origins.empty() ? EventId::None : row.origins.front().longest;
}

/// Whether there are enough small copies for report_small to count them.
bool has_many_small(const FindingFacts& facts, const CopyRow& row) {
  const double steps = std::max(1.0, static_cast<double>(facts.judged.steps));
  const auto many = static_cast<double>(facts.limits().many_small_copies);
  return row.route.leaves_or_enters_host() && row.sized > 0 &&
         static_cast<double>(row.small) / steps > many;
}

/// Reports copies of the same size that occur more than once per step, which are unlikely to be
/// batches. Small copies are left to report_small if it counts them.
Ns report_repeated(const FindingFacts& facts, const CopyDevice& copies, Finding& finding) {
  Ns total_ns = 0;
  for (const RepeatedCopy& copy : copies.repeated.value_or(std::vector<RepeatedCopy>())) {
    const CopyRow& row = copies.rows[copy.row];
    if (row.route.kind != "HtoD" || copy.count < 2 * facts.judged.steps) continue;
    const bool counted = copy.bytes < facts.limits().small_copy_bytes && has_many_small(facts, row);
    if (!counted) total_ns = saturating_add(total_ns, copy.total_ns);
    if (finding.evidence.size() >= 3) continue;
    finding.say("", copy.op,
                fmt::format(" uploads {} {}, {}", format_bytes(copy.bytes),
                            facts.count_per_step(copy.count), facts.per_step(copy.total_ns)),
                copy.first);
    if (finding.where.event == EventId::None)
      finding.where = {copy.op, StringId::Empty, copy.first};
  }
  return total_ns;
}

Ns report_small(const FindingFacts& facts, const CopyDevice& copies, Finding& finding) {
  Ns total_ns = 0;
  for (const CopyRow& row : copies.rows) {
    if (!has_many_small(facts, row)) continue;
    const Ns small_ns = rounded_ns(static_cast<double>(row.total_ns) *
                                   static_cast<double>(row.small) / static_cast<double>(row.count));
    total_ns = saturating_add(total_ns, small_ns);
    finding.say(fmt::format("Copies smaller than {} occur {} ({})",
                            format_bytes(facts.limits().small_copy_bytes),
                            facts.count_per_step(row.small), row.route.kind),
                longest_of(row));
    place_at(facts, row, finding);
  }
  return total_ns;
}

/// Reports data that is copied to the host and back.
Ns report_round_trips(const FindingFacts& facts, const CopyDevice& copies, Finding& finding) {
  Ns total_ns = 0;
  for (const RoundTrip& trip : copies.round_trips.value_or(std::vector<RoundTrip>())) {
    total_ns = saturating_add(total_ns, trip.total_ns);
    if (finding.evidence.size() >= 4) continue;
    finding.say(fmt::format("{} goes to the host and back in the same step, {}",
                            format_bytes(trip.bytes), facts.count_per_step(trip.count)),
                trip.first_out);
    if (finding.where.event == EventId::None) finding.where.event = trip.first_out;
  }
  return total_ns;
}

}  // namespace

void judge_pageable_batch(const FindingFacts& facts, RuleAnswer& answer) {
  const CopyDevice* copies = facts.copy_device();
  if (!facts.has_gpu()) return answer.cannot_judge(std::string(kNoGpuEvents));
  const DataLoading& loading = *facts.loading;
  if (copies == nullptr || loading.pageable_copies == 0) return;
  const auto row = std::ranges::find_if(copies->rows, [](const CopyRow& one) {
    return is_pageable(one.route) && one.route.kind == "HtoD";
  });
  if (row == copies->rows.end()) return;
  if (facts.share_pct(row->exposed_ns) < facts.limits().finding_floor_pct) return;
  Finding& finding = answer.add();
  finding.title = "Batches are copied to the GPU from pageable memory";
  finding.low_pct = facts.share_pct(std::min(row->exposed_ns, facts.gpu()->compute_ns));
  finding.high_pct = facts.share_pct(row->exposed_ns);
  finding.confidence = Confidence::High;
  finding.say(
      fmt::format("No compute runs while they are copied: {}", facts.per_step(row->exposed_ns)),
      loading.pageable_copy);
  if (row->sized > 0) {
    finding.say(fmt::format("{} {}, {}, {:.1f} GB/s{}",
                            format_count(static_cast<std::int64_t>(row->count)),
                            row->count == 1 ? "copy" : "copies", format_bytes(row->bytes),
                            row->median_gb_per_s, row->count == 1 ? "" : " (median)"));
  }
  finding.where.event = loading.pageable_copy;
  if (!row->origins.empty()) finding.where.name = row->origins.front().op;
  finding.fix =
      "Create the DataLoader with pin_memory=True, copy with .to(device, non_blocking=True), and "
      "copy the next batch on a separate stream while this one is processed.";
  finding.confirm = "The copies should then be labeled \"Pinned -> Device\" and overlap kernels.";
}

void judge_pageable_copies(const FindingFacts& facts, RuleAnswer& answer) {
  if (!facts.has_gpu()) return answer.cannot_judge(std::string(kNoGpuEvents));
  const CopyDevice* copies = facts.copy_device();
  if (copies == nullptr) return;
  const bool batches = facts.loading->pageable_copies > 0;  // they have their own rule
  Ns total_ns = 0, exposed_ns = 0, gained_ns = 0;
  Finding finding;
  for (const CopyRow& row : copies->rows) {
    if (!is_pageable(row.route) || (batches && row.route.kind == "HtoD")) continue;
    total_ns = saturating_add(total_ns, row.total_ns);
    exposed_ns = saturating_add(exposed_ns, row.exposed_ns);
    gained_ns = saturating_add(gained_ns, gained_by_pinning(*copies, row));
    finding.say("Copied " + row_text(facts, *copies, row), longest_of(row));
    place_at(facts, row, finding);
  }
  if (facts.share_pct(total_ns) <= facts.limits().pageable_copies_pct) return;
  finding.title = "Copies go through pageable memory";
  finding.low_pct = facts.share_pct(gained_ns);
  finding.high_pct = facts.share_pct(exposed_ns);
  finding.confidence = Confidence::High;
  finding.fix =
      "Keep the host side in pinned memory (tensor.pin_memory(), or pin_memory=True in the "
      "DataLoader) and copy with non_blocking=True, so that copies are faster and overlap "
      "kernels.";
  finding.confirm =
      "The copies should then be labeled \"Pinned\", and the call that starts them should return "
      "immediately.";
  answer.add() = std::move(finding);
}

void judge_needless_copies(const FindingFacts& facts, RuleAnswer& answer) {
  if (!facts.has_gpu()) return answer.cannot_judge(std::string(kNoGpuEvents));
  const CopyDevice* copies = facts.copy_device();
  if (copies == nullptr) return;
  if (!facts.copies->sizes_read) {
    return answer.cannot_judge("copy sizes could not be read");
  }
  Finding finding;
  const Ns again_ns = saturating_add(report_repeated(facts, *copies, finding),
                                     report_small(facts, *copies, finding));
  // A copy can be in several groups, so only the larger sum is certain.
  const Ns copied_ns = std::max(again_ns, report_round_trips(facts, *copies, finding));
  if (facts.share_pct(copied_ns) < facts.limits().finding_floor_pct) return;
  finding.title = "The same data is copied repeatedly, or in tiny pieces";
  finding.high_pct = facts.share_pct(std::min(copied_ns, copies->exposed_ns));
  finding.confidence = Confidence::Medium;
  finding.fix =
      "Keep constants on the GPU (register_buffer), create tensors there (device=\"cuda\"), and "
      "merge "
      "many small copies into one.";
  finding.confirm = "Click the evidence: the operator and its source line show what is copied.";
  answer.add() = std::move(finding);
}

}  // namespace lanescope
