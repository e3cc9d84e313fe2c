#include "core/export/perfetto/written_flows.h"

#include <algorithm>
#include <string>

#include "core/store/own_members.h"

namespace lanescope::perfetto {

void WrittenFlows::collect(const Snapshot& trace, const EventSelection& selection) {
  for_each_arrow(trace, selection, [&](const FlowHalf& half) {
    const WrittenFlow flow{id_of(half), half.phase == 'f'};
    ++ends_;
    made_ends_ += half.made ? 1 : 0;
    if (half.slice != EventId::None) {
      flows_.push_back({half.slice, flow});
    } else {
      loose_.push_back({half.track->id, half.time_ns, flow});
    }
    return true;
  });
  std::ranges::stable_sort(flows_, {}, &SliceFlow::slice);
}

std::vector<WrittenFlow> WrittenFlows::of(EventId slice) const {
  std::vector<WrittenFlow> flows;
  for (auto at = std::ranges::lower_bound(flows_, slice, {}, &SliceFlow::slice);
       at != flows_.end() && at->slice == slice; ++at)
    flows.push_back(at->flow);
  return flows;
}

/// A trace has few kinds.
std::uint64_t WrittenFlows::number_of(const Kind& kind) {
  const auto at = std::ranges::find(kinds_, kind);
  const auto number = static_cast<std::uint64_t>(at - kinds_.begin());
  if (at == kinds_.end()) kinds_.push_back(kind);
  return number;
}

/// Ids are of all flows together in Perfetto, here of those of a kind. Those that leave no room for
/// it, as hashes of texts, are numbered.
std::uint64_t WrittenFlows::id_of(const FlowHalf& half) {
  const std::uint64_t kind = number_of({half.category, half.name, half.has_category});
  const std::uint64_t upper = kind << kFlowKindShift;
  if (half.id >> kFlowKindShift == 0) return upper | half.id;
  const auto number = numbered_.try_emplace({kind, half.id}, numbered_.size()).first->second;
  return kNumberedFlow | upper | number;
}

JsonArray WrittenFlows::described() const {
  const auto text = [this](std::string_view word) {
    return JsonValue{std::string(redaction_ == nullptr ? word : redaction_->flow(word))};
  };
  JsonArray kinds;
  for (const Kind& kind : kinds_) {
    JsonObject facts;
    if (kind.has_category) facts.emplace_back("category", text(kind.category));
    facts.emplace_back("name", text(kind.name));
    kinds.push_back(JsonValue{std::move(facts)});
  }
  return kinds;
}

}  // namespace lanescope::perfetto
