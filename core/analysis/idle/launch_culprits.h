// Which operators and functions the GPU waits for, where the host is slow to launch its work.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/analysis/idle/idle.h"
#include "core/base/text/ids.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// Of idle time for launches, what is due to events of one name.
struct LaunchCulprit {
  StringId name = StringId::Empty;
  Ns total_ns = 0, in_gap_ns = 0, longest_ns = -1;  // the longest: in one gap, of several pieces
  const IdleGap* gap = nullptr;                     // the last one
  const IdleGap* longest_gap = nullptr;             // on a tie, the first
  EventId longest = EventId::None, source = EventId::None;  // in the longest gap

  void add(const IdleGap& in, const IdlePiece& piece) {
    total_ns = saturating_add(total_ns, piece.range.length_ns());
    in_gap_ns = saturating_add(gap == &in ? in_gap_ns : 0, piece.range.length_ns());
    gap = &in;
    if (in_gap_ns <= longest_ns) return;
    longest_ns = in_gap_ns;
    longest_gap = &in;
    longest = piece.culprit;
    source = piece.source;
  }
  /// `more` is of other gaps of the same device.
  void add(const LaunchCulprit& more) {
    const Ns sum_ns = saturating_add(total_ns, more.total_ns);
    const bool longer = more.longest_ns != longest_ns ? more.longest_ns > longest_ns
                                                      : more.longest_gap < longest_gap;
    if (longer) *this = more;
    total_ns = sum_ns;
  }
  /// Whether it has more idle time; on a tie, the name that the trace has first.
  [[nodiscard]] bool exceeds(const LaunchCulprit& other) const {
    if (longest_ns < 0 || other.longest_ns < 0) return longest_ns > other.longest_ns;
    return total_ns != other.total_ns ? total_ns > other.total_ns : name < other.name;
  }
};

/// The culprits of the gaps that began because a wait of the host let the queue drain, and of the
/// others.
class LaunchCulprits {
 public:
  explicit LaunchCulprits(const Snapshot& trace) : rows_of_(trace.strings->size(), kNone) {}

  void add(StringId name, const IdleGap& gap, const IdlePiece& piece) {
    std::uint32_t& row = rows_of_[index_of(name)];
    if (row == kNone) {
      row = static_cast<std::uint32_t>(rows_.size());
      rows_.push_back({{.name = name}, {.name = name}});
    }
    (gap.drained_by == EventId::None ? rows_[row].elsewhere : rows_[row].drained).add(gap, piece);
  }
  /// Who has most of the idle time of the others, and of all; longest_ns is -1 if nobody.
  [[nodiscard]] std::pair<LaunchCulprit, LaunchCulprit> largest() const {
    std::pair<LaunchCulprit, LaunchCulprit> found;
    for (const auto& [elsewhere, drained] : rows_) {
      LaunchCulprit all = elsewhere;
      all.add(drained);
      if (elsewhere.exceeds(found.first)) found.first = elsewhere;
      if (all.exceeds(found.second)) found.second = all;
    }
    return found;
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFU;
  struct Row {
    LaunchCulprit elsewhere, drained;
  };

  std::vector<std::uint32_t> rows_of_;  // by name
  std::vector<Row> rows_;
};

}  // namespace lanescope
