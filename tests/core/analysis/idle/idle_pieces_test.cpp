// The pieces of a gap come back from their columns, each up to the start of the next.
#include "core/analysis/idle/idle_pieces.h"

#include <vector>

#include <doctest/doctest.h>

namespace lanescope {
namespace {

TEST_CASE("each piece of a gap ends where the next begins, the last one with the gap") {
  IdlePieces all;
  all.add({{0, 10}, IdleClass::Sync, EventId{1}, EventId{2}, EventId{3}});
  // Another gap.
  all.add({{50, 60}, IdleClass::Python, EventId{4}, EventId{4}, EventId{4}});
  all.add({{60, 90}, IdleClass::LaunchLatency, EventId{5}, EventId{6}, EventId::None});
  const GapPieces gap(all, 1, 2, 90);
  std::vector<TimeRange> ranges;
  for (const IdlePiece piece : gap) ranges.push_back(piece.range);
  CHECK(ranges == std::vector<TimeRange>{{50, 60}, {60, 90}});
  CHECK(gap[1].what == IdleClass::LaunchLatency);
  CHECK(gap[1].culprit == EventId{5});
  CHECK(gap[1].cause == EventId{6});
  CHECK(gap[0].source == EventId{4});
  CHECK(GapPieces(all, 0, 1, 10)[0].range == TimeRange{0, 10});
  const auto of_temporary = GapPieces(all, 1, 2, 90).begin();
  CHECK((*of_temporary).range == TimeRange{50, 60});
}

TEST_CASE("the first piece that ends after a time is found among thousands") {
  IdlePieces all;
  for (Ns i = 0; i < 10'000; ++i) all.add({{10 * i, 10 * i + 10}, IdleClass::CpuOp});
  const GapPieces gap(all, 0, 10'000, 100'000);
  CHECK(gap.ends_after(-1) == 0);
  CHECK(gap.ends_after(9) == 0);
  CHECK(gap.ends_after(10) == 1);
  CHECK(gap.ends_after(10, 5) == 5);
  CHECK(gap.ends_after(99'999) == 9'999);
  CHECK(gap.ends_after(100'000) == 10'000);
  CHECK(GapPieces(all, 0, 0, 0).ends_after(0) == 0);
}

}  // namespace
}  // namespace lanescope
