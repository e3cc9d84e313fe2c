#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "app/cli/report/report.h"
#include "tests/core/fixtures/load_text.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {

TEST_CASE("kernels whose names differ late or only in numbers have titles of their own") {
  const std::string head = "void cutlass::Kernel<cutlass_80_tensorop_bf16_s16816gemm_relu_";
  TraceText text;
  std::vector<std::string> wholes;
  for (const char* const tail :
       {"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_256x128_32x3>(P)",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_256x128_32x4>(P)",
        "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb_128x256_64x3>(P)"}) {
    wholes.push_back(head + tail);
    text.cpu("cpu_op", wholes.back(), std::to_string(10 * wholes.size()), "5");
  }
  const auto trace = load_text(text.text());
  std::vector<StringId> names;
  for (const Track& track : trace->tracks) {
    for (const auto& chunk : track.chunks)
      names.insert(names.end(), chunk->name.begin(), chunk->name.end());
  }
  REQUIRE(names.size() == wholes.size());
  std::vector<std::string> titles = short_titles(*trace, names);
  // Again the same for a name that comes again.
  names.push_back(names.front());
  CHECK(short_titles(*trace, names).back() == titles.front());
  std::ranges::sort(titles);
  CHECK(std::ranges::adjacent_find(titles) == titles.end());
}

}  // namespace lanescope
