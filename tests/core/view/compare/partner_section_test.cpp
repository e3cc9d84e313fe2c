#include "core/view/compare/partner_section.h"

#include <memory>

#include <doctest/doctest.h>

#include "tests/core/view/compare/compared_runs.h"

namespace lanescope {

TEST_CASE("the step of a run that is timed on the GPU is compared by its step time") {
  const TwoRuns runs(launched_every(200), launched_every(10));
  const RunSamples &a = runs.diff.runs.a, &b = runs.diff.runs.b;
  REQUIRE_FALSE(a.timed_on_gpu());
  REQUIRE(b.timed_on_gpu());
  AlignedPair pair = *compared(runs)->aligned;
  const Partners partners = find_partners(*pair.a, *pair.b, pair.runs);
  pair.of_a = std::make_shared<const MatchedEvents>(MatchedEvents{partners.of_a, {}});
  pair.of_b = std::make_shared<const MatchedEvents>(MatchedEvents{partners.of_b, {}});
  REQUIRE(pair.partner_in(RunSide::B, a.samples[1].event) == b.samples[1].event);

  // On the host, the step takes 199 µs in A, which begins the next after 200, and 9 µs in B.
  const DetailSection in_b = partner_section(pair, RunSide::A, a.samples[1].event);
  REQUIRE(in_b.lines.size() == 3);
  CHECK(in_b.lines[0].key == "Step time, A → B");
  CHECK(in_b.lines[0].value == "200.0 µs → 100.0 µs");
  CHECK(in_b.lines[1].value == "−100.0 µs · −50.0 %");
  CHECK(in_b.lines[2].link == b.samples[1].event);
  const DetailSection in_a = partner_section(pair, RunSide::B, b.samples[1].event);
  REQUIRE(in_a.lines.size() == 3);
  CHECK(in_a.lines[1].value == "−100.0 µs · −50.0 %");
}

}  // namespace lanescope
