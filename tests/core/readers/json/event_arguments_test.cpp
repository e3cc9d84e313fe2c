// Arguments read by their names are the ones that the whole event has.
#include <algorithm>
#include <array>
#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "core/readers/json/event_text.h"
#include "core/readers/json/event_texts.h"
#include "core/readers/json/text_window.h"

namespace lanescope {
namespace {

constexpr std::array<std::string_view, 3> kKeys = {"bytes", "Input Dims", "name"};

/// Events of all kinds, with their places in the text.
struct Events {
  std::string text = "[";
  std::vector<Place> places;

  void add(const std::string& event, std::size_t blanks = 1) {
    text += std::string(blanks, ' ');
    places.emplace_back(text.size(), event.size());
    text += event + ",";
  }
};

std::string text_of(const JsonValue& event, std::string_view key) {
  const JsonValue* args = event.find("args");
  const JsonValue* value = args != nullptr ? args->find(key) : nullptr;
  return value != nullptr ? value->to_text() : "none";
}

Events odd_events() {
  Events events;
  for (const char* event : {
           R"({"name": "a", "args": {"bytes": 12, "Input Dims": [[1, 2], []], "x": {"bytes": 1}}})",
           R"({"args": {"bytes": "1\u00e4"}, "name": "later", "args": {"bytes": 2}})",
           R"({"args": {}, "args": {"bytes": 3}})",
           R"({"name": "args", "bytes": 4, "cat": "{\"args\": {\"bytes\": 5}}"})",
           R"({"args": null})",
           R"({"args": ["bytes", 6]})",
           R"({"\u0061rgs": {"byte\u0073": 7}})",
           R"({"args": {"bytes": 8, "bytes": 9}})",
           R"({"args": {"note": NaN, "bytes": 10}})",
           R"({"name": "a "quoted" b", "args": {"bytes": 11}})",
           R"({"name": "C:\Users", "args": {"bytes": 12, "name": "C:\Users"}})",
           R"({"args": {"bytes": -9223372036854775808, "name": 1.50}})",
       }) {
    events.add(event);
  }
  return events;
}

TEST_CASE("arguments asked for by name are those of the whole event") {
  const Events events = odd_events();
  const auto texts = json_event_texts(memory_byte_source(events.text));
  SameJson same;
  for (const Place place : events.places) {
    const auto whole = texts->json_of(place);
    const auto some = texts->arguments_of(place, kKeys, same);
    CAPTURE(events.text.substr(place.offset(), place.length()));
    CHECK(whole.ok() == some.ok());
    if (!whole.ok() || !some.ok()) continue;
    for (const std::string_view key : kKeys)
      CHECK(text_of(*some.value(), key) == text_of(whole.value(), key));
  }
}

std::string call(int id, const std::string& dims) {
  return R"({"name": "a", "args": {"id": )" + std::to_string(id) + R"(, "Input Dims": )" + dims +
         R"(, "bytes": 2}})";
}

TEST_CASE("arguments that are written alike are parsed once, whatever is between them") {
  Events events;
  for (const char* dims : {"[[1, 2]]", "[[1, 2]]", "[[1, 20]]", "[[1, 2], 0]", "[[1, 2]]"})
    events.add(call(static_cast<int>(events.places.size()), dims));
  const auto texts = json_event_texts(memory_byte_source(events.text));
  SameJson same;
  std::vector<SharedJson> read;
  for (const Place place : events.places)
    read.push_back(texts->arguments_of(place, kKeys, same).value());
  CHECK(read[1] == read[0]);
  CHECK(read[4] == read[0]);
  CHECK(text_of(*read[0], "Input Dims") == "[[1,2]]");
  CHECK(text_of(*read[2], "Input Dims") == "[[1,20]]");
  CHECK(text_of(*read[3], "Input Dims") == "[[1,2],0]");
  constexpr std::array<std::string_view, 1> kOther = {"id"};
  CHECK(text_of(*texts->arguments_of(events.places[3], kOther, same).value(), "id") == "3");
}

TEST_CASE("an event that is too long for its place has its arguments too") {
  Events events;
  events.add(R"({"args": {"stack": ")" + std::string(Place::kMaxLength, 'x') +
             R"(", "bytes": 3}})");
  const auto texts = json_event_texts(memory_byte_source(events.text));
  SameJson same;
  const auto some = texts->arguments_of(events.places.front(), kKeys, same);
  REQUIRE(some.ok());
  CHECK(text_of(*some.value(), "bytes") == "3");
}

TEST_CASE("a window gives the text of each event, in any order and from several sources") {
  std::mt19937 random(7);
  std::array<Events, 2> events;
  for (int i = 0; i < 600; ++i) {
    for (Events& of : events) {
      const std::string blob(random() % 3 == 0 ? random() % 3'000 : 0, 'y');
      of.add(R"({"n": )" + std::to_string(random()) + R"(, "b": ")" + blob + "\"}",
             random() % 50 == 0 ? 200'000 : 1);
    }
  }
  const std::array sources = {memory_byte_source(events[0].text),
                              memory_byte_source(events[1].text)};
  TextWindow window;
  const auto check = [&](std::size_t of, std::size_t i) {
    const Place place = events[of].places[i];
    const auto text = window.read(*sources[of], of + 1, place);
    REQUIRE(text.ok());
    CHECK(text.value() == std::string_view(events[of].text).substr(place.offset(), place.length()));
  };
  for (std::size_t i = 0; i < 600; ++i) check(0, i);
  for (std::size_t i = 600; i-- > 0;) check(1, i);
  for (int i = 0; i < 600; ++i) check(random() % 2, random() % 600);
}

TEST_CASE("a window that ends before an event has ended says that the file has changed") {
  const auto source = memory_byte_source(R"([{"a": 1}, {"b": 2}])");
  TextWindow window;
  REQUIRE(window.read(*source, 1, Place(1, 8)).ok());
  for (const Place place : {Place(11, 500), Place(12, 3), Place(500, 8)}) {
    const auto text = window.read(*source, 1, place);
    REQUIRE_FALSE(text.ok());
    CHECK(text.error().message == "the file has changed since it was loaded");
  }
  CHECK(window.read(*source, 1, Place(11, 8)).ok());
}

}  // namespace
}  // namespace lanescope
