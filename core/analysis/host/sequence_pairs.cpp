#include "core/analysis/host/sequence_pairs.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>

#include "core/analysis/host/op_texts.h"

namespace lanescope {
namespace {

/// A sequence number shared by more operators is not used to identify threads.
constexpr std::ptrdiff_t kMostCandidates = 64;

/// An operator that takes part in autograd.
struct NumberedOp {
  std::int64_t sequence = 0;
  std::int64_t forward_thread = 0;  // 0: in the forward pass
  TrackId track = TrackId::None;
  Ns start_ns = 0;
  EventId op = EventId::None;
};

bool speaks_of_backward(const Snapshot& snapshot) {
  for (std::uint32_t i = 0; i < snapshot.strings->size(); ++i) {
    if (snapshot.text(StringId{i}).find("Backward") != std::string_view::npos) return true;
  }
  return false;
}

std::optional<NumberedOp> numbered(const Snapshot& snapshot, EventId op, const JsonValue& event) {
  const JsonValue* args = event.find("args");
  const JsonValue* sequence = args != nullptr ? args->find("Sequence number") : nullptr;
  const auto home = snapshot.find_slice(op);
  if (sequence == nullptr || !home) return std::nullopt;
  NumberedOp out;
  out.sequence = sequence->as_int(-1);
  if (out.sequence < 0) return std::nullopt;
  const JsonValue* thread = args->find("Fwd thread id");
  out.forward_thread = thread != nullptr ? thread->as_int(0) : 0;
  out.track = home->track->id;
  out.start_ns = home->chunk->start_ns[home->slice];
  out.op = op;
  return out;
}

struct NumberedOps {
  std::vector<NumberedOp> forward, backward;  // forward by (number, track, start)
};

NumberedOps read_numbered(const Snapshot& snapshot, const ReadEvent& read,
                          const std::stop_token& stop) {
  NumberedOps ops;
  for (const EventId op : ops_in_file_order(snapshot)) {
    if (stop.stop_requested()) return {};
    const auto event = read(op);
    const auto one = event ? numbered(snapshot, op, *event) : std::nullopt;
    if (one) (one->forward_thread > 0 ? ops.backward : ops.forward).push_back(*one);
  }
  std::ranges::sort(ops.forward, {}, [](const NumberedOp& one) {
    return std::tuple(one.sequence, one.track, one.start_ns, one.op);
  });
  return ops;
}

/// Maps each thread id to the track that most of its unambiguous pairs are on; without any, to the
/// track with the most candidates.
std::map<std::int64_t, TrackId> learn_threads(const NumberedOps& ops) {
  std::map<std::int64_t, std::map<TrackId, std::uint64_t>> votes;
  constexpr std::uint64_t kSure = std::uint64_t{1} << 32U;
  for (const NumberedOp& backward : ops.backward) {
    const auto found =
        std::ranges::equal_range(ops.forward, backward.sequence, {}, &NumberedOp::sequence);
    if (found.empty() || std::ssize(found) > kMostCandidates) continue;
    const bool one_thread = found.front().track == found.back().track;
    for (auto at = found.begin(); at != found.end(); ++at) {
      if (at != found.begin() && at->track == std::prev(at)->track) continue;
      votes[backward.forward_thread][at->track] += one_thread ? kSure : 1;
    }
  }
  std::map<std::int64_t, TrackId> thread_of;
  for (const auto& [number, tracks] : votes) {
    thread_of[number] =
        std::ranges::max_element(tracks, {}, [](const auto& one) { return one.second; })->first;
  }
  return thread_of;
}

/// Sequence numbers restart in each thread and profile, so the last match counts; it is also the
/// innermost.
EventId last_before(const NumberedOps& ops, const NumberedOp& backward, TrackId track) {
  const auto found =
      std::ranges::equal_range(ops.forward, backward.sequence, {}, &NumberedOp::sequence);
  const auto after = std::ranges::partition_point(found, [&](const NumberedOp& one) {
    return one.track < track || (one.track == track && one.start_ns < backward.start_ns);
  });
  if (after == found.begin() || std::prev(after)->track != track) return EventId::None;
  return std::prev(after)->op;
}

}  // namespace

std::vector<SequencePair> sequence_pairs(const Snapshot& snapshot, const ReadEvent& read,
                                         const std::stop_token& stop) {
  if (!read || !speaks_of_backward(snapshot)) return {};
  const NumberedOps ops = read_numbered(snapshot, read, stop);
  const std::map<std::int64_t, TrackId> thread_of = learn_threads(ops);
  std::vector<SequencePair> pairs;
  for (const NumberedOp& backward : ops.backward) {
    const auto thread = thread_of.find(backward.forward_thread);
    if (thread == thread_of.end()) continue;
    const EventId forward = last_before(ops, backward, thread->second);
    if (forward != EventId::None) pairs.push_back({backward.op, forward});
  }
  std::ranges::sort(pairs, {}, &SequencePair::backward);
  return pairs;
}

}  // namespace lanescope
