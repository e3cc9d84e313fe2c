#include "core/view/fleet/rank_search.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

#include "core/base/text/ascii_case.h"
#include "core/ranks/fleet/fleet_words.h"
#include "core/view/fleet/wall_order.h"

namespace lanescope {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

/// Of "1467" or "rank 1467"; `text` is in lower case.
std::optional<std::int64_t> rank_number(std::string_view text) {
  if (text.starts_with("rank")) text = trimmed(text.substr(4));
  std::int64_t number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc() || end != text.data() + text.size() || number < 0) return std::nullopt;
  return number;
}

std::vector<std::uint32_t> of_number(const FleetPicture& run, std::int64_t number) {
  std::vector<std::uint32_t> out;
  const auto& traces = run.analysis.identity.traces;
  for (std::uint32_t rank = 0; rank < traces.size(); ++rank) {
    if (traces[rank].rank == number && tells_rank(run.analysis, rank)) out.push_back(rank);
  }
  return out;
}

}  // namespace

std::vector<std::uint32_t> find_ranks(const FleetPicture& run, std::string_view text) {
  const std::string wanted = lower_cased(trimmed(text));
  if (wanted.empty()) return {};
  if (const auto number = rank_number(wanted)) {
    if (auto found = of_number(run, *number); !found.empty()) return found;
  }
  const auto has = [&](std::string_view name) {
    return lower_cased(name).find(wanted) != std::string::npos;
  };
  std::set<std::uint32_t> found;
  for (std::uint32_t rank = 0; rank < run.ranks().size(); ++rank) {
    const bool by_file =
        !tells_rank(run.analysis, rank) && has(rank_or_file(run.files.fleet, run.analysis, rank));
    if (by_file || has(run.ranks()[rank].host)) found.insert(rank);
  }
  for (const Communicator& one : run.analysis.communicators) {
    if (one.members.size() < 2 || !(has(one.name) || has(group_title(one.name)))) continue;
    found.insert(one.members.begin(), one.members.end());
  }
  return {found.begin(), found.end()};
}

}  // namespace lanescope
