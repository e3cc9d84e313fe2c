#include "core/analysis/host/graph_calls.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>

#include "core/analysis/host/graph_origin.h"
#include "core/base/threads/work.h"

namespace lanescope {
namespace {

constexpr std::array<std::string_view, 2> kIds{"graph id", "graph node id"};

/// Ids use all 64 bits.
std::uint64_t unsigned_of(const JsonValue* value) {
  if (value == nullptr) return 0;
  if (const auto* large = std::get_if<std::uint64_t>(&value->data)) return *large;
  return static_cast<std::uint64_t>(value->as_int());
}

}  // namespace

std::vector<EventId> graph_launch_calls(const Snapshot& snapshot) {
  std::vector<EventId> calls;
  if (!snapshot.launches || snapshot.launches->launch.empty()) return calls;
  std::vector<bool> names(snapshot.strings->size());
  for (std::uint32_t i = 0; i < names.size(); ++i)
    names[i] = launches_graph(snapshot.text(StringId{i}));
  if (std::ranges::none_of(names, std::identity())) return calls;
  const LaunchIndex& index = *snapshot.launches;
  count_work(Work::Events, index.launch.size());
  for (std::size_t i = 0; i < index.launch.size();) {
    const EventId call = index.launch[i];
    i += std::max<std::size_t>(1, index.events_of(call).size());
    const auto home = snapshot.find_slice(call);
    if (home && names[index_of(home->chunk->name[home->slice])]) calls.push_back(call);
  }
  return calls;
}

GraphIds graph_ids(const ReadTrace& in, EventId event) {
  if (!in.read) return {};
  SameJson same;
  const SharedJson json = in.read.arguments(event, kIds, same);
  const JsonValue* args = json ? json->find("args") : nullptr;
  if (args == nullptr) return {};
  return {unsigned_of(args->find(kIds[0])), unsigned_of(args->find(kIds[1]))};
}

std::string process_of_call(const Snapshot& snapshot, EventId call) {
  const auto home = snapshot.find_slice(call);
  return home ? std::string(snapshot.text(home->track->process)) : std::string();
}

}  // namespace lanescope
