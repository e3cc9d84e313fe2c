// What the sampler does when its sink has no room, and while it is paused.
#include <atomic>
#include <chrono>
#include <memory>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "tests/capture/sampler/child.h"
#include "tests/capture/sampler/kept_samples.h"
#include "tests/capture/sampler/made_python.h"

using namespace lanescope;

namespace {

/// Has no room for every third piece.
class CrampedSamples : public KeptSamples {
 public:
  bool on_records(std::int64_t pid, std::span<const std::byte> records) override {
    if (++pieces % 3 != 0) return KeptSamples::on_records(pid, records);
    ++refused;
    return false;
  }
  std::atomic<int> pieces{0}, refused{0};
};

std::unique_ptr<HostSampler> start(SamplerSink& sink, std::int64_t command,
                                   std::unique_ptr<PythonReader> python, bool is_paused = false) {
  SamplerOptions options;
  options.command = command;
  options.rate_hz = 500;
  options.is_paused = is_paused;
  options.python = std::move(python);
  auto started = HostSampler::start(std::move(options), sink);
  REQUIRE(started.ok());
  return std::move(started).value();
}

void spin() {
  std::atomic<std::uint64_t> turns{0};
  for (;;) turns.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

TEST_CASE("after records were lost, what follows has its texts, its stacks and its thread's name") {
  CrampedSamples cramped;
  MadePython made;
  const Child child([] { spin(); });
  const auto tid = static_cast<std::uint32_t>(child.pid());
  made.show(child.pid(), {{tid, {{3, 34}, {1, 2}}}});
  const auto sampler = start(cramped, child.pid(), made.reader());
  REQUIRE(comes_true([&] { return cramped.refused >= 3; }));
  // Fails where a number has no meaning.
  const DecodedSamples decoded = cramped.decoded(child.pid());
  CHECK(decoded.opened.size() >= 3);
  CHECK_FALSE(decoded.names.at(tid).empty());
  const DecodedSample& last = decoded.samples.back();
  CHECK(last.frames == std::vector<std::string>{"f3@made.py:30+34", "f1@made.py:10+2"});
}

TEST_CASE("a paused sampler takes no samples, but passes on those it has, and goes on") {
  KeptSamples kept;
  const Child child([] { spin(); });
  const auto is_any = [](const DecodedSample&) { return true; };
  const auto sampler = start(kept, child.pid(), nullptr);
  REQUIRE(kept.soon_has(child.pid(), 20, is_any));
  sampler->pause(true);
  // It may be in a tick, and then has something to pass on.
  std::uint32_t before = 0, now = kept.count(child.pid(), is_any);
  for (int i = 0; i < 100 && before != now; ++i) {
    before = now;
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    now = kept.count(child.pid(), is_any);
  }
  CHECK(before == now);
  sampler->pause(false);
  CHECK(kept.soon_has(child.pid(), now + 20, is_any));
  // Readers would else take the pause for a time in which the thread was as before it.
  const DecodedSamples decoded = kept.decoded(child.pid());
  REQUIRE(decoded.pauses.size() == 1);
  const wire::GapRecord& pause = decoded.pauses.front();
  CHECK(pause.last_ns - pause.first_ns >= 200'000'000);
  for (const DecodedSample& sample : decoded.samples)
    CHECK((sample.record.last_ns <= pause.first_ns || sample.record.first_ns >= pause.last_ns));
}

TEST_CASE("a pause that lasts until the sampler stops is told then") {
  KeptSamples kept;
  const Child child([] { spin(); });
  const auto sampler = start(kept, child.pid(), nullptr);
  REQUIRE(kept.soon_has(child.pid(), 20, [](const DecodedSample&) { return true; }));
  sampler->pause(true);
  std::this_thread::sleep_for(std::chrono::milliseconds(400));
  CHECK(kept.decoded(child.pid()).pauses.empty());
  sampler->stop();
  const DecodedSamples decoded = kept.decoded(child.pid());
  REQUIRE(decoded.pauses.size() == 1);
  const wire::GapRecord& pause = decoded.pauses.front();
  CHECK(pause.last_ns - pause.first_ns >= 200'000'000);
  for (const DecodedSample& sample : decoded.samples)
    CHECK(sample.record.last_ns <= pause.first_ns);
}

TEST_CASE("a sampler that begins paused looks at nothing until it goes on") {
  KeptSamples kept;
  const Child child([] { spin(); });
  const auto sampler = start(kept, child.pid(), nullptr, true);
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  CHECK(kept.processes().empty());
  sampler->pause(false);
  CHECK(comes_true([&] { return kept.processes().contains(child.pid()); }));
}
