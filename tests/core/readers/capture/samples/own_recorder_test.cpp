// What a program does only because it is recorded, and where its stacks are, by their executing
// lines.
#include <doctest/doctest.h>

#include "tests/core/fixtures/trace_text.h"
#include "tests/core/readers/capture/samples/sampled_program.h"

using namespace lanescope;

namespace {

/// Runs, and then waits for the end of its own recording, called from the same line.
std::string with_stop() {
  Program program;
  ChannelBytes& c = program.channel;
  const std::uint32_t module = c.code("/app/train.py", "<module>", 1, 0x030A, kTable);
  const std::uint32_t main = c.code("/app/train.py", "main", 10, 0x030A, kTable);
  const std::uint32_t stop = c.code("/app/lib/lanescope/_capture.py", "_stop", 10, 0x030A, kTable);
  const std::uint32_t works = c.stack({{main, 2}, {module, 6}});
  const std::uint32_t stops = c.stack({{stop, 2}, {module, 6}});
  c.sample(100'000, {.tid = kMain, .stack = works, .count = 2, .last_ns = 110'000});
  c.sample(120'000, {.tid = kMain,
                     .stack = stops,
                     .state = wire::SampledState::Waiting,
                     .count = 5,
                     .last_ns = 160'000});
  return program.file();
}

}  // namespace

TEST_CASE("waiting for one's own recording to end is not part of it") {
  const Loaded loaded(with_stop());
  CHECK(loaded.functions() == std::vector<Seen>{{"train.py(1): <module>", 100'000, 120'000, 0},
                                                {"train.py(10): main", 100'000, 120'000, 1},
                                                {"train.py:11", 100'000, 120'000, 2}});
  CHECK(loaded.states() == std::vector<Seen>{{"running", 100'000, 120'000, 0}});
}

TEST_CASE("the stack of a sample has the executing line of each function") {
  const Loaded loaded(with_stop());
  const Snapshot& trace = loaded.trace();
  const auto place = trace.place_of(event_named(trace, "train.py:11"));
  REQUIRE(place.has_value());
  const auto json = loaded.result.value().texts->json_of(*place);
  REQUIRE(json.ok());
  const JsonValue* const args = json.value().find("args");
  REQUIRE(args != nullptr);
  const JsonValue* const stack = args->find("Call stack");
  REQUIRE(stack != nullptr);
  CHECK(*stack->string() == "/app/train.py(11): main;/app/train.py(4): <module>");
}
