#include "core/build/links/shared_launches.h"

#include <array>
#include <string_view>
#include <tuple>

#include "core/base/threads/work.h"

namespace lanescope {
namespace {

/// If more calls share an id, only time decides: comparing all with all would take too long.
constexpr std::size_t kMostCompared = 256;

/// Calls that wait, allocate or query start no work.
bool can_start_work(std::string_view name) {
  static constexpr std::array<std::string_view, 5> kWords = {"Launch", "emcpy", "emset", "Copy",
                                                             "nqueue"};
  return std::ranges::any_of(
      kWords, [&](std::string_view word) { return name.find(word) != std::string_view::npos; });
}

/// Keeps those for which `fits` is true, or all if it is true for none.
template <typename Candidates, typename Fits>
void narrow(Candidates& candidates, const Fits& fits) {
  if (candidates.size() > 1 && std::ranges::any_of(candidates, fits))
    std::erase_if(candidates, [&](const auto* launch) { return !fits(launch); });
}

}  // namespace

SharedLaunches::SharedLaunches(const SharedLaunchesInput& in, std::vector<std::uint32_t> ids)
    : built_(in.built), tables_(in.tables), locations_(in.locations), owners_(in.tables.tracks) {
  if (ids.empty()) return;
  std::ranges::sort(ids);
  std::vector<Launch> calls;
  for (const NumberedEvent& call : in.calls) {
    if (std::ranges::binary_search(ids, call.correlation)) calls.push_back(launch_of(call));
  }
  keep_outermost(std::move(calls), in.slack_ns);
  drop_ids_of_one();
  list_operators();
  if (in.flows != nullptr && !empty()) read_arrows(*in.flows);
}

SharedLaunches::Launch SharedLaunches::launch_of(const NumberedEvent& call) const {
  const auto [track, slice] = locations_.of(call.event);
  const TrackChunk& chunk = *built_.chunks[track];
  return {call.correlation,
          call.external_id,
          call.event,
          chunk.range(slice),
          TrackId{static_cast<std::uint32_t>(track)},
          can_start_work((*tables_.strings)[chunk.name[slice]])};
}

void SharedLaunches::keep_outermost(std::vector<Launch> calls, Ns slack_ns) {
  std::ranges::sort(calls, {}, [](const Launch& c) {
    return std::tuple(c.correlation, c.track, c.range.begin_ns, -c.range.end_ns, c.event);
  });
  for (const Launch& call : calls) {
    const bool is_inner = !launches_.empty() && launches_.back().correlation == call.correlation &&
                          launches_.back().track == call.track &&
                          (call.range.begin_ns < launches_.back().range.end_ns ||
                           call.range.begin_ns == launches_.back().range.begin_ns) &&
                          call.range.end_ns <= launches_.back().range.end_ns + slack_ns;
    if (!is_inner) launches_.push_back(call);
    launches_.back().can_start_work |= call.can_start_work;
    outermost_.push_back({call.event, launches_.back().event, call.correlation});
  }
  std::ranges::sort(outermost_, {}, &Outermost::call);
  std::ranges::sort(launches_, {}, [](const Launch& c) {
    return std::tuple(c.correlation, c.range.begin_ns, c.event);
  });
}

void SharedLaunches::drop_ids_of_one() {
  auto to = launches_.begin();
  for (auto begin = launches_.begin(); begin != launches_.end();) {
    auto end = begin + 1;
    while (end != launches_.end() && end->correlation == begin->correlation) ++end;
    if (end - begin > 1) to = std::move(begin, end, to);
    begin = end;
  }
  launches_.erase(to, launches_.end());
}

void SharedLaunches::list_operators() {
  for (std::uint32_t i = 0; i < launches_.size(); ++i) {
    const auto [track, slice] = locations_.of(launches_[i].event);
    const EventId op = built_.chunks[track]->link[slice];
    if (launches_[i].external_id == 0 && op != EventId::None) in_operator_.push_back({op, i});
  }
  std::ranges::sort(in_operator_, {},
                    [](const InOperator& in) { return std::pair(in.op, in.launch); });
}

void SharedLaunches::note_operator(EventId op, std::uint32_t external_id) {
  for (const InOperator& in : std::ranges::equal_range(in_operator_, op, {}, &InOperator::op))
    launches_[in.launch].external_id = external_id;
}

void SharedLaunches::note_launch(EventId work, EventId call) {
  owners_.note(TrackId{static_cast<std::uint32_t>(locations_.of(work).first)},
               TrackId{static_cast<std::uint32_t>(locations_.of(call).first)});
}

/// Halves of one flow are adjacent.
void SharedLaunches::read_arrows(const FlowTable& flows) {
  for (std::uint32_t begin = 0; begin < flows.size();) {
    const std::uint32_t end = flows.end_of_flow(begin);
    if (const Outermost* start = sole_start(flows, begin, end)) {
      for (std::uint32_t i = begin; i < end; ++i) {
        if (flows.phase[i] != FlowPhase::Start && flows.slice[i] != EventId::None)
          arrows_.push_back({flows.slice[i], start->launch, start->correlation});
      }
    }
    begin = end;
  }
  std::ranges::sort(arrows_, {}, [](const Arrow& a) { return std::pair(a.work, a.launch); });
}

const SharedLaunches::Outermost* SharedLaunches::sole_start(const FlowTable& flows,
                                                            std::uint32_t begin,
                                                            std::uint32_t end) const {
  const Outermost* sole = nullptr;
  for (std::uint32_t i = begin; i < end; ++i) {
    if (flows.phase[i] != FlowPhase::Start) continue;
    const auto at = std::ranges::lower_bound(outermost_, flows.slice[i], {}, &Outermost::call);
    if (at == outermost_.end() || at->call != flows.slice[i]) return nullptr;
    if (sole != nullptr && sole->launch != at->launch) return nullptr;
    sole = &*at;
  }
  return sole;
}

EventId SharedLaunches::by_arrow(const NumberedEvent& work) const {
  for (const Arrow& arrow : std::ranges::equal_range(arrows_, work.event, {}, &Arrow::work)) {
    if (arrow.correlation == work.correlation) return arrow.launch;
  }
  return EventId::None;
}

std::span<const SharedLaunches::Launch> SharedLaunches::launches_of(
    std::uint32_t correlation) const {
  const auto found = std::ranges::equal_range(launches_, correlation, {}, &Launch::correlation);
  return {found.begin(), found.end()};
}

SharedLaunches::Candidates SharedLaunches::likely(const NumberedEvent& work,
                                                  std::span<const Launch> all) const {
  Candidates left;
  for (const Launch& launch : all) left.push_back(&launch);
  const TrackId track{static_cast<std::uint32_t>(locations_.of(work.event).first)};
  narrow(left, [](const Launch* l) { return l->can_start_work; });
  narrow(left, [&](const Launch* l) { return process_of(l->track) == process_of(track); });
  if (work.external_id != 0)
    narrow(left, [&](const Launch* l) { return l->external_id == work.external_id; });
  if (const auto owner = owners_.owner_of(track))
    narrow(left, [&](const Launch* l) { return process_of(l->track) == *owner; });
  return left;
}

LaunchChoice SharedLaunches::choose(const NumberedEvent& work) const {
  const EventId drawn = by_arrow(work);
  if (drawn != EventId::None) return {drawn, false};
  const std::span<const Launch> all = launches_of(work.correlation);
  LANESCOPE_CHECK(!all.empty(), "launches of the shared id {}", work.correlation);
  const Ns start_ns = locations_.range_of(work.event).begin_ns;
  if (all.size() > kMostCompared) {
    const auto after = std::ranges::upper_bound(all, start_ns, {},
                                                [](const Launch& l) { return l.range.begin_ns; });
    return {(after == all.begin() ? after : after - 1)->event, true};
  }
  count_work(Work::Lookups, all.size());
  const Candidates left = likely(work, all);
  LANESCOPE_CHECK(!left.empty(), "one of the {} launches of id {} left", all.size(),
                  work.correlation);
  const auto after = std::ranges::upper_bound(left, start_ns, {},
                                              [](const Launch* l) { return l->range.begin_ns; });
  const auto before = after - left.begin();
  return {(*(before == 0 ? after : after - 1))->event, left.size() > 1 && before != 1};
}

}  // namespace lanescope
