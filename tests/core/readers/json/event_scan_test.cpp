#include "core/readers/json/event_scan.h"

#include <string>

#include <doctest/doctest.h>

#include "tests/core/fixtures/generated_trace.h"

using namespace lanescope;

namespace {

/// The text of the event at the front of `text`, as far as it is scanned.
std::string event_of(const std::string& text, TextEnd end = TextEnd::OfFile) {
  const auto at = EventScan(text, end).event_end(0);
  return at ? text.substr(0, *at) : "(no end)";
}

std::string non_event_of(const std::string& text) {
  return text.substr(0, EventScan(text, TextEnd::OfFile).non_event_end(0));
}

bool ends_list(const std::string& text, TextEnd end = TextEnd::OfFile) {
  return EventScan(text, end).ends_list(text.find(']'));
}

}  // namespace

TEST_CASE("valid events end at their brace, whatever they hold") {
  for (const TraceLayout layout : kTraceLayouts) {
    for (const auto& event : generated_events(11, 60)) {
      const std::string text = trace_text({event}, layout, TraceForm::BareArray);
      const std::size_t begin = text.find('{');
      const std::string alone = text.substr(begin, text.rfind('}') + 1 - begin);
      CHECK(event_of(alone + ", {\"ph\": \"X\"}") == alone);
      CHECK(event_of(alone + "\n]") == alone);
      CHECK(EventScan(alone, TextEnd::OfFile).closed_end(0).value_or(0) <= alone.size());
    }
  }
}

TEST_CASE("an event that is not closed ends where the next one begins") {
  CHECK(event_of(R"({"ph":"X","args":{"a":1}, {"ph":"X"})") == R"({"ph":"X","args":{"a":1})");
  CHECK(event_of(R"({"name":"a},{"ph":"X"})") == R"({"name":"a})");
  CHECK(event_of("{\"name\":\"a\n{\"ph\":\"X\"}") == "{\"name\":\"a");
  CHECK(event_of(R"({"args":[[1,{"ph":"X"}]})") == R"({"args":[[1)");
}

TEST_CASE("a text that ends in an event has no end to tell") {
  CHECK(event_of(R"({"ph":"X","args":[{"ph":1},{"ph":2)") == "(no end)");
  CHECK(event_of(R"({"name":"a)") == "(no end)");
  CHECK(event_of(R"({"args":[[1,{"ph":"X"},{"ph":"X"})", TextEnd::Anywhere) == "(no end)");
  CHECK(event_of(R"({"args":[[1,{"ph":"X"},{"ph":"X"})", TextEnd::BeforeEvent) == R"({"args":[[1)");
}

TEST_CASE("a stray bracket does not end an event, the end of the file does") {
  CHECK(event_of(R"({"a":1]],"b":2} , 5)") == R"({"a":1]],"b":2})");
  CHECK(event_of("{\"a\":1\n]}\n") == "{\"a\":1");
  CHECK(event_of("{\"a\":1\n]}\n", TextEnd::BeforeEvent) == "{\"a\":1\n]}");
}

TEST_CASE("what is no event is passed over a token at a time") {
  CHECK(non_event_of("5, {\"ph\":1}") == "5");
  CHECK(non_event_of("\"a, b\", 7") == "\"a, b\"");
  CHECK(non_event_of("[1, {\"a\": 2}], 7") == "[1, {\"a\": 2}]");
  CHECK(non_event_of("null]") == "null");
  CHECK(non_event_of("}}") == "}");
  CHECK(non_event_of("\"a, b\" junk") == "\"");
  CHECK(non_event_of("5 junk\"") == "5 junk");
}

TEST_CASE("garbage never reaches into the next event") {
  CHECK(non_event_of("junk {\"ph\":1}") == "junk ");
  CHECK(non_event_of("\" , {\"ph\":1}") == "\"");
  CHECK(non_event_of("\"key\": 3, {\"ph\":1}") == "\"key\": 3");
  CHECK(non_event_of("[ {\"ph\":1}, {\"ph\":1} ]") == "[");
  CHECK(non_event_of("[5, {\"ph\":1}, {\"ph\":1}") == "[");
}

TEST_CASE("the list ends where another member or nothing follows") {
  CHECK(ends_list("]"));
  CHECK(ends_list("] \n }\n"));
  CHECK(ends_list("], \"traceName\": 5"));
  CHECK(ends_list("],"));
  CHECK(ends_list("],\"trace"));
  CHECK(ends_list("], JUNK"));
  CHECK(!ends_list("], {\"ph\":1}"));
  CHECK(!ends_list("]}, {\"ph\":1}"));
  CHECK(!ends_list("]", TextEnd::BeforeEvent));
  CHECK(!ends_list("]}", TextEnd::BeforeEvent));
  CHECK(ends_list("],\"traceName\":", TextEnd::BeforeEvent));
}

TEST_CASE("events are told by their keys") {
  CHECK(looks_like_event("{\"ph\":1", 0));
  CHECK(looks_like_event("{ \n \"args\" : {", 0));
  CHECK(!looks_like_event("{\"phase\":1", 0));
  CHECK(!looks_like_event("{\"ph\"", 0));
  CHECK(!looks_like_event("{}", 0));
  CHECK(!looks_like_event("\"ph\":1", 0));
}

TEST_CASE("text made of brackets, quotes or unclosed lists is scanned in linear time") {
  for (const std::string unit :
       {"[", "{", "\"", "[1,", "{\"a\":[", "]", "}", "\"a\" ", "{\"ph\":1"}) {
    CAPTURE(unit);
    std::string text;
    while (text.size() < 300'000) text += unit;
    EventScan scan(text, TextEnd::OfFile);
    for (std::size_t at = 0; at < text.size();) {
      const bool is_event = text[at] == '{';
      (void)(is_event ? scan.closed_end(at) : std::nullopt);
      const std::size_t end =
          is_event ? scan.event_end(at).value_or(text.size()) : scan.non_event_end(at);
      REQUIRE(end > at);
      at = end;
    }
  }
}
