#include "core/analysis/launch/early_work.h"

#include <doctest/doctest.h>

#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

namespace {

std::string launch(const std::string& ts, const std::string& id) {
  return slice("cuda_runtime", "cudaLaunchKernel", ts, "1", R"("correlation": )" + id);
}
std::string kernel(const std::string& ts, const std::string& id, const std::string& stream = "7") {
  return gpu_slice("kernel", "k", ts, "10", R"("correlation": )" + id, stream);
}

}  // namespace

TEST_CASE("kernels before the first launch that was recorded were launched before the recording") {
  const HandMadeTrace trace({kernel("10", "1"), kernel("30", "2"), launch("35", "3"),
                             kernel("50", "3"), kernel("70", "99")});
  const EarlyWork early = early_work(*trace, whole_window());
  CHECK(early.kernels == 2);
  CHECK(early.until_ns == 40'000);
  CHECK(early_work(*trace, range_window({25'000, 90'000})).kernels == 1);
}

TEST_CASE("without any launch on a stream it is not known when its kernels were launched") {
  const HandMadeTrace trace({kernel("10", "1"), launch("35", "3"), kernel("50", "3", "8")});
  CHECK(early_work(*trace, whole_window()).kernels == 0);
  CHECK(early_work(*HandMadeTrace({kernel("10", "1")}), whole_window()).kernels == 0);
}
