// Comparison with the installed CUPTI, which answers these questions without a GPU. Without one the
// cases are skipped.
#include <cstdlib>
#include <dlfcn.h>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "capture/agent/cupti/api_names.h"
#include "capture/agent/cupti/dyncupti.h"
#include "capture/agent/cupti/sizes.h"
#include "capture/agent/ring/clock.h"
#include "tests/capture/agent/cupti/asked_apart.h"
#include "tests/skip.h"

using namespace lanescope;
using namespace lanescope::agent;
using cupti::Kind;

namespace {

/// What CUPTI says of its version; 0: nothing.
std::uint32_t version_here() {
  static DynCupti cupti;
  return load_cupti(cupti) ? cupti.version : 0;
}

/// Skips the case if none is installed, or if it is one of CUDA 13.2 or later, which do nothing
/// without a driver; that of 13.2 crashes.
const DynCupti& real_cupti() {
  static DynCupti cupti;
  static const bool survives = asked_apart(version_here).has_value();
  static const bool is_found = survives && load_cupti(cupti);
  if (survives && !is_found) skip_case(cupti.why);
  if (!survives || cupti.version == 0) skip_case("the CUPTI here does nothing without a driver");
  return cupti;
}

}  // namespace

TEST_CASE("the table of record sizes is the library's") {
  const DynCupti& cupti = real_cupti();
  const SizeTable probed = probe_sizes(cupti.call.get_next_record);
  const std::uint32_t release = release_of(cupti.version, probed);
  const SizeTable table = sizes_of_version(release);
  for (std::uint32_t kind = 0; kind < cupti::kKindCount; ++kind) {
    CAPTURE(kind);
    if (table.of(kind) != 0) CHECK(table.of(kind) == probed.of(kind));
  }
  CHECK(probed.of(static_cast<std::uint32_t>(Kind::ConcurrentKernel)) >= 200);
  bool differ = true;
  choose_sizes(release, probed, differ);
  CHECK(!differ);
}

TEST_CASE("the library walks a mixed buffer as the decoder does") {
  const DynCupti& cupti = real_cupti();
  const SizeTable sizes = probe_sizes(cupti.call.get_next_record);
  std::vector<std::uint64_t> buffer;
  std::vector<std::size_t> begins;
  for (int round = 0; round < 3; ++round) {
    for (std::uint32_t kind = 1; kind < cupti::kKindCount; ++kind) {
      if (sizes.of(kind) == 0) continue;
      begins.push_back(buffer.size() * 8);
      buffer.resize(buffer.size() + sizes.of(kind) / 8);
      buffer[begins.back() / 8] = kind;
    }
  }
  auto* const bytes = reinterpret_cast<std::uint8_t*>(buffer.data());
  std::uint8_t* record = nullptr;
  for (const std::size_t begin : begins) {
    REQUIRE(cupti.call.get_next_record(bytes, buffer.size() * 8, &record) == cupti::kSuccess);
    REQUIRE(record == bytes + begin);
  }
  CHECK(cupti.call.get_next_record(bytes, buffer.size() * 8, &record) == cupti::kMaxLimitReached);
}

TEST_CASE("the library's names hold every function that launches, copies and waits") {
  const DynCupti& cupti = real_cupti();
  static ApiNames names;
  CHECK(names.load(cupti.call.get_callback_name) > 1000);
  std::set<std::string> callbacks;
  for (const wire::ApiDomain domain : {wire::ApiDomain::Runtime, wire::ApiDomain::Driver}) {
    for (std::uint32_t id = 1; id < names.end(domain); ++id) {
      if (names.of(domain, id).callback) callbacks.insert(names.of(domain, id).name);
    }
  }
  for (const char* name :
       {"cudaLaunchKernel", "cudaLaunchKernelExC", "cudaLaunchCooperativeKernel", "cudaGraphLaunch",
        "cuLaunchKernel", "cuLaunchKernelEx", "cuLaunchCooperativeKernel", "cuGraphLaunch",
        "cudaMemcpyAsync", "cuMemcpyHtoDAsync", "cudaMemsetAsync", "cudaDeviceSynchronize",
        "cudaStreamSynchronize", "cudaStreamWaitEvent", "cudaMalloc", "cudaFree"}) {
    CAPTURE(name);
    CHECK(callbacks.contains(name));
  }
  if (cupti.version < 130000) skip_case("the CUPTI here is older than 13");
  // nvcc 13 launches through __cudaLaunchKernel, whose ids are 505 and 506 in CUDA 13.0.
  CHECK(names.of(wire::ApiDomain::Runtime, 505).name == std::string_view("cudaLaunchKernel"));
  CHECK(names.of(wire::ApiDomain::Runtime, 211).name == std::string_view("cudaLaunchKernel"));
}

TEST_CASE("the library's clock is the one of our records") {
  const DynCupti& cupti = real_cupti();
  const std::int64_t before = now_ns();
  std::uint64_t time = 0;
  REQUIRE(cupti.call.get_timestamp(&time) == cupti::kSuccess);
  CHECK(static_cast<std::int64_t>(time) >= before - kMillisecond);
  CHECK(static_cast<std::int64_t>(time) <= now_ns() + kMillisecond);
}
