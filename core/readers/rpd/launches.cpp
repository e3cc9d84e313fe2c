#include "core/readers/rpd/launches.h"

#include <algorithm>
#include <limits>

#include "core/base/check.h"
#include "core/base/time.h"
#include "core/readers/rpd/call_kinds.h"

namespace lanescope {
namespace {

/// Tells how likely a call is to have launched an operation that it is linked to.
class LaunchRanking {
 public:
  LaunchRanking(SqliteDatabase& database, DatabaseStrings& strings)
      : strings_(strings),
        calls_(database, "rocpd_api", {"start", "apiName_id"}, 0),
        operations_(database, "rocpd_op", {"start", "description_id", "opType_id"}, 0),
        kernels_(database, "rocpd_kernelapi", {"api_ptr_id"}, 0),
        copies_(database, "rocpd_copyapi", {"api_ptr_id"}, 0) {}

  /// Puts the launch last. False if another one may be it as well.
  bool put_launch_last(std::span<RpdLaunches::Link> links) {
    LANESCOPE_CHECK(links.size() > 1, "several calls of an operation, not {}", links.size());
    if (!read_operation(links.front().op)) return true;
    std::vector<Rank> ranks;
    for (const RpdLaunches::Link& link : links) ranks.push_back(rank_of(link.call));
    const auto best = std::ranges::max_element(ranks);
    const auto as_good =
        std::ranges::count(ranks, best->fitness, [](const Rank& rank) { return rank.fitness; });
    const auto at = links.begin() + (best - ranks.begin());
    std::rotate(at, at + 1, links.end());
    return as_good == 1;
  }

 private:
  /// Greater is better, by the members in turn.
  struct Fitness {
    bool is_call = false, begins_before = false, has_parameters = false;
    friend auto operator<=>(const Fitness&, const Fitness&) = default;
  };
  struct Rank {
    Fitness fitness;
    Ns distance_ns = 0;  // negative; from the call to the operation
    friend auto operator<=>(const Rank&, const Rank&) = default;
  };

  bool read_operation(std::int64_t id) {
    operations_.seek(id);
    if (!operations_.next()) return false;
    begin_ns_ = operations_.integer_or(0, 0);
    const bool is_kernel = !strings_.name(operations_.integer_or(1, 0)).empty();
    is_copy_ = !is_kernel && strings_.name(operations_.integer_or(2, 0)).starts_with("Copy");
    return true;
  }

  Rank rank_of(std::int64_t call) {
    calls_.seek(call);
    if (!calls_.next()) return {{}, kLargestDistance};
    const Ns begin_ns = calls_.integer_or(0, 0);
    const Ns after_ns = saturating_sub(begin_ns_, begin_ns);
    const bool is_call = rpd_call_kind(strings_.name(calls_.integer_or(1, 0))) == RpdCallKind::Call;
    SqliteRows& parameters = is_copy_ ? copies_ : kernels_;
    parameters.seek(call);
    return {{is_call, after_ns >= 0, parameters.next()}, after_ns >= 0 ? -after_ns : after_ns};
  }

  static constexpr Ns kLargestDistance = std::numeric_limits<Ns>::min();

  DatabaseStrings& strings_;
  SqliteRows calls_, operations_, kernels_, copies_;
  Ns begin_ns_ = 0;
  bool is_copy_ = false;
};

}  // namespace

RpdLaunches::RpdLaunches(SqliteDatabase& database, DatabaseStrings& strings) {
  SqliteRows rows(database, "rocpd_api_ops", {"api_id", "op_id"});
  while (rows.next()) {
    const auto call = rows.integer(0), op = rows.integer(1);
    if (call && op) links_.push_back({*op, *call});
    // What is NULL does not count as one of a wrong type.
    else if (rows.is_null(0) || rows.is_null(1))
      ++malformed_;
  }
  malformed_ += rows.malformed();
  std::ranges::sort(links_);
  const auto repeated = std::ranges::unique(links_);
  links_.erase(repeated.begin(), repeated.end());
  LaunchRanking choice(database, strings);
  for (auto at = links_.begin(); at != links_.end();) {
    const auto end = std::find_if(at, links_.end(), [&](const Link& l) { return l.op != at->op; });
    if (end - at > 1 && !choice.put_launch_last({at, end}) && ambiguous_++ == 0)
      first_ambiguous_ = at->op;
    at = end;
  }
}

std::span<const RpdLaunches::Link> RpdLaunches::links_of(std::int64_t op) const {
  const auto [first, last] = std::ranges::equal_range(links_, op, {}, &Link::op);
  return {first, last};
}

std::optional<std::int64_t> RpdLaunches::call_of(std::int64_t op) const {
  const std::span<const Link> links = links_of(op);
  return links.empty() ? std::nullopt : std::optional(links.back().call);
}

void RpdLaunches::report(RowSink& sink) const {
  if (malformed_ != 0) sink.issue(Issue::MalformedValue, 0, "rocpd_api_ops", malformed_);
  if (ambiguous_ != 0)
    sink.issue(Issue::SharedCorrelation, 0,
               fmt::format("operation {} has {} calls", first_ambiguous_,
                           links_of(first_ambiguous_).size()),
               ambiguous_);
}

}  // namespace lanescope
