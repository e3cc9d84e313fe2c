// What a host thread is doing, as segments of time: up to two for each slice, so they are kept in
// columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/analysis/events/rising_times.h"
#include "core/analysis/host/idle_class.h"
#include "core/base/column.h"
#include "core/base/text/ids.h"
#include "core/base/time.h"

namespace lanescope {

/// Extends to the start of the next segment.
struct HostSegment {
  Ns begin_ns = kMinNs;
  /// The event that determines the class: a call, the loader, an operator.
  EventId cause = EventId::None;
  /// The innermost operator, else Python frame, else annotation, else the cause.
  EventId culprit = EventId::None;
  EventId frame = EventId::None;         // the innermost Python frame
  IdleClass what = IdleClass::Untraced;  // a host class
};

/// By time. Movable, not copyable. Memory: 10 bytes for each segment, and 8 for each that differs
/// from those around it in what cannot be told from its class and cause.
class HostSegments {
 public:
  HostSegments() = default;
  /// Room for so many; what is not written needs no memory.
  explicit HostSegments(std::size_t most) : cause_(most), packed_(most) {}

  /// Begins after all others. Joins the one before if only the time differs.
  void add(const HostSegment& segment);

  /// The segment at a time. Cost: log of its distance from `near`, one of them.
  [[nodiscard]] std::size_t at(Ns time_ns, std::size_t near) const {
    return begins_.last_until(time_ns, near);
  }
  [[nodiscard]] std::size_t size() const { return begins_.size(); }
  /// Cost: constant.
  [[nodiscard]] HostSegment operator[](std::size_t i) const;
  [[nodiscard]] Ns begin_of(std::size_t i) const { return begins_[i]; }
  [[nodiscard]] IdleClass what_of(std::size_t i) const {
    return static_cast<IdleClass>(packed_[i] & kClassMask);
  }

 private:
  /// Segments that share a first entry of `others_`, so that few bits tell which is theirs.
  static constexpr std::size_t kBlock = 4096;
  static constexpr unsigned kClassBits = 3;
  static constexpr std::uint16_t kClassMask = (1U << kClassBits) - 1;
  static_assert(static_cast<unsigned>(IdleClass::Untraced) <= kClassMask);
  static_assert(kBlock + 1 <= UINT16_MAX >> kClassBits);

  struct Other {
    EventId culprit = EventId::None, frame = EventId::None;
    friend bool operator==(const Other&, const Other&) = default;
  };
  /// What most segments of a class have.
  static Other usual(IdleClass what, EventId cause) {
    return {cause, what == IdleClass::Python ? cause : EventId::None};
  }
  /// 0 for the usual, else 1 more than an index after the block's first.
  std::size_t number_of(const Other& other, IdleClass what, EventId cause);

  RisingTimes begins_;
  Column<EventId> cause_;
  Column<std::uint16_t> packed_;  // the class and the number of the other
  std::vector<Other> others_;
  std::vector<std::size_t> first_other_;  // by block
  // Of the last segment.
  IdleClass last_what_ = IdleClass::Paused;  // of none
  EventId last_cause_ = EventId::None;
  Other last_other_;
};

// Inlined where the segments of a thread are found: a call took as long as the rest.
[[gnu::always_inline]] inline void HostSegments::add(const HostSegment& segment) {
  const Other other{segment.culprit, segment.frame};
  if (last_what_ == segment.what && last_cause_ == segment.cause && last_other_ == other) return;
  last_what_ = segment.what;
  last_cause_ = segment.cause;
  last_other_ = other;
  const std::size_t at = begins_.size();
  if (at % kBlock == 0) first_other_.push_back(others_.size());
  begins_.add(segment.begin_ns);
  cause_[at] = segment.cause;
  const std::size_t number = number_of(other, segment.what, segment.cause);
  packed_[at] =
      static_cast<std::uint16_t>(number << kClassBits | static_cast<std::size_t>(segment.what));
}

inline std::size_t HostSegments::number_of(const Other& other, IdleClass what, EventId cause) {
  if (other == usual(what, cause)) return 0;
  const std::size_t first = first_other_.back();
  if (others_.size() == first || others_.back() != other) others_.push_back(other);
  return others_.size() - first;
}

inline HostSegment HostSegments::operator[](std::size_t i) const {
  const IdleClass what = what_of(i);
  const std::size_t number = packed_[i] >> kClassBits;
  const EventId cause = cause_[i];
  const Other other =
      number == 0 ? usual(what, cause) : others_[first_other_[i / kBlock] + number - 1];
  return {begins_[i], cause, other.culprit, other.frame, what};
}

}  // namespace lanescope
