#include "core/analysis/host/sequence_pairs.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

#include "core/analysis/host/op_texts.h"

namespace lanescope {
namespace {

/// More operators with one number say nothing about threads.
constexpr std::ptrdiff_t kMostCandidates = 64;

/// An operator that takes part in autograd.
struct NumberedOp {
  std::int64_t sequence = 0;
  std::int64_t forward_thread = 0;  // 0: of a forward pass
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

class PairFinder {
 public:
  PairFinder(const Snapshot& snapshot, const ReadEvent& read, const std::stop_token& stop) {
    for (const EventId op : ops_in_file_order(snapshot)) {
      if (stop.stop_requested()) {
        forward_.clear();
        return;
      }
      const auto event = read(op);
      const auto one = event ? numbered(snapshot, op, *event) : std::nullopt;
      if (one) (one->forward_thread > 0 ? backward_ : forward_).push_back(*one);
    }
    const auto by_number = [](const NumberedOp& a, const NumberedOp& b) {
      if (a.sequence != b.sequence) return a.sequence < b.sequence;
      if (a.track != b.track) return a.track < b.track;
      return a.start_ns != b.start_ns ? a.start_ns < b.start_ns : a.op < b.op;
    };
    std::sort(forward_.begin(), forward_.end(), by_number);
  }

  std::vector<SequencePair> find() {
    learn_threads();
    std::vector<SequencePair> pairs;
    for (const NumberedOp& backward : backward_) {
      const auto thread = thread_of_.find(backward.forward_thread);
      if (thread == thread_of_.end()) continue;
      const EventId forward = last_before(backward, thread->second);
      if (forward != EventId::None) pairs.push_back({backward.op, forward});
    }
    std::sort(pairs.begin(), pairs.end(),
              [](const SequencePair& a, const SequencePair& b) { return a.backward < b.backward; });
    return pairs;
  }

 private:
  using Iterator = std::vector<NumberedOp>::const_iterator;

  [[nodiscard]] std::pair<Iterator, Iterator> with_number(std::int64_t sequence) const {
    const auto found = std::ranges::equal_range(forward_, sequence, {}, &NumberedOp::sequence);
    return {found.begin(), found.end()};
  }

  /// Each number of a thread stands for the one that most of its pairs without a choice are on;
  /// where there is none such, for the one with most candidates.
  void learn_threads() {
    std::map<std::int64_t, std::map<TrackId, std::uint64_t>> votes;
    constexpr std::uint64_t kSure = std::uint64_t{1} << 32U;
    for (const NumberedOp& backward : backward_) {
      const auto [first, last] = with_number(backward.sequence);
      if (first == last || last - first > kMostCandidates) continue;
      const bool one_thread = first->track == std::prev(last)->track;
      for (auto at = first; at != last; ++at) {
        if (at != first && at->track == std::prev(at)->track) continue;
        votes[backward.forward_thread][at->track] += one_thread ? kSure : 1;
      }
    }
    for (const auto& [number, tracks] : votes) {
      const auto best =
          std::max_element(tracks.begin(), tracks.end(),
                           [](const auto& a, const auto& b) { return a.second < b.second; });
      thread_of_[number] = best->first;
    }
  }

  /// Sequence numbers start again in each thread and profile; the last one is the innermost too.
  [[nodiscard]] EventId last_before(const NumberedOp& backward, TrackId track) const {
    const auto [first, last] = with_number(backward.sequence);
    const auto after = std::partition_point(first, last, [&](const NumberedOp& one) {
      return one.track < track || (one.track == track && one.start_ns < backward.start_ns);
    });
    if (after == first || std::prev(after)->track != track) return EventId::None;
    return std::prev(after)->op;
  }

  std::vector<NumberedOp> forward_, backward_;  // forward by (number, track, start)
  std::map<std::int64_t, TrackId> thread_of_;
};

}  // namespace

std::vector<SequencePair> sequence_pairs(const Snapshot& snapshot, const ReadEvent& read,
                                         const std::stop_token& stop) {
  if (!read || !speaks_of_backward(snapshot)) return {};
  return PairFinder(snapshot, read, stop).find();
}

}  // namespace lanescope
