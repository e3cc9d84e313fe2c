// Whatever a profile holds: pprof, speedscope, collapsed stacks and the output of perf script load
// as far as they can be read, or are refused in one line.
#include <array>

#include <fmt/format.h>

#include "tests/fuzz/engine/fuzz_target.h"
#include "tests/fuzz/files/file_checks.h"
#include "tests/fuzz/files/file_samples.h"
#include "tests/fuzz/files/made_messages.h"
#include "tests/fuzz/files/message_tree.h"
#include "tests/fuzz/files/tree_mutator.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  (void)lanescope::check_file("profile", {reinterpret_cast<const char*>(data), size});
  return 0;
}

namespace lanescope {
namespace {

constexpr std::array<std::string_view, 6> kFrames = {
    "main", "step (train.py:12)", "aten::mm", "[unknown]", "a b", "malloc"};

std::string_view frame(std::mt19937_64& random) {
  return kFrames[below(random, kFrames.size())];
}

std::string speedscope_sampled(std::mt19937_64& random) {
  std::string samples, weights;
  for (std::size_t i = below(random, 8); i > 0; --i) {
    std::string stack;
    for (std::size_t depth = below(random, 5); depth > 0; --depth)
      stack += fmt::format("{}{}", stack.empty() ? "" : ",", below(random, 4));
    samples += fmt::format("{}[{}]", samples.empty() ? "" : ",", stack);
    weights += fmt::format("{}{}", weights.empty() ? "" : ",", below(random, 50));
  }
  return fmt::format(R"({{"type":"sampled","name":"Thread 1","unit":"milliseconds","samples":[{}],)"
                     R"("weights":[{}],"startValue":0,"endValue":200}})",
                     samples, weights);
}

std::string speedscope_evented(std::mt19937_64& random) {
  std::string events;
  for (std::size_t i = below(random, 8), at = 0; i > 0; --i) {
    at += below(random, 20);
    events += fmt::format(R"({}{{"type":"{}","frame":{},"at":{}}})", events.empty() ? "" : ",",
                          below(random, 2) == 0 ? "O" : "C", below(random, 4), at);
  }
  return fmt::format(R"({{"type":"evented","name":"b","unit":"microseconds","events":[{}]}})",
                     events);
}

std::string speedscope(std::mt19937_64& random) {
  const std::string first = speedscope_sampled(random), second = speedscope_evented(random);
  const std::string text = fmt::format(
      R"({{"$schema":"https://www.speedscope.app/file-format-schema.json","profiles":[{},{}],)"
      R"("shared":{{"frames":[{{"name":"f","file":"a.py","line":3}},{{"name":"g"}},)"
      R"({{"name":"aten::mm"}},{{"name":""}}]}}}})",
      first, second);
  return mutated_json(text, random);
}

std::string collapsed(std::mt19937_64& random) {
  std::string text;
  for (std::size_t lines = 1 + below(random, 8); lines > 0; --lines) {
    text += frame(random);
    for (std::size_t depth = below(random, 5); depth > 0; --depth)
      text += fmt::format(";{}", frame(random));
    text += fmt::format(" {}\n", below(random, 300));
  }
  return text;
}

std::string perf_script(std::mt19937_64& random) {
  std::string text;
  for (std::size_t samples = 1 + below(random, 6); samples > 0; --samples) {
    text += fmt::format("python {}/{} [003] {}.{:06}: {} {}: \n", 12 + below(random, 2),
                        34 + below(random, 2), 56 + below(random, 2), below(random, 1'000'000),
                        1 + below(random, 2'000),
                        below(random, 2) == 0 ? "cycles:u" : "sched:sched_switch");
    for (std::size_t depth = below(random, 5); depth > 0; --depth)
      text +=
          fmt::format("\t    7f{:x} {}+0x1 (/usr/lib/x.so)\n", below(random, 99), frame(random));
    text += '\n';
  }
  return text;
}

std::string mutated_lines(std::string text, std::mt19937_64& random) {
  for (std::size_t rounds = below(random, 4); rounds > 0; --rounds)
    mutate(
        text, random,
        " \n;\n;;\n\t\n-1\n0\n18446744073709551616\n9223372036854775807\n1e9\n\xFF\n\xC3\n[003]\n"
        "56.9\n99999999999.5\n: \n/\n(\n)\n#");
  if (below(random, 5) == 0) text += text;
  if (below(random, 8) == 0) text.resize(below(random, text.size() + 1));
  return text;
}

/// Deeper than is kept, with one frame or two in turn.
std::string deep(std::mt19937_64& random) {
  std::string text = "main";
  for (std::size_t depth = 900 + below(random, 400); depth > 0; --depth)
    text += depth % 2 == 0 ? ";f" : ";g";
  return text + " 7\n" + collapsed(random);
}

std::string file(std::mt19937_64& random) {
  switch (below(random, 9)) {
    case 0:
    case 1:
      return speedscope(random);
    case 2:
    case 3:
      return mutated_lines(collapsed(random), random);
    case 4:
    case 5:
      return mutated_lines(perf_script(random), random);
    case 6:
      return below(random, 4) == 0 ? deep(random) : mutated_lines(collapsed(random), random);
    default:
      return mutated_message(pprof_file(random), random);
  }
}

}  // namespace

std::string fuzz_input(std::mt19937_64& random) {
  constexpr std::array<std::string_view, 4> kEndings = {".pprof", ".speedscope.json", ".collapsed",
                                                        ".perf"};
  const auto sample = below(random, 4) == 0
                          ? file_sample(random, kEndings[below(random, kEndings.size())])
                          : std::nullopt;
  if (!sample) return file(random);
  return below(random, 2) == 0 ? mutated_message(*sample, random) : mutated_lines(*sample, random);
}

}  // namespace lanescope
