// Where samples of a thread are missing.
#include <algorithm>
#include <vector>

#include <doctest/doctest.h>

#include "tests/core/readers/capture/samples/sampled_program.h"

using namespace lanescope;

TEST_CASE("where samples on both sides of a hole agree, the thread did the same in between") {
  Program program;
  ChannelBytes& c = program.channel;
  c.sample(100'000, {.tid = kMain, .stack = program.in_tokenize});
  c.sample(200'000, {.tid = kMain, .stack = program.next_line});  // ten periods later
  c.sample(500'000, {.tid = kMain, .stack = program.next_line});  // thirty: too long to know
  const Loaded loaded(program.file());
  CHECK(loaded.states() ==
        std::vector<Seen>{{"running", 100'000, 210'000, 0}, {"running", 500'000, 510'000, 0}});
  const std::vector<Seen> functions = loaded.functions();
  const auto has = [&](const Seen& one) {
    return std::ranges::find(functions, one) != functions.end();
  };
  CHECK(has({"data.py(12): tokenize", 100'000, 210'000, 1}));
  // At which line it was in between is not known.
  CHECK(has({"data.py:13", 100'000, 110'000, 2}));
  CHECK(has({"data.py:14", 200'000, 210'000, 2}));
}

TEST_CASE("what a thread does before and after a hole is not joined if its state differs") {
  Program program;
  ChannelBytes& c = program.channel;
  c.sample(100'000, {.tid = kMain, .stack = program.in_main});
  c.sample(200'000, {.tid = kMain,
                     .stack = program.in_main,
                     .state = wire::SampledState::Waiting,
                     .wait = "futex"});
  const Loaded loaded(program.file());
  CHECK(loaded.states() ==
        std::vector<Seen>{{"running", 100'000, 110'000, 0}, {"futex", 200'000, 210'000, 0}});
}
