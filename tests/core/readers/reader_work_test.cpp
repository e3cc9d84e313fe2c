// How much of a text is looked at again: twice the text must be twice the work, whatever is in it.
#include <functional>
#include <map>

#include <doctest/doctest.h>

#include "core/readers/trace_loader.h"
#include "tests/core/fixtures/measured_work.h"

using namespace lanescope;

namespace {

std::string repeated(const std::string& part, std::size_t times) {
  std::string text;
  text.reserve(part.size() * times);
  for (std::size_t i = 0; i < times; ++i) text += part;
  return text;
}

std::string object_with(const std::string& events, const std::string& members = "") {
  return "{" + members + "\"traceEvents\":[" + events + "]}";
}

constexpr const char* kEvent = R"({"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1})";

/// An event with many arguments, and another behind it.
std::string many_strings(std::size_t n) {
  std::string args;
  for (std::size_t i = 0; i < n; ++i)
    args += (i == 0 ? "\"k" : ",\"k") + std::to_string(1'000'000 + i) + R"(":"v")";
  return object_with(R"({"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1,"args":{)" + args +
                     "}}," + kEvent);
}

std::string many_streams(std::size_t n) {
  std::string events;
  for (std::size_t i = 0; i < n; ++i) {
    const std::string number = std::to_string(i);
    events += std::string(i == 0 ? "" : ",\n") + R"({"ph":"X","cat":"kernel","name":"k","pid":0,)" +
              R"("tid":)" + number + R"(,"ts":)" + number + R"(,"dur":1,"args":{"device":0,)" +
              R"("stream":)" + number + "}}";
  }
  return object_with(events);
}

using Shape = std::function<std::string(std::size_t)>;

const std::map<std::string, Shape> kShapes = {
    {"a first event with many strings", many_strings},
    {"many streams", many_streams},
    {"one long name",
     [](std::size_t n) {
       return object_with(R"({"ph":"X","cat":"kernel","name":")" + std::string(n * 20, 'x') +
                          R"(","pid":1,"tid":1,"ts":1,"dur":1},)" + "\n" + kEvent);
     }},
    {"one long name of products of 8-bit floats without the number format",
     [](std::size_t n) {
       return object_with(R"({"ph":"X","cat":"kernel","name":")" + repeated("bmm_", n * 5) +
                          R"(","pid":1,"tid":1,"ts":1,"dur":1},)" + "\n" + kEvent);
     }},
    {"brackets that open", [](std::size_t n) { return object_with(std::string(n, '[')); }},
    {"brackets that open, and a list of such", [](std::size_t n) { return std::string(n, '['); }},
    {"brackets that close, and an event",
     [](std::size_t n) { return object_with(std::string(n, ']') + kEvent + "," + kEvent); }},
    {"quotes, and an event",
     [](std::size_t n) { return object_with(repeated("\"a", n) + "," + kEvent); }},
    {"lists for events", [](std::size_t n) { return object_with(repeated("[1,2],", n) + kEvent); }},
    {"events whose list never closes",
     [](std::size_t n) {
       return object_with(repeated(R"({"ph":"X","args":[1,)"
                                   "\n",
                                   n) +
                          kEvent);
     }},
    {"broken events",
     [](std::size_t n) {
       return object_with(repeated(R"({"ph":"X","name":"a"b","ts":1,"dur":1},)"
                                   "\n",
                                   n) +
                          kEvent);
     }},
    {"objects whose list never closes",
     [](std::size_t n) { return object_with(repeated("{\"x\":[1},\n", n) + kEvent); }},
    {"members that never close",
     [](std::size_t n) { return object_with(kEvent, "") + repeated("\"INFO\": [", n); }},
    {"members in front that never close",
     [](std::size_t n) { return "{" + repeated("\"INFO\": [", n) + "\"traceEvents\":[]}"; }},
    {"many members",
     [](std::size_t n) {
       std::string members;
       for (std::size_t i = 0; i < n; ++i) members += "\"k" + std::to_string(i) + "\":1,";
       return object_with(kEvent, members);
     }},
};

MeasuredWork work_of(const std::string& text) {
  LoadOptions options;
  options.threads = 1;
  return measured_work([&] { (void)load_trace(memory_byte_source(text), "test.json", options); });
}

}  // namespace

TEST_CASE("twice the text is at most 2.2 times the work") {
  constexpr std::size_t kSize = 20'000;
  for (const auto& [name, shape] : kShapes) {
    CAPTURE(name);
    const MeasuredWork once = work_of(shape(kSize)), twice = work_of(shape(2 * kSize));
    check_growth(once, twice);
    CHECK(once.steps < 200 * shape(kSize).size());
    CHECK(once.allocations < 10 * shape(kSize).size());
  }
}

TEST_CASE("an event that is longer than many slices is looked at once") {
  const auto work = [](std::size_t bytes) {
    const std::string event = R"({"ph":"X","name":")" + std::string(bytes, 'x') +
                              R"(","pid":1,"tid":1,"ts":1,"dur":1},)"
                              "\n";
    const std::string text =
        object_with(std::string(kEvent) + ",\n" + kEvent + ",\n" + event + kEvent + ",\n" + kEvent);
    LoadOptions options;
    options.threads = 1;
    options.slice_bytes = 1024;
    return measured_work([&] {
      const auto loaded = load_trace(memory_byte_source(text), "test.json", options);
      REQUIRE(loaded.ok());
      CHECK(loaded.value().snapshot->slice_count == 5);
    });
  };
  check_growth(work(200'000), work(400'000));
}
