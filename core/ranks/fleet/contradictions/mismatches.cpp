#include "core/ranks/fleet/contradictions/mismatches.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/base/check.h"

namespace lanescope {
namespace {

using What = CollectiveMismatch::What;
using Number = std::pair<std::int64_t, std::uint32_t>;  // index, repeat

constexpr std::array<std::string_view, 6> kSameSizes = {
    "allreduce",  "_allgather_base", "_reduce_scatter_base",
    "all_gather", "reduce_scatter",  "broadcast"};

bool sizes_are_same(const CollectiveShape& shape) {
  return shape.bytes >= 0 &&
         std::ranges::find(kSameSizes, std::string_view(shape.kind)) != kSameSizes.end();
}

class MismatchFinder {
 public:
  MismatchFinder(std::span<const FleetRank> ranks, std::span<const CollectiveShape> shapes)
      : ranks_(ranks), shapes_(shapes) {}

  void add(const Communicator& all, std::uint32_t number) {
    if (!all.has_sequence || all.has_messages || all.members.size() < 2) return;
    all_ = &all;
    number_ = number;
    next_.clear();
    for (std::size_t m = 0; m < all.members.size(); ++m) next_.push_back(parts_of(m).begin_at);
    while (const auto row = first_number()) {
      compare(*row);
      for (std::size_t m = 0; m < next_.size(); ++m) {
        while (has(m, *row)) ++next_[m];
      }
    }
  }

  std::vector<CollectiveMismatch> take() {
    std::vector<CollectiveMismatch> out;
    for (auto& [rank, one] : found_) out.push_back(std::move(one));
    return out;
  }

 private:
  struct PartRange {
    std::size_t begin_at = 0, end_at = 0;
  };
  [[nodiscard]] const FleetRank& rank(std::size_t m) const { return ranks_[all_->members[m]]; }
  [[nodiscard]] PartRange parts_of(std::size_t m) const {
    const std::size_t group = all_->groups[m];
    return {rank(m).begins[group], rank(m).begins[group + 1]};
  }
  [[nodiscard]] const FleetPart& part(std::size_t m) const { return rank(m).parts[next_[m]]; }
  [[nodiscard]] bool has(std::size_t m, const Number& row) const {
    return next_[m] < parts_of(m).end_at && Number(part(m).index, part(m).repeat) == row;
  }

  [[nodiscard]] std::optional<Number> first_number() const {
    std::optional<Number> least;
    for (std::size_t m = 0; m < next_.size(); ++m) {
      if (next_[m] == parts_of(m).end_at) continue;
      const Number own(part(m).index, part(m).repeat);
      if (!least || own < *least) least = own;
    }
    return least;
  }

  void compare(const Number& row) {
    std::map<std::uint32_t, std::size_t> counts;  // by shape
    std::size_t present = 0, first = next_.size();
    for (std::size_t m = 0; m < next_.size(); ++m) {
      if (!has(m, row)) continue;
      if (present++ == 0) first = m;
      ++counts[part(m).shape];
    }
    if (counts.size() == 1 && present == next_.size()) return;
    LANESCOPE_SLOW_CHECK(first < next_.size(), "row {} of no member", row.first);
    std::uint32_t usual = part(first).shape;
    for (const auto& [shape, count] : counts) {
      if (count > counts.at(usual)) usual = shape;
    }
    for (std::size_t m = 0; m < next_.size(); ++m) {
      if (has(m, row))
        compare_shapes(m, usual);
      else if (is_inside(m) && 2 * present > next_.size())
        keep(m, What::Missing, row.first, step_of(first), {}, shapes_[usual]);
    }
    if (present == 1 && next_.size() > 2 && are_others_inside(first))
      keep(first, What::Alone, row.first, step_of(first), shapes_[usual], {});
  }

  void compare_shapes(std::size_t m, std::uint32_t usual) {
    const CollectiveShape &own = shapes_[part(m).shape], &others = shapes_[usual];
    if (own.kind != others.kind)
      keep(m, What::Kind, part(m).index, step_of(m), own, others);
    else if (own.bytes != others.bytes && sizes_are_same(own) && sizes_are_same(others))
      keep(m, What::Size, part(m).index, step_of(m), own, others);
  }

  /// Whether a rank has collectives before and after this one, so that it should have this too.
  [[nodiscard]] bool is_inside(std::size_t m) const {
    const PartRange own = parts_of(m);
    return rank(m).fault == TraceFault::None && next_[m] > own.begin_at && next_[m] < own.end_at;
  }
  [[nodiscard]] bool are_others_inside(std::size_t m) const {
    for (std::size_t other = 0; other < next_.size(); ++other) {
      if (other != m && !is_inside(other)) return false;
    }
    return true;
  }

  [[nodiscard]] std::string step_of(std::size_t m) const {
    return part(m).step == kNoFleetStep ? "" : rank(m).steps[part(m).step].name;
  }

  void keep(std::size_t m, What what, std::int64_t index, std::string step, CollectiveShape own,
            CollectiveShape others) {
    const std::uint32_t r = all_->members[m];
    const auto [at, fresh] = found_.try_emplace(r);
    if (!fresh) {
      ++at->second.count;
      return;
    }
    at->second = {what, r, number_, index, std::move(step), std::move(own), std::move(others), 1};
  }

  std::span<const FleetRank> ranks_;
  std::span<const CollectiveShape> shapes_;
  const Communicator* all_ = nullptr;
  std::uint32_t number_ = 0;
  std::vector<std::size_t> next_;  // by member: its next part
  std::map<std::uint32_t, CollectiveMismatch> found_;
};

/// "allreduce (64.00 MiB)".
std::string shape_text(const CollectiveShape& shape) {
  return shape.bytes < 0 ? shape.kind
                         : fmt::format("{} ({})", shape.kind, format_bytes(shape.bytes));
}

}  // namespace

std::vector<CollectiveMismatch> collective_mismatches(std::span<const FleetRank> ranks,
                                                      std::span<const CollectiveShape> shapes,
                                                      std::span<const Communicator> communicators) {
  MismatchFinder finder(ranks, shapes);
  for (std::uint32_t c = 0; c < communicators.size(); ++c) finder.add(communicators[c], c);
  return finder.take();
}

std::string mismatch_sentence(const CollectiveMismatch& one, const Communicator& communicator,
                              const std::string& rank_title) {
  const std::string where =
      fmt::format("sequence number {}{}", one.index, one.step.empty() ? "" : " in " + one.step);
  const std::string more =
      one.count == 1 ? "" : fmt::format(" (the first of {} mismatches)", one.count);
  switch (one.what) {
    case What::Missing:
      return fmt::format("{} has no {} that the other ranks of {} call: {}{}", rank_title,
                         shape_text(one.others), communicator.name, where, more);
    case What::Alone:
      return fmt::format("{} is the only rank of {} that calls {}: {}{}", rank_title,
                         communicator.name, shape_text(one.own), where, more);
    case What::Kind:
    case What::Size:
      break;
  }
  return fmt::format("{} calls {} where other ranks of {} call {}: {}{}", rank_title,
                     shape_text(one.own), communicator.name, shape_text(one.others), where, more);
}

}  // namespace lanescope
