// The rule about launches (F06), where CUDA graphs launch the kernels. Times are in µs.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/core/analysis/findings/findings_of.h"

using namespace lanescope;

namespace {

/// Four steps of 100, each with one call that launches two kernels of 3, then nothing.
std::vector<std::string> steps_of(const std::string& call) {
  std::vector<std::string> events;
  for (int step = 0; step < 4; ++step) {
    const auto at = [&](int us) { return std::to_string(100 * step + us); };
    const std::string id = R"("correlation": )" + std::to_string(step + 1);
    events.push_back(
        slice("user_annotation", "ProfilerStep#" + std::to_string(step), at(0), "100"));
    events.push_back(slice("cuda_runtime", call, at(50), "1", id));
    for (const int start : {52, 56}) events.push_back(gpu_slice("kernel", "k", at(start), "3", id));
  }
  return events;
}

}  // namespace

TEST_CASE("a step whose kernels a CUDA graph launches is not told to use graphs") {
  const FindingTable table = findings_of(HandMadeTrace(steps_of("cudaGraphLaunch")));
  const Finding* finding = finding_of(table, "F06");
  REQUIRE(finding != nullptr);
  CHECK(finding->evidence[1].text.head.starts_with(
      "Launch calls are made once per step and run kernels 2 times per step, 100 % of them in CUDA "
      "graphs; 100 % of them are shorter than "));
  CHECK(finding->fix.find("into one CUDA graph") != std::string::npos);
  CHECK(finding->fix.find("torch.compile") == std::string::npos);
}

TEST_CASE("kernels that are launched one by one are") {
  const FindingTable table = findings_of(HandMadeTrace(steps_of("cudaLaunchKernel")));
  const Finding* finding = finding_of(table, "F06");
  REQUIRE(finding != nullptr);
  CHECK(finding->evidence[1].text.head.starts_with("Kernels are launched 2 times per step; "));
  CHECK(finding->fix.find("CUDA graphs or torch.compile") != std::string::npos);
}
