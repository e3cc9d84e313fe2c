#include "core/ranks/fleet/fleet_rank.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/base/check.h"
#include "core/ranks/host_in_file_name.h"

namespace lanescope {
namespace {

constexpr std::array<std::string_view, 4> kHostKeys = {"hostname", "host_name", "host",
                                                       "node_name"};

FleetStep fleet_step(StepFacts&& facts) {
  FleetStep step;
  step.name = std::move(facts.name);
  step.range = facts.range;
  step.usable = facts.whole && !facts.paused && facts.devices != 0;
  step.warm_up = facts.warm_up;
  step.steady = step.usable && !step.warm_up;
  step.devices = facts.devices;
  step.terms[kComputeTerm] = facts.compute_ns;
  step.terms[kMemoryTerm] = facts.exposed_memory_ns;
  step.terms[kCommTerm] = facts.exposed_comm_ns;
  for (std::size_t i = 0; i < kIdleClasses; ++i) step.terms[kFirstIdleTerm + i] = facts.idle_ns[i];
  step.peak_bytes = facts.peak_bytes;
  return step;
}

/// Gives collectives their shapes and steps.
class PartMaker {
 public:
  PartMaker(const RankCollectives& from, FleetRank& out) : from_(from), out_(out) {
    if (from.steps.empty()) return;  // as without collectives, where a thousand steps are many
    std::map<std::string_view, std::uint32_t> numbers;
    for (std::size_t i = 0; i < out.steps.size(); ++i)
      numbers.try_emplace(out.steps[i].name, static_cast<std::uint32_t>(i));
    for (const RankStep& step : from.steps) {
      const auto at = numbers.find(step.name);
      steps_.push_back(at == numbers.end() ? kNoFleetStep : at->second);
    }
  }

  void add(const RankCollective& one) {
    const std::string& kind = from_.kinds[one.kind];
    const bool sends = kind == "send", messages = is_message(kind);
    CollectiveShape shape{messages ? "message" : kind, one.bytes.value_or(-1), messages};
    FleetPart& part = out_.parts.emplace_back();
    part.begin_ns = one.range.begin_ns;
    part.end_ns = one.range.end_ns;
    part.index = one.index;
    part.repeat = one.repeat;
    part.shape = number_of(std::move(shape));
    part.step = one.step ? steps_[*one.step] : kNoFleetStep;
    part.group = one.group & (kMostFleetGroups - 1);  // a file has far fewer
    part.counts = one.counts ? 1 : 0;
    part.is_send = sends ? 1 : 0;
  }

 private:
  std::uint32_t number_of(CollectiveShape shape) {
    const auto [at, fresh] =
        shapes_.try_emplace(shape, static_cast<std::uint32_t>(out_.shapes.size()));
    if (fresh) out_.shapes.push_back(std::move(shape));
    return at->second;
  }

  const RankCollectives& from_;
  FleetRank& out_;
  std::vector<std::uint32_t> steps_;
  std::map<CollectiveShape, std::uint32_t> shapes_;
};

}  // namespace

Ns FleetStep::own_ns() const {
  Ns sum_ns = 0;
  for (std::size_t i = 0; i < kLatenessTerms; ++i) {
    if (i != kCommTerm) sum_ns = saturating_add(sum_ns, terms[i]);
  }
  return sum_ns;
}

std::string summary_host(const RankSummary& summary) {
  for (const std::string_view key : kHostKeys) {
    for (const auto& [name, value] : summary.metadata) {
      if (name == key && !value.empty()) return value;
    }
  }
  return host_in_file_name(summary.source.file);
}

FleetRank fleet_rank(RankSummary&& summary, std::string file) {
  FleetRank out;
  out.file = std::move(file);
  out.host = summary_host(summary);
  out.claim = std::move(summary.claim);
  if (out.claim.file.empty()) out.claim.file = out.file;
  out.failure = std::move(summary.failure);
  out.fault = fault_of(summary);
  out.recorded = out.claim.unix_time;
  out.steps.reserve(summary.steps.size());
  for (StepFacts& facts : summary.steps) out.steps.push_back(fleet_step(std::move(facts)));
  PartMaker maker(summary.collectives, out);
  out.parts.reserve(summary.collectives.collectives.size());
  for (const RankCollective& one : summary.collectives.collectives) maker.add(one);
  out.about = std::move(summary.collectives);
  out.about.collectives = std::vector<RankCollective>();  // {} would keep the memory
  std::ranges::stable_sort(out.parts, {}, [](const FleetPart& part) {
    return std::tuple(std::uint32_t{part.group}, part.index, part.repeat);
  });
  out.begins.resize(out.about.groups.size() + 1);
  for (const FleetPart& part : out.parts) {
    LANESCOPE_CHECK(part.group < out.about.groups.size(), "group {} of {}",
                    std::uint32_t{part.group}, out.about.groups.size());
    ++out.begins[part.group + 1];
  }
  for (std::size_t g = 0; g + 1 < out.begins.size(); ++g) out.begins[g + 1] += out.begins[g];
  return out;
}

}  // namespace lanescope
