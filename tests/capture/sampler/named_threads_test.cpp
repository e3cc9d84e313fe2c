// Which name a thread has in a recording.
#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "capture/sampler/sampler.h"
#include "tests/capture/sampler/child.h"
#include "tests/capture/sampler/kept_samples.h"
#include "tests/capture/sampler/made_python.h"

using namespace lanescope;

namespace {

void spin() {
  std::atomic<std::uint64_t> turns{0};
  for (;;) turns.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

TEST_CASE("a thread has the name that Python knows it by, and else that of the system") {
  KeptSamples kept;
  MadePython made;
  const Child child(spin);
  const auto tid = static_cast<std::uint32_t>(child.pid());
  const auto is_named = [&](const std::string& name) {
    return comes_true([&] {
      const auto names = kept.decoded(child.pid()).names;
      return names.contains(tid) && names.at(tid) == name;
    });
  };
  made.show(child.pid(), {{.tid = tid, .frames = {{3, 34}}}});
  SamplerOptions options;
  options.command = child.pid();
  options.rate_hz = 500;
  options.python = made.reader();
  const auto sampler = HostSampler::start(std::move(options), kept);
  REQUIRE(sampler.ok());
  REQUIRE(comes_true([&] { return kept.decoded(child.pid()).names.contains(tid); }));
  CHECK(kept.decoded(child.pid()).names.at(tid) != "loader");
  made.show(child.pid(), {{.tid = tid, .frames = {{3, 34}}, .name = "loader"}});
  CHECK(is_named("loader"));
  made.show(child.pid(), {{.tid = tid, .frames = {{3, 34}}, .name = "second loader"}});
  CHECK(is_named("second loader"));
  // One that it cannot read for a while is no reason to forget it.
  made.show(child.pid(), {{.tid = tid, .frames = {{1, 2}}}});
  REQUIRE(kept.soon_has(child.pid(), 20, [](const DecodedSample& sample) {
    return sample.frames == std::vector<std::string>{"f1@made.py:10+2"};
  }));
  CHECK(is_named("second loader"));
}
