#include "core/ranks/shared_groups.h"

#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace lanescope {
namespace {

using Family = std::pair<std::string, std::int64_t>;  // name, device

/// Families that use several streams in at least one trace.
std::set<Family> families_of_several_streams(std::span<const RankCollectives> traces) {
  std::set<Family> several;
  for (const RankCollectives& trace : traces) {
    std::set<Family> seen;
    for (const CollectiveGroup& group : trace.groups) {
      const Family family{group.name, group.device};
      if (group.stream >= 0 && !seen.insert(family).second) several.insert(family);
    }
  }
  return several;
}

std::string shown_name(const CollectiveGroup& group, bool with_stream) {
  std::string name = group.name;
  if (!group.ranks.empty()) name += " " + group.ranks;
  if (with_stream) name += ", stream " + std::to_string(group.stream);
  if (group.device > 0) name += ", device " + std::to_string(group.device + 1) + " of the process";
  return name;
}

}  // namespace

SharedGroups shared_groups(std::span<const RankCollectives> traces) {
  using Key = std::tuple<std::string, std::string, std::int64_t, std::int64_t, bool>;
  const auto several = families_of_several_streams(traces);
  std::map<Key, std::uint32_t> known;
  SharedGroups out;
  for (std::size_t t = 0; t < traces.size(); ++t) {
    std::vector<std::uint32_t>& of_trace = out.of_trace.emplace_back();
    for (const CollectiveGroup& group : traces[t].groups) {
      const bool with_stream = group.stream >= 0 && several.contains({group.name, group.device});
      const Key key{group.name, group.ranks, with_stream ? group.stream : -1, group.device,
                    group.has_sequence};
      const auto [at, fresh] =
          known.try_emplace(key, static_cast<std::uint32_t>(out.groups.size()));
      if (fresh) out.groups.push_back({shown_name(group, with_stream), group.has_sequence, {}});
      std::vector<std::size_t>& members = out.groups[at->second].traces;
      if (members.empty() || members.back() != t) members.push_back(t);
      of_trace.push_back(at->second);
    }
  }
  return out;
}

}  // namespace lanescope
