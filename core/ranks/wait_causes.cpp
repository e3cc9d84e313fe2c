#include "core/ranks/wait_causes.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/analysis/events/device_timeline.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/events/statistics.h"
#include "core/base/check.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostBefore = 64, kMostDepth = 4;  // of collectives, one after another
constexpr std::size_t kMostVisits = 1024;                // of one that is explained

class WaitCauseFinder {
 public:
  WaitCauseFinder(std::span<const RankCollectives> traces, const MatchedCollectives& matched,
                  std::span<const RankActivity> activities)
      : traces_(traces), matched_(matched), activities_(activities), ended_(traces.size()) {
    LANESCOPE_CHECK(traces.size() == activities.size(), "{} of {}", activities.size(),
                    traces.size());
    find_exposed();
    for (std::size_t i = 0; i < matched.collectives.size(); ++i) {
      for (const CollectivePart& part : matched.collectives[i].parts)
        ended_[part.trace].push_back({part.end_ns, i});
    }
    for (auto& ended : ended_) std::ranges::sort(ended);
  }

  std::vector<std::vector<WaitCause>> run() {
    std::vector<std::vector<WaitCause>> out(matched_.collectives.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (matched_.collectives[i].blames_last()) out[i] = causes_of(i);
    }
    return out;
  }

 private:
  [[nodiscard]] const RankCollective& own(const CollectivePart& part) const {
    return traces_[part.trace].collectives[part.collective];
  }

  /// Parts of a device by begin: what a later one shares with an earlier one counts there.
  void find_exposed() {
    struct Place {
      std::size_t collective = 0, part = 0;
    };
    std::map<std::pair<std::size_t, std::int64_t>, std::vector<Place>> by_device;
    for (std::size_t i = 0; i < matched_.collectives.size(); ++i) {
      const auto& parts = matched_.collectives[i].parts;
      exposed_.emplace_back(parts.size());
      // Or what a message waits for its receiver would hide what a collective waits meanwhile.
      if (is_message(matched_.collectives[i].kind)) continue;
      for (std::size_t p = 0; p < parts.size(); ++p)
        by_device[{parts[p].trace, own(parts[p]).device}].push_back({i, p});
    }
    const auto part_at = [&](const Place& one) -> const CollectivePart& {
      return matched_.collectives[one.collective].parts[one.part];
    };
    for (auto& [device, places] : by_device) {
      std::ranges::stable_sort(places, {},
                               [&](const Place& one) { return own(part_at(one)).range.begin_ns; });
      Ns covered_ns = kMinNs;
      for (const Place& one : places) {
        const TimeRange range = own(part_at(one)).range;
        exposed_[one.collective][one.part] =
            exposed_in(part_at(one), {std::max(range.begin_ns, covered_ns), range.end_ns});
        covered_ns = std::max(covered_ns, range.end_ns);
      }
    }
  }

  /// `range` is what counts of the part.
  [[nodiscard]] Ns exposed_in(const CollectivePart& part, const TimeRange& range) const {
    if (range.empty()) return 0;
    const DeviceActivity* device = activities_[part.trace].device(own(part).device);
    const Ns comm_ns =
        device == nullptr ? length_of(range) : length_inside(device->exposed_comm, range);
    const Ns transfer_ns = saturating_sub(part.length_ns(), part.wait_ns);
    return std::clamp<Ns>(saturating_sub(comm_ns, transfer_ns), 0, part.wait_ns);
  }

  [[nodiscard]] std::vector<WaitCause> causes_of(std::size_t i) {
    const MatchedCollective& one = matched_.collectives[i];
    Ns waits_ns = 0;
    for (const Ns ns : exposed_[i]) waits_ns = saturating_add(waits_ns, ns);
    const auto together = static_cast<Ns>(one.last_together());
    if (together == 0 || waits_ns == 0) return {};
    shares_.clear();
    visits_ = 0;
    if (together == 1) {
      const Ns late_ns = std::max<Ns>(one.late_ns(), 1);
      blame(i, one.last_part().trace, late_ns, 0);
      std::vector<WaitCause> out;
      Ns left_ns = waits_ns;
      for (const auto& [trace, ns] : shares_) {
        const double share = static_cast<double>(ns) / static_cast<double>(late_ns);
        out.push_back({trace, rounded_ns(static_cast<double>(waits_ns) * share)});
        left_ns = saturating_sub(left_ns, out.back().wait_ns);
      }
      out.front().wait_ns = saturating_add(out.front().wait_ns, left_ns);  // of rounding
      return out;
    }
    std::vector<WaitCause> out;
    Ns left = together;
    for (const CollectivePart& part : one.parts) {
      if (!one.was_last(part)) continue;
      out.push_back(
          {part.trace, waits_ns / together + (waits_ns % together > together - left ? 1 : 0)});
      --left;
    }
    return out;
  }

  /// Adds to shares_ who made a trace late at a collective, by `late_ns`.
  void blame(std::size_t i, std::size_t trace, Ns late_ns, std::size_t depth) {
    const MatchedCollective& one = matched_.collectives[i];
    Ns rest_ns = late_ns;
    const auto& ended = ended_[trace];
    auto at = std::ranges::upper_bound(ended, one.part_of(trace)->arrival_ns, {},
                                       &std::pair<Ns, std::size_t>::first);
    for (std::size_t n = 0; n < kMostBefore && rest_ns > 0 && at != ended.begin(); ++n) {
      if (visits_ == kMostVisits) break;
      ++visits_;
      --at;
      const MatchedCollective& before = matched_.collectives[at->second];
      if (at->second == i) continue;
      const bool all = std::ranges::all_of(one.parts, [&](const CollectivePart& part) {
        return before.part_of(part.trace) != nullptr;
      });
      if (all) break;
      if (!before.blames_last() || before.last_together() != 1) continue;
      const std::size_t other = before.last_part().trace;
      const auto place = static_cast<std::size_t>(before.part_of(trace) - before.parts.data());
      const Ns held_ns = std::min(rest_ns, exposed_[at->second][place]);
      if (other == trace || held_ns == 0) continue;
      rest_ns -= held_ns;
      if (depth < kMostDepth)
        blame(at->second, other, held_ns, depth + 1);
      else
        shares_[other] = saturating_add(shares_[other], held_ns);
    }
    if (rest_ns > 0) shares_[trace] = saturating_add(shares_[trace], rest_ns);
  }

  std::span<const RankCollectives> traces_;
  const MatchedCollectives& matched_;
  std::span<const RankActivity> activities_;
  std::vector<std::vector<Ns>> exposed_;                        // by collective, part
  std::vector<std::vector<std::pair<Ns, std::size_t>>> ended_;  // by trace: end and collective
  std::map<std::size_t, Ns> shares_;                            // of one collective, by trace
  std::size_t visits_ = 0;                                      // for it
};

}  // namespace

std::vector<std::vector<WaitCause>> find_wait_causes(std::span<const RankCollectives> traces,
                                                     const MatchedCollectives& matched,
                                                     std::span<const RankActivity> activities) {
  return WaitCauseFinder(traces, matched, activities).run();
}

}  // namespace lanescope
