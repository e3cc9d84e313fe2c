#include "core/readers/memory/shared_stacks.h"

#include <array>
#include <string>

#include <doctest/doctest.h>

#include "core/base/bytes/byte_source.h"

using namespace lanescope;

namespace {

/// Two stacks over the same two frames.
std::shared_ptr<const SharedStacks> two_stacks() {
  auto stacks = std::make_shared<SharedStacks>();
  const auto file = stacks->add_words("net.py");
  const auto inner = stacks->add_frame(file, 7, stacks->add_words("block"));
  const auto outer = stacks->add_frame(file, 30, stacks->add_words("forward"));
  CHECK(stacks->add_stack(std::array{inner, outer}, 0) == 0);
  CHECK(stacks->add_stack(std::array{outer}, 3) == 1);
  return stacks;
}

std::string event_text(const std::string& args) {
  const std::string text = R"({"ph":"i","args":)" + args + "}";
  const auto texts = with_stacks(json_event_texts(memory_byte_source(text)), two_stacks());
  const auto json = texts->json_of(Place(0, text.size()));
  REQUIRE(json.ok());
  return json.value().to_text();
}

}  // namespace

TEST_CASE("stacks are told frame by frame, innermost first, with what was left out of them") {
  const auto stacks = two_stacks();
  CHECK(stacks->text(0) == "net.py(7): block;net.py(30): forward");
  CHECK(stacks->text(1) == "net.py(30): forward;and 3 more");
  CHECK(stacks->text(2).empty());
  CHECK(stacks->text(UINT64_MAX).empty());
}

TEST_CASE("an event says the words of its stack, all else as the file has it") {
  CHECK(event_text(R"({"Addr":1,"Call stack":1})") ==
        R"({"ph":"i","args":{"Addr":1,"Call stack":"net.py(30): forward;and 3 more"}})");
  CHECK(event_text(R"({"Addr":1})") == R"({"ph":"i","args":{"Addr":1}})");
  CHECK(event_text("7") == R"({"ph":"i","args":7})");
}

TEST_CASE("a name that is longer than any name is cut") {
  SharedStacks stacks;
  const auto words = stacks.add_words(std::string(1'000'000, 'x'));
  stacks.add_stack(std::array{stacks.add_frame(words, 1, words)}, 0);
  CHECK(stacks.text(0).size() < 10'000);
  CHECK(stacks.text(0).find("…(1): x") != std::string::npos);
}
