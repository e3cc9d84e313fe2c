#include <string>
#include <utility>

#include "core/analysis/events/event_arguments.h"
#include "core/base/text/ascii_case.h"
#include "core/base/threads/work.h"
#include "core/ranks/rank_identity.h"

namespace lanescope {
namespace {

/// Smaller times are since the start of a machine, which says nothing about another machine.
constexpr Ns kEarliestUnixNs = 1'000'000'000'000'000'000;  // 2001

/// Calls visit(event) for operators of that name until visit returns true.
template <typename Visit>
void for_each_operator(const Snapshot& snapshot, std::string_view name, const Visit& visit) {
  for (const Track& track : snapshot.tracks) {
    if (track.kind != TrackKind::CpuThread) continue;
    for (const auto& chunk : track.chunks) {
      count_work(Work::Events, chunk->size());
      for (std::uint32_t i = 0; i < chunk->size(); ++i) {
        if (snapshot.text(chunk->name[i]) == name && visit(chunk->id_of(i))) return;
      }
    }
  }
}

/// Operators such as "wait" have no rank, so a few are tried.
std::optional<std::int64_t> rank_of_collectives(const Snapshot& snapshot, const ReadEvent& read) {
  constexpr int kMostTried = 8;
  std::optional<std::int64_t> rank;
  if (!read) return rank;
  int tried = 0;
  for_each_operator(snapshot, "record_param_comms", [&](EventId event) {
    const auto json = read(event);
    const JsonValue* args = json ? json->find("args") : nullptr;
    if (args != nullptr) rank = integer_argument(*args, "Rank");
    if (rank && *rank > kMostRank) rank.reset();
    return rank.has_value() || ++tried == kMostTried;
  });
  return rank;
}

/// Whether the group's ranks that a collective states include the rank: some programs state the
/// place in the group instead. Nullopt: not all of them are stated.
std::optional<bool> is_in_group(const JsonValue& args, std::int64_t rank) {
  const JsonValue* ranks = args.find("Process Group Ranks");
  if (ranks == nullptr) return std::nullopt;
  const std::string text = ranks->to_text(true);
  const std::string number = std::to_string(rank);
  for (std::size_t at = text.find(number); at != std::string::npos;
       at = text.find(number, at + 1)) {
    const std::size_t end = at + number.size();
    const bool begins = at == 0 || !is_digit(text[at - 1]);
    if (begins && (end == text.size() || !is_digit(text[end]))) return true;
  }
  return text.find("...") == std::string::npos ? std::optional(false) : std::nullopt;
}

/// What the communication kernels of a trace say of its rank.
class KernelRank {
 public:
  /// False once two contradict each other, or one its own group.
  bool add(const JsonValue& args) {
    const auto own = integer_argument(args, "Rank");
    if (!own || *own < 0 || *own > kMostRank || (rank_ && rank_ != own)) return false;
    rank_ = own;
    const auto is_member = is_in_group(args, *own);
    confirmed_ = confirmed_ || is_member.value_or(false);
    return is_member.value_or(true);
  }
  [[nodiscard]] std::optional<std::int64_t> rank() const {
    return confirmed_ ? rank_ : std::nullopt;
  }

 private:
  std::optional<std::int64_t> rank_;
  bool confirmed_ = false;
};

/// Adds the first communication kernels of a GPU queue. False as KernelRank::add.
bool add_kernels(const Snapshot& snapshot, const Track& track, const ReadEvent& read,
                 KernelRank& rank) {
  constexpr int kMostTried = 16;
  int tried = 0;
  for (const auto& chunk : track.chunks) {
    count_work(Work::Events, chunk->size());
    for (std::uint32_t i = 0; i < chunk->size(); ++i) {
      if (!snapshot.text(chunk->name[i]).starts_with("nccl")) continue;
      const auto json = read(chunk->id_of(i));
      const JsonValue* args = json ? json->find("args") : nullptr;
      if (args == nullptr || !rank.add(*args)) return false;
      if (++tried == kMostTried) return true;
    }
  }
  return true;
}

std::optional<std::int64_t> rank_of_kernels(const Snapshot& snapshot, const ReadEvent& read) {
  KernelRank rank;
  if (!read) return std::nullopt;
  for (const Track& track : snapshot.tracks) {
    if (track.kind == TrackKind::GpuStream && !add_kernels(snapshot, track, read, rank))
      return std::nullopt;
  }
  return rank.rank();
}

}  // namespace

RankClaim rank_claim(const Snapshot& snapshot, std::string file, const ReadEvent& read) {
  RankClaim claim;
  claim.file = std::move(file);
  const auto number = [&](std::string_view key, std::int64_t least) -> std::optional<std::int64_t> {
    const auto& info = snapshot.info.distributed;
    const JsonValue* value = info ? info->find(key) : nullptr;
    const std::int64_t found = value != nullptr ? value->as_int(-1) : -1;
    return found >= least && found <= kMostRank ? std::optional(found) : std::nullopt;
  };
  if (const auto& info = snapshot.info.distributed) {
    const JsonValue* backend = info->find("backend");
    if (backend != nullptr) claim.backend = backend->to_text(true);
  }
  if (const Ns base_ns = snapshot.info.base_ns.value_or(0);
      saturating_add(snapshot.extent.begin_ns, base_ns) > kEarliestUnixNs)
    claim.unix_time = {saturating_add(snapshot.extent.begin_ns, base_ns),
                       saturating_add(snapshot.extent.end_ns, base_ns)};
  claim.rank = number("rank", 0);
  claim.world_size = number("world_size", 1);
  if (claim.rank) return claim;
  claim.rank = rank_of_collectives(snapshot, read);
  if (!claim.rank) claim.rank = rank_of_kernels(snapshot, read);
  claim.source = RankSource::Collective;
  return claim;
}

}  // namespace lanescope
