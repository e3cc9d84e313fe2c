#include "core/analysis/comm/nccl_calls.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "core/analysis/events/event_arguments.h"
#include "core/analysis/events/name_test.h"
#include "core/store/each_slice.h"
#include "core/store/slice_finder.h"

namespace lanescope {
namespace {

constexpr std::string_view kBytes = "Message size [bytes]";
constexpr std::string_view kCommunicator = "NCCL communicator ID";
constexpr std::string_view kRanks = "No. of ranks";
constexpr std::array kKeys{kBytes, kCommunicator, kRanks};

/// NCCL's own spelling: PyTorch's annotations are "nccl:all_reduce".
bool is_nccl_call(std::string_view name) {
  constexpr std::string_view kNccl = "nccl";
  return name.size() > kNccl.size() && name.starts_with(kNccl) && name[kNccl.size()] >= 'A' &&
         name[kNccl.size()] <= 'Z';
}

bool is_transfer(std::string_view name) {
  return bus_factor(name, 2).has_value() || name == "ncclBcast";
}

/// Ranges such as "ncclCommInitRank" and "ncclCommSplit".
bool makes_communicator(std::string_view name) {
  return name.starts_with("ncclCommInit") || name == "ncclCommSplit";
}

struct Range {
  TimeRange times;
  EventId event = EventId::None;
  StringId name = StringId::Empty;
};

class CallFinder {
 public:
  explicit CallFinder(const Snapshot& snapshot) : snapshot_(snapshot), launches_(snapshot) {
    NameTest is_call(snapshot, is_nccl_call);
    for_each_slice_in_time(
        snapshot, TrackKind::CpuThread,
        [&](const Track& track, const TrackChunk& chunk, std::uint32_t slice) {
          if (snapshot.kind_of(chunk.category[slice]) == CategoryKind::UserAnnotation &&
              is_call(chunk.name[slice]))
            of_thread_[track.id].push_back(
                {chunk.range(slice), chunk.id_of(slice), chunk.name[slice]});
        });
  }

  [[nodiscard]] bool empty() const { return of_thread_.empty(); }

  /// The ranges that tell how many ranks a communicator has.
  [[nodiscard]] std::vector<EventId> communicators() const {
    std::vector<EventId> made;
    for (const auto& [thread, ranges] : of_thread_) {
      for (const Range& range : ranges) {
        if (makes_communicator(snapshot_.text(range.name))) made.push_back(range.event);
      }
    }
    return made;
  }

  struct Found {
    NcclCall call;                    // without what its arguments say
    EventId payload = EventId::None;  // the range that has them
  };
  Found of_launch(EventId launch) {
    const auto home = launches_.find(launch);
    if (!home) return {};
    const auto thread = of_thread_.find(home->track->id);
    if (thread == of_thread_.end()) return {};
    const std::vector<Range>& ranges = thread->second;
    const auto around = index_around(ranges, home->chunk->range(home->slice));
    if (!around) return {};
    const Range& range = ranges[*around];
    const std::string_view name = snapshot_.text(range.name);
    if (is_transfer(name)) return {{range.event, std::string(name), {}, {}, {}}, range.event};
    if (name != kGroupEnd) return {};
    const auto [known, fresh] = groups_.try_emplace(range.event);
    if (fresh) known->second = of_group(ranges, *around);
    return known->second;
  }

 private:
  static constexpr std::string_view kGroupStart = "ncclGroupStart", kGroupEnd = "ncclGroupEnd";

  /// The innermost one; few are nested.
  static std::optional<std::size_t> index_around(const std::vector<Range>& ranges,
                                                 TimeRange launch) {
    constexpr std::size_t kMostLooks = 8;
    const auto after = std::ranges::upper_bound(
        ranges, launch.begin_ns, {}, [](const Range& range) { return range.times.begin_ns; });
    auto at = static_cast<std::size_t>(after - ranges.begin());
    for (std::size_t look = 0; look < kMostLooks && at != 0; ++look) {
      --at;
      if (ranges[at].times.end_ns >= launch.end_ns) return at;
    }
    return std::nullopt;
  }

  /// What was called since the group began: all of it is launched at its end.
  [[nodiscard]] Found of_group(const std::vector<Range>& ranges, std::size_t end) const {
    constexpr std::size_t kMostCalls = 1024;
    std::vector<const Range*> calls;
    std::size_t nested = 0;
    for (std::size_t i = end; i != 0 && end - i < kMostCalls; --i) {
      const Range& range = ranges[i - 1];
      const std::string_view name = snapshot_.text(range.name);
      if (name == kGroupEnd) ++nested;
      if (name == kGroupStart && nested-- == 0) break;
      if (is_transfer(name)) calls.push_back(&range);
    }
    Found found;
    if (calls.empty()) return found;
    found.call.range = ranges[end].event;
    std::vector<StringId> names;
    for (auto call = calls.rbegin(); call != calls.rend(); ++call) {
      if (std::ranges::find(names, (*call)->name) != names.end()) continue;
      names.push_back((*call)->name);
      if (!found.call.name.empty()) found.call.name += " + ";
      found.call.name += snapshot_.text((*call)->name);
    }
    if (calls.size() == 1) found.payload = calls.front()->event;
    return found;
  }

  const Snapshot& snapshot_;
  SliceFinder launches_;
  std::map<TrackId, std::vector<Range>> of_thread_;  // by begin
  std::map<EventId, Found> groups_;                  // by their end
};

/// By communicator: how many ranks it has.
std::map<std::string, std::int64_t> communicator_sizes(const Snapshot& snapshot,
                                                       const CallFinder& finder,
                                                       const ReadEvent& read) {
  std::map<std::string, std::int64_t> sizes;
  read_arguments(snapshot, finder.communicators(), kKeys, read,
                 [&](std::size_t, const JsonValue& args) {
                   const auto ranks = integer_argument(args, kRanks);
                   if (ranks && *ranks > 0) sizes[text_argument(args, kCommunicator)] = *ranks;
                 });
  return sizes;
}

}  // namespace

std::optional<Collective> nccl_range_collective(std::string_view name, const JsonValue& args) {
  const auto bytes = integer_argument(args, kBytes);
  if (!is_nccl_call(name) || !bytes) return std::nullopt;
  Collective collective;
  collective.name = name;
  collective.bytes = bytes;
  collective.group = text_argument(args, kCommunicator);
  return collective;
}

std::int64_t nccl_parts(std::string_view name, std::int64_t ranks) {
  constexpr std::array<std::string_view, 5> kOfParts = {
      "ncclAllGather", "ncclReduceScatter", "ncclAlltoAll", "ncclGather", "ncclScatter"};
  return std::ranges::find(kOfParts, name) == kOfParts.end() ? 1 : ranks;
}

std::vector<NcclCall> find_nccl_calls(const Snapshot& snapshot,
                                      std::span<const CollectiveKernel> kernels,
                                      const ReadEvent& read) {
  std::vector<NcclCall> calls(kernels.size());
  if (kernels.empty()) return calls;
  CallFinder finder(snapshot);
  if (finder.empty()) return calls;
  std::vector<EventId> payloads;
  std::vector<std::size_t> of_payload;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    CallFinder::Found found = finder.of_launch(kernels[i].link);
    calls[i] = std::move(found.call);
    if (found.payload == EventId::None) continue;
    payloads.push_back(found.payload);
    of_payload.push_back(i);
  }
  const auto sizes = communicator_sizes(snapshot, finder, read);
  read_arguments(snapshot, payloads, kKeys, read, [&](std::size_t i, const JsonValue& args) {
    NcclCall& call = calls[of_payload[i]];
    call.bytes = integer_argument(args, kBytes);
    call.communicator = text_argument(args, kCommunicator);
    const auto size = sizes.find(call.communicator);
    if (size != sizes.end() && !call.communicator.empty()) call.ranks = size->second;
  });
  return calls;
}

}  // namespace lanescope
