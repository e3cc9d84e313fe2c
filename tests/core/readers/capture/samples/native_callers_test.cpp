// Below which Python function native code is shown that ran between two samples of Python.
#include "core/readers/capture/samples/native_callers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "tests/core/readers/capture/samples/sampled_program.h"

using namespace lanescope;

namespace {

using wire::SampledState;

constexpr std::uint32_t kPeriodUs = 10;
constexpr std::string_view kEval = "_PyEval_EvalFrameDefault (python3.10)";
constexpr std::string_view kHash = "sha256 (_hashlib.so)";
constexpr std::string_view kSort = "list_sort (python3.10)";
constexpr std::string_view kTokenize = "data.py(12): tokenize";

/// A thread that is sampled each 10 µs; its native samples come after those of Python that follow.
struct Sampled {
  void python(std::uint32_t stack, int times = 1) {
    for (int i = 0; i < times; ++i, at_ns += kPeriodNs)
      program.channel.sample(at_ns, {.tid = kMain, .stack = stack});
  }
  void native(Ns time_ns, std::uint32_t stack) {
    program.channel.native_sample(time_ns, kMain, stack, kPeriodUs);
  }
  /// Samples of both kinds, in turn.
  void both(std::uint32_t python_stack, std::uint32_t native_stack, int times) {
    for (int i = 0; i < times; ++i) {
      python(python_stack);
      native(at_ns - 5'000, native_stack);
    }
  }
  [[nodiscard]] std::vector<Seen> functions() {
    program.channel.sample(at_ns, {.tid = kMain, .state = SampledState::Ended});
    return Loaded(program.file()).functions();
  }

  Program program;
  Ns at_ns = 100'000;
};

/// The slice of a name at a time.
std::optional<Seen> slice_at(const std::vector<Seen>& functions, std::string_view name, Ns at_ns) {
  const auto found = std::ranges::find_if(functions, [&](const Seen& one) {
    return one.name == name && one.begin_ns <= at_ns && at_ns < one.end_ns;
  });
  return found == functions.end() ? std::nullopt : std::optional(*found);
}

using Stack = std::array<SampleItem, 2>;

/// A Python function and its line.
constexpr Stack stack_of(LocalId function, LocalId line) {
  return {SampleItem{function, 1}, SampleItem{line, 2}};
}

}  // namespace

TEST_CASE(
    "native code is below the function in which it was seen, though the other one is nearer") {
  Sampled seen;
  ChannelBytes& c = seen.program.channel;
  const std::uint32_t hash = c.native_stack({kHash});
  const std::uint32_t sort = c.native_stack({kSort});
  seen.both(seen.program.in_main, sort, 12);
  seen.both(seen.program.in_tokenize, hash, 12);
  seen.both(seen.program.in_main, sort, 12);
  seen.python(seen.program.in_main);
  // 3 µs after that sample and 7 µs before the one of tokenize().
  REQUIRE(seen.at_ns == 470'000);
  seen.native(463'000, hash);
  seen.python(seen.program.in_tokenize);
  seen.native(475'000, hash);
  seen.python(seen.program.in_tokenize, 2);
  const auto functions = seen.functions();
  const auto hashed = slice_at(functions, kHash, 463'000);
  REQUIRE(hashed);
  CHECK(hashed->row == 3);
  // Between the samples that tell.
  CHECK(slice_at(functions, kTokenize, 463'000) ==
        Seen{std::string(kTokenize), 461'500, 500'000, 1});
  CHECK_FALSE(slice_at(functions, kSort, 463'000));
  // What was sorted is below the line of main().
  const auto sorted = slice_at(functions, kSort, 435'000);
  REQUIRE(sorted);
  CHECK(sorted->row == 2);
}

TEST_CASE("native code that was never seen is below the function that was sampled next to it") {
  const auto row_of = [](Ns distance_ns) {
    Sampled seen;
    const std::uint32_t hash = seen.program.channel.native_stack({kHash});
    const std::uint32_t sort = seen.program.channel.native_stack({kSort});
    seen.both(seen.program.in_main, sort, 3);
    const Ns time_ns = seen.at_ns + distance_ns;
    seen.python(seen.program.in_main);
    seen.python(seen.program.in_tokenize);
    seen.native(time_ns, hash);
    seen.both(seen.program.in_tokenize, hash, 1);
    const auto slice = slice_at(seen.functions(), kHash, time_ns);
    REQUIRE(slice);
    return slice->row;
  };
  CHECK(row_of(2'000) == 2);  // below train.py:11
  CHECK(row_of(8'000) == 3);  // below data.py:13
}

TEST_CASE("up to Python 3.10, loops of the interpreter tell which of two functions called") {
  const auto row_of = [](Ns distance_ns, std::vector<std::string_view> frames) {
    Sampled seen;
    ChannelBytes& c = seen.program.channel;
    const std::uint32_t hash = c.native_stack(frames);
    const std::uint32_t sort = c.native_stack({kSort, kEval});
    seen.both(seen.program.in_main, sort, 3);
    const Ns time_ns = seen.at_ns + distance_ns;
    seen.python(seen.program.in_main);
    seen.python(seen.program.in_tokenize);
    seen.native(time_ns, hash);
    seen.both(seen.program.in_tokenize, hash, 1);
    const auto slice = slice_at(seen.functions(), kHash, time_ns);
    REQUIRE(slice);
    return slice->row;
  };
  CHECK(row_of(2'000, {kHash, kEval, kEval}) == 3);
  CHECK(row_of(8'000, {kHash, kEval}) == 2);
  // As many as neither has: nearness decides.
  CHECK(row_of(2'000, {kHash, kEval, kEval, kEval}) == 2);
}

TEST_CASE("which function calls native code is learned where both samples of Python agree") {
  NativeCallers callers;
  const Stack one = stack_of(10, 11), other = stack_of(20, 21);
  const std::array hash{SampleItem{1, 3}, SampleItem{2, 3}},
      sort{SampleItem{1, 3}, SampleItem{4, 3}};
  const auto share = [&](std::span<const SampleItem> frames, double before_share) {
    return callers.share_of_before(frames, {one, other, before_share});
  };
  // Guesses are no evidence for others.
  for (int i = 0; i < 40; ++i) CHECK(share(hash, 0.6) == doctest::Approx(0.6));
  for (int i = 0; i < 20; ++i) {
    callers.learn(hash, one);
    callers.learn(sort, other);
  }
  CHECK(share(hash, 0.3) > 0.8);
  CHECK(share(sort, 0.7) < 0.2);
  // What both call tells nothing, however more often one of them does.
  const std::array shared{SampleItem{5, 3}};
  for (int i = 0; i < 40; ++i) {
    callers.learn(shared, one);
    if (i % 2 == 0) {
      callers.learn(shared, other);
      callers.learn(sort, one);
      callers.learn(hash, other);
    }
  }
  CHECK(std::abs(share(shared, 0.5) - 0.5) < 0.2);
  // It is certain by something else.
  CHECK(share(sort, 1) == doctest::Approx(1));
  CHECK(share(hash, 0) == doctest::Approx(0));
}

TEST_CASE("lines of one function call native code as functions do") {
  NativeCallers callers;
  const Stack one = stack_of(10, 11), other = stack_of(10, 12);
  const std::array hash{SampleItem{1, 3}}, sort{SampleItem{2, 3}};
  for (int i = 0; i < 20; ++i) {
    callers.learn(hash, one);
    callers.learn(sort, other);
  }
  CHECK(callers.share_of_before(hash, {one, other, 0.3}) > 0.8);
  CHECK(callers.share_of_before(sort, {one, other, 0.7}) < 0.2);
}
