#include "capture/agent/python/pystack.h"

#include <array>
#include <map>
#include <sstream>

#include <doctest/doctest.h>

#include "capture/agent/control/message_text.h"
#include "tests/capture/agent/ring/channel_stacks.h"
#include "tests/capture/agent/test_ring.h"
#include "tests/capture/pythons.h"
#include "tests/paths.h"

using namespace lanescope;

namespace {

/// What the script recorded from CPython itself, by label.
std::map<std::uint64_t, std::vector<std::string>> read_expected(const std::string& text) {
  std::map<std::uint64_t, std::vector<std::string>> stacks;
  std::stringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::stringstream parts(line);
    std::string channel, label;
    std::getline(parts, channel, '\t');
    std::getline(parts, label, '\t');
    auto& frames = stacks[std::stoull(label)];
    for (std::string frame; std::getline(parts, frame, '\t');) frames.push_back(frame);
  }
  return stacks;
}

struct ProbeRun {
  std::map<std::uint64_t, std::vector<std::string>> expected;
  std::vector<ChannelStack> taken;
};

ProbeRun run_probe(const Interpreter& python) {
  const TempFolder folder;
  const CommandResult ran =
      run_command("'" + python.path + "' '" + source_folder() + "/tests/probes/stack_probe.py' '" +
                  binary_folder() + "/tests/probes/stack_probe.so' '" + folder.path() + "'");
  INFO(ran.output);
  REQUIRE(ran.code == 0);
  ProbeRun run{.expected = read_expected(read_below(folder, "expected.txt")), .taken = {}};
  for (int channel = 1; channel <= 5; ++channel) {
    const auto stacks =
        stacks_in_channel(read_below(folder, "lane_" + std::to_string(channel) + ".bin"));
    run.taken.insert(run.taken.end(), stacks.begin(), stacks.end());
  }
  return run;
}

}  // namespace

TEST_CASE("stacks of every Python are what that Python itself knows of its frames") {
  for (const Interpreter& python : pythons()) {
    INFO(python.path);
    const ProbeRun run = run_probe(python);
    // 4 + 3 + 1 + 2 + 5 + 1 + 50 + 200 + 4 on the main thread, 3 threads 100 times 4 + 1, a deep
    // one.
    CHECK(run.taken.size() == 1771);
    CHECK(run.expected.size() == run.taken.size());
    std::size_t wrong = 0;
    for (const ChannelStack& stack : run.taken) {
      const auto& expected = run.expected.at(stack.label);
      // 900 calls deep: the innermost 512 are there, and the stack is marked as cut.
      const std::size_t depth = std::min<std::size_t>(expected.size(), 512);
      const std::vector<std::string> most(expected.begin(), expected.begin() + depth);
      if (stack.frames == most && stack.cut == (expected.size() > 512)) continue;
      if (++wrong > 3) continue;
      CAPTURE(stack.label);
      CHECK(stack.found);
      CHECK(stack.frames == most);
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("a launch in a known line of the script is told with that line") {
  for (const Interpreter& python : pythons()) {
    INFO(python.path);
    const std::string script = source_folder() + "/tests/probes/stack_probe.py";
    const ProbeRun run = run_probe(python);
    // The first stack: main() -> Model.forward() -> Model.layer_a(), whose call of here() begins
    // in line 44. Names are qualified from 3.11 on.
    const ChannelStack& first = run.taken.front();
    const std::string type = python.version == "3.10" ? "" : "Model.";
    REQUIRE(first.frames.size() == 5);
    CHECK(first.frames[0] == "here|" + script + "|32");
    CHECK(first.frames[1] == type + "layer_a|" + script + "|44");
    CHECK(first.frames[2] == type + "forward|" + script + "|41");
    CHECK(first.frames[3] == "main|" + script + "|137");
    CHECK(first.frames[4] == "<module>|" + script + "|168");
  }
}

TEST_CASE("without Python in the process there are no stacks, and a reason") {
  agent::TestRing ring;
  const agent::RecordingTo recording(ring);
  agent::Recording now;
  REQUIRE(now);
  CHECK(std::string(agent::start_python_stacks()) == "no Python in this process");
  CHECK(agent::python_version() == 0);
  CHECK(agent::python_stack(now.channel()) == 0);
  std::array<char, 256> bytes{};
  agent::MessageText caps(bytes);
  agent::describe_python(caps);
  CHECK(caps.text() == "python=\npython_stacks=no Python in this process\n");
}
