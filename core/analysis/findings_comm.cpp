// Rules about communication between ranks.
#include <algorithm>

#include <fmt/format.h>

#include "core/analysis/finding_rules.h"
#include "core/analysis/thresholds.h"

namespace lanescope {

void judge_exposed_communication(const FindingFacts& facts, RuleAnswer& answer) {
  const GpuTimeDevice* gpu = facts.gpu();
  if (gpu == nullptr) return answer.cannot_judge(std::string(kNoGpuEvents));
  const double exposed_pct = facts.share_pct(gpu->exposed_comm_ns);
  if (exposed_pct <= thresholds::kExposedCommunicationPct) return;
  Finding& finding = answer.add();
  finding.title =
      fmt::format("Communication holds computing up for {} of the time", format_pct(exposed_pct));
  finding.high_pct = exposed_pct;
  finding.confidence = Confidence::Medium;
  finding.say(fmt::format("Nothing computes during {} of communication",
                          facts.per_step(gpu->exposed_comm_ns)));
  if (const auto overlap = gpu->overlap_pct()) {
    finding.say(fmt::format("{} of all communication runs beside computing", format_pct(*overlap)));
  }
  finding.fix =
      "Let it run beside the backward pass: larger or smaller gradient buckets, prefetching of "
      "shards. Communicate less often with gradient accumulation, or less with bf16.";
  finding.confirm =
      "Open all ranks together: a collective that waits for a late rank is no fault of the "
      "network.";
}

}  // namespace lanescope
