#include "core/view/lanes/processes/numbered_threads.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/findings/worker_threads.h"
#include "core/base/check.h"

namespace lanescope {
namespace {

/// Empty for threads of no kind.
std::string kind_of(const Lane& lane) {
  return lane.role == LaneRole::Thread ? thread_kind(lane.thread_title()) : std::string();
}

/// How many threads there are of each kind: each has one lane of its own, and others below it.
std::map<std::string, std::size_t> threads_by_kind(const LaneGroup& group) {
  std::map<std::string, std::size_t> threads;
  for (const Lane& lane : group.lanes) {
    if (lane.thread.empty()) ++threads[kind_of(lane)];
  }
  threads.erase("");
  return threads;
}

LaneGroup group_of(const LaneGroup& process, const std::string& kind, std::size_t threads,
                   bool named, const std::string& first) {
  // Narrow columns cut a title's end off, and the process is right above.
  const std::string title = fmt::format("{} threads like {}", threads, first);
  LaneGroup group{fmt::format("{}/threads {}", process.key, kind),
                  named ? title : fmt::format("{} · {}", title, process.title),
                  process.kind,
                  {}};
  group.folded_at_first = true;
  return group;
}

}  // namespace

std::vector<LaneGroup> take_numbered_threads(LaneGroup& group, bool named) {
  std::map<std::string, std::size_t> threads = threads_by_kind(group);
  std::erase_if(threads, [](const auto& kind) { return kind.second <= kMostOfOneKind; });
  if (threads.empty()) return {};
  std::vector<LaneGroup> groups;
  std::map<std::string, std::size_t> index;
  std::vector<Lane> rest;
  for (Lane& lane : group.lanes) {
    const std::string kind = kind_of(lane);
    const auto many = threads.find(kind);
    if (many == threads.end()) {
      rest.push_back(std::move(lane));
      continue;
    }
    const auto [at, fresh] = index.try_emplace(kind, groups.size());
    if (fresh) groups.push_back(group_of(group, kind, many->second, named, lane.thread_title()));
    LANESCOPE_CHECK(at->second < groups.size(), "group {} of {}", at->second, groups.size());
    groups[at->second].lanes.push_back(std::move(lane));
  }
  group.lanes = std::move(rest);
  return groups;
}

void add_process_group(LaneGroup group, bool named, std::vector<LaneGroup>& groups) {
  std::vector<LaneGroup> numbered = take_numbered_threads(group, named);
  if (!group.lanes.empty()) groups.push_back(std::move(group));
  std::ranges::move(numbered, std::back_inserter(groups));
}

}  // namespace lanescope
