#include "capture/sampler/perf/sample_thinning.h"

#include <cstdint>

#include <doctest/doctest.h>

using namespace lanescope;

namespace {

/// The periods for which `samples` of a thread stand together.
std::uint32_t sum_of(SampleThinning& thinning, std::uint32_t tid, int samples) {
  std::uint32_t sum = 0;
  for (int i = 0; i < samples; ++i) sum += thinning.stands_for(tid);
  return sum;
}

}  // namespace

TEST_CASE("every sample is kept until fewer are asked for") {
  SampleThinning thinning;
  for (int i = 0; i < 10; ++i) CHECK(thinning.stands_for(7) == 1);
}

TEST_CASE("of each thread one sample of four is kept, and stands for four") {
  SampleThinning thinning;
  thinning.keep_one_of(4);
  for (std::uint32_t tid = 1; tid < 100; ++tid) {
    int kept = 0;
    // In between come those of another thread, which are counted for themselves.
    for (int i = 0; i < 40; ++i) {
      kept += thinning.stands_for(tid) == 4 ? 1 : 0;
      thinning.stands_for(100'000);
    }
    CHECK(kept == 10);
  }
}

TEST_CASE("threads of one sample each are neither all left out nor all kept") {
  SampleThinning thinning;
  thinning.keep_one_of(4);
  std::uint32_t sum = 0;
  for (std::uint32_t tid = 1000; tid < 2000; ++tid) sum += thinning.stands_for(tid);
  CHECK(sum > 800);
  CHECK(sum < 1200);
}

TEST_CASE("the time of a thread is the same whenever fewer or more samples are asked for") {
  SampleThinning thinning;
  std::uint32_t sum = sum_of(thinning, 7, 400);
  thinning.keep_one_of(2);
  sum += sum_of(thinning, 7, 400);
  thinning.keep_one_of(4);
  sum += sum_of(thinning, 7, 400);
  thinning.keep_one_of(1);
  sum += sum_of(thinning, 7, 400);
  CHECK(sum >= 1596);
  CHECK(sum <= 1604);
}
