// Segments come back from their columns as they were added.
#include "core/analysis/idle/host_segments.h"

#include <random>
#include <vector>

#include <doctest/doctest.h>

namespace lanescope {
namespace {

bool is_same(const HostSegment& a, const HostSegment& b) {
  return a.begin_ns == b.begin_ns && a.what == b.what && a.cause == b.cause &&
         a.culprit == b.culprit && a.frame == b.frame;
}

/// A stack of any events, most often as stacks are: the culprit is the cause, or the one before.
HostSegment any_segment(std::mt19937_64& random, const HostSegment& before) {
  const auto event = [&] {
    return random() % 5 == 0 ? EventId::None : EventId{static_cast<std::uint32_t>(random() % 9)};
  };
  HostSegment segment;
  segment.begin_ns = before.begin_ns + 1 + static_cast<Ns>(random() % 1'000);
  segment.what =
      static_cast<IdleClass>(random() % (static_cast<unsigned>(IdleClass::Untraced) + 1));
  segment.cause = event();
  segment.culprit = random() % 2 == 0 ? segment.cause : event();
  segment.frame = random() % 2 == 0 ? before.frame : event();
  return segment;
}

TEST_CASE("segments of any kind are kept as they are") {
  std::mt19937_64 random(4);
  std::vector<HostSegment> added = {{-1'000}};
  for (int i = 0; i < 30'000; ++i) added.push_back(any_segment(random, added.back()));
  HostSegments segments(added.size());
  std::vector<HostSegment> kept;
  for (const HostSegment& segment : added) {
    HostSegment later = segment;
    if (!kept.empty()) later.begin_ns = kept.back().begin_ns;
    if (kept.empty() || !is_same(later, kept.back())) kept.push_back(segment);
    segments.add(segment);
  }
  REQUIRE(segments.size() == kept.size());
  CHECK(kept.size() < added.size());
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    wrong += !is_same(segments[i], kept[i]) || segments.begin_of(i) != kept[i].begin_ns;
  }
  CHECK(wrong == 0);
}

TEST_CASE("a segment that differs only in its start joins the one before") {
  HostSegments segments(4);
  segments.add({0, EventId{1}, EventId{1}, EventId::None, IdleClass::CpuOp});
  segments.add({5, EventId{1}, EventId{1}, EventId::None, IdleClass::CpuOp});
  segments.add({9, EventId{1}, EventId{1}, EventId{2}, IdleClass::CpuOp});
  REQUIRE(segments.size() == 2);
  CHECK(segments.begin_of(1) == 9);
  CHECK(segments[1].frame == EventId{2});
}

}  // namespace
}  // namespace lanescope
