#include "core/build/tracks/memory_ties.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "core/base/check.h"
#include "core/build/tracks/run_sort.h"

namespace lanescope {
namespace {

/// How many candidates are examined for the next record: a file may have any number of the same
/// time.
constexpr int kLookedAt = 16;

bool before(const MemoryRef& a, const MemoryRef& b) {
  if (a.time_ns != b.time_ns) return a.time_ns < b.time_ns;
  const auto key = [](const MemoryRef& r) {
    return std::tuple_cat(fallback_order(*r.raw), std::tuple(r.offset));
  };
  return key(a) < key(b);
}

/// The group is sorted by index, and each record has a different one.
bool is_numbered(std::span<const MemoryRef> group) {
  const auto index_of = [](const MemoryRef& r) { return r.raw->index; };
  return group.front().raw->index >= 0 &&
         std::ranges::adjacent_find(group, {}, index_of) == group.end();
}

std::int64_t total_before(const RawMemory& record) {
  return record.has_totals ? saturating_sub(record.allocated, record.bytes) : 0;
}
std::int64_t total_after(const RawMemory& record) {
  return record.has_totals ? record.allocated : 0;
}

/// Goes through the records once and orders each group of the same time.
class RecordChain {
 public:
  void run(std::span<MemoryRef> records) {
    for (std::size_t begin = 0; begin < records.size();) {
      std::size_t end = begin + 1;
      while (end < records.size() && records[end].time_ns == records[begin].time_ns) ++end;
      const auto group = records.subspan(begin, end - begin);
      if (group.size() > 1 && !is_numbered(group)) {
        settle(group);
      } else {
        for (const MemoryRef& record : group) follow(*record.raw);
      }
      begin = end;
    }
  }

 private:
  using Pending = std::multimap<std::int64_t, MemoryRef>;  // by the total before the record

  void settle(std::span<MemoryRef> group) {
    Pending pending;
    ends_.clear();
    releases_.clear();
    for (const MemoryRef& record : group) {
      pending.emplace(total_before(*record.raw), record);
      ++ends_[total_after(*record.raw)];
      if (record.raw->bytes < 0)
        ++releases_[{record.raw->address, saturating_sub(0, record.raw->bytes)}];
    }
    for (MemoryRef& to : group) {
      const Pending::iterator next = next_of(pending);
      to = next->second;
      pending.erase(next);
      --ends_[total_after(*to.raw)];
      if (to.raw->bytes < 0) --releases_[{to.raw->address, saturating_sub(0, to.raw->bytes)}];
      follow(*to.raw);
    }
  }

  Pending::iterator next_of(Pending& pending) const {
    LANESCOPE_CHECK(!pending.empty(), "a record that is not placed yet");
    // All records without totals are taken to start and end at a total of 0.
    const bool knows_total = total_ || !pending.begin()->second.raw->has_totals;
    const auto [first, last] = knows_total ? pending.equal_range(total_.value_or(0))
                                           : std::pair(pending.end(), pending.end());
    if (first == last) return start_of_chain(pending);
    Pending::iterator best = first;
    int looked_at = 0;
    for (auto at = first; at != last && looked_at < kLookedAt; ++at, ++looked_at) {
      if (misfit(*at->second.raw) < misfit(*best->second.raw)) best = at;
    }
    return best;
  }

  /// A record whose previous total is not the total after another one; if the totals form a cycle,
  /// the likeliest record.
  Pending::iterator start_of_chain(Pending& pending) const {
    const auto rank = [&](Pending::iterator at) {
      const auto end = ends_.find(at->first);
      const bool follows = end != ends_.end() && end->second != 0;
      return std::pair(follows, misfit(*at->second.raw));
    };
    Pending::iterator best = pending.begin();
    int looked_at = 0;
    for (auto at = pending.begin(); at != pending.end() && looked_at < kLookedAt;
         ++at, ++looked_at) {
      if (rank(at) < rank(best)) best = at;
    }
    return best;
  }

  /// 0 if the record is likely to be next: it frees an allocated block, or allocates a free one
  /// that is freed later, in both cases with the same size.
  [[nodiscard]] int misfit(const RawMemory& record) const {
    if (record.address == 0) return 0;
    const auto alive = alive_.find(record.address);
    if (record.bytes < 0)
      return alive == alive_.end() ? 3 : alive->second == saturating_sub(0, record.bytes) ? 0 : 1;
    if (alive != alive_.end()) return 3;
    const auto release = releases_.find({record.address, record.bytes});
    return release != releases_.end() && release->second != 0 ? 0 : 2;
  }

  void follow(const RawMemory& record) {
    total_ = total_after(record);
    if (record.bytes < 0) {
      alive_.erase(record.address);
    } else if (record.address != 0) {
      alive_[record.address] = record.bytes;
    }
  }

  std::optional<std::int64_t> total_;
  std::unordered_map<std::int64_t, std::int64_t> alive_;  // bytes, by address
  // For the records of a group that are not yet placed:
  std::unordered_map<std::int64_t, std::size_t> ends_;  // by the total after the record
  std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> releases_;  // by address and size
};

bool has_unnumbered_ties(std::span<const MemoryRef> records) {
  for (std::size_t i = 1; i < records.size(); ++i) {
    if (records[i].time_ns == records[i - 1].time_ns &&
        (records[i - 1].raw->index < 0 || records[i].raw->index == records[i - 1].raw->index))
      return true;
  }
  return false;
}

}  // namespace

void sort_records(std::span<MemoryRef> records) {
  run_sort(records, before);
  if (has_unnumbered_ties(records)) RecordChain().run(records);
}

}  // namespace lanescope
