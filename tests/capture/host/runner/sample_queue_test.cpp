#include "capture/host/runner/sample_queue.h"

#include <thread>

#include <doctest/doctest.h>

#include "tests/capture/host/runner/made_samples.h"

using namespace lanescope;

TEST_CASE("what the sampler tells is taken in its order, once") {
  using Kind = SampleQueue::Event::Kind;
  SampleQueue queue;
  MadeSamples made;
  const std::vector<std::byte> records = made.runs(10).take();
  std::thread sampler([&] {
    queue.on_process(7, "pid=7\n");
    CHECK(queue.on_records(7, records));
    queue.on_problem("Something is not sampled.");
    queue.on_left(7);
    queue.on_left_out("code=threads_left_out\ncount=3\n");
  });
  sampler.join();
  const SampleQueue::Taken taken = queue.take();
  REQUIRE(taken.events.size() == 5);
  CHECK(taken.events[0].kind == Kind::Process);
  CHECK(taken.events[0].bytes == "pid=7\n");
  CHECK(taken.events[1].kind == Kind::Records);
  CHECK(taken.events[1].pid == 7);
  CHECK(decoded_samples(std::as_bytes(std::span(taken.events[1].bytes))).samples.size() == 1);
  CHECK(taken.events[2].kind == Kind::Problem);
  CHECK(taken.events[3].kind == Kind::Left);
  CHECK(taken.events[4].kind == Kind::LeftOut);
  CHECK(taken.events[4].bytes == "code=threads_left_out\ncount=3\n");
  CHECK(taken.lost.empty());
  CHECK(queue.take().events.empty());
}

TEST_CASE("records without room are refused and counted, and there is room again when taken") {
  SampleQueue queue(4096);
  MadeSamples made;
  std::uint64_t kept = 0, lost = 0;
  for (int i = 0; i < 200; ++i) {
    const bool is_taken = queue.on_records(7, made.waits(i, "futex", 2).take());
    (is_taken ? kept : lost) += 2;
  }
  CHECK(kept > 0);
  CHECK(lost > 0);
  const SampleQueue::Taken taken = queue.take();
  CHECK(taken.events.size() * 2 == kept);
  REQUIRE(taken.lost.size() == 1);
  CHECK(taken.lost.at(7).samples == lost);
  CHECK(taken.lost.at(7).records == lost / 2);
  CHECK(queue.on_records(7, made.waits(1, "futex").take()));
  CHECK(queue.take().lost.empty());
}

TEST_CASE("what is spent on the samples is known to whoever limits it") {
  SampleQueue queue;
  CHECK(queue.spent_ns() == 0);
  queue.add_spent(1'000);
  queue.add_spent(500);
  const SamplerSink& sink = queue;
  CHECK(sink.spent_ns() == 1'500);
}
