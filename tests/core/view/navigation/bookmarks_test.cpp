#include "core/view/navigation/bookmarks.h"

#include <string>

#include <doctest/doctest.h>

namespace lanescope {
namespace {

Bookmarks some() {
  Bookmarks bookmarks;
  bookmarks.add(
      {{5'000'000'000'000'000'123, 5'000'000'000'000'000'456}, "late \"one\" é", "why\n?"});
  bookmarks.add({{-7, -7}, "early", ""});
  bookmarks.views[8] = TimeRange{1, 99};
  return bookmarks;
}

TEST_CASE("bookmarks come back from their text to the nanosecond") {
  const Bookmarks bookmarks = some();
  const auto read = parse_bookmarks(bookmarks_text(bookmarks));
  REQUIRE(read.ok());
  CHECK(read.value() == bookmarks);
  CHECK(read.value().marks.front().name == "early");
}

TEST_CASE("which ranges are the steps is kept with the marks, and one's own choice wins") {
  Bookmarks chosen;
  CHECK(bookmarks_text(chosen).find("steps") == std::string::npos);
  chosen.steps = "batch \"*\"";
  CHECK_FALSE(chosen.empty());
  CHECK(parse_bookmarks(bookmarks_text(chosen)).value() == chosen);
  Bookmarks mine;
  mine.merge(chosen);
  CHECK(mine.steps == chosen.steps);
  mine.steps = "step *";
  mine.merge(chosen);
  CHECK(mine.steps == "step *");
}

TEST_CASE("marks lie in the order of time and are found from any point") {
  Bookmarks bookmarks = some();
  CHECK(bookmarks.add({{10, 20}, "middle", ""}) == 1);
  CHECK(bookmarks.neighbour(-7, Direction::Next) == 1);
  CHECK(bookmarks.neighbour(10, Direction::Previous) == 0);
  CHECK(bookmarks.neighbour(-8, Direction::Previous) == std::nullopt);
  CHECK(bookmarks.find({10, 20}) == 1);
  CHECK(bookmarks.find({10, 21}) == std::nullopt);
}

TEST_CASE("a free name is one that no mark has") {
  Bookmarks bookmarks;
  CHECK(bookmarks.free_name() == "Mark 1");
  bookmarks.add({{0, 1}, "Mark 1", ""});
  bookmarks.add({{0, 2}, "Mark 3", ""});
  CHECK(bookmarks.free_name() == "Mark 2");
}

TEST_CASE("a text that is not whole or not ours is refused as a whole") {
  const std::string good = bookmarks_text(some());
  CHECK_FALSE(parse_bookmarks("").ok());
  CHECK_FALSE(parse_bookmarks("{}").ok());
  CHECK_FALSE(parse_bookmarks(R"({"traceEvents": []})").ok());
  for (std::size_t n = 0; n + 1 < good.size(); ++n)
    CHECK_FALSE(parse_bookmarks(good.substr(0, n)).ok());
  CHECK_FALSE(parse_bookmarks(good + "x").ok());
  const std::string head = R"({"lanescope":"bookmarks","version":)";
  CHECK(parse_bookmarks(head + R"(1,"marks":[]})").ok());
  CHECK(parse_bookmarks(head + R"(2,"marks":[]})").error().kind == Error::Kind::Unsupported);
  CHECK_FALSE(parse_bookmarks(head + R"(1,"marks":[{"begin_ns":2,"end_ns":1}]})").ok());
  CHECK_FALSE(parse_bookmarks(head + R"(1,"marks":[{"begin_ns":"2","end_ns":3}]})").ok());
  CHECK_FALSE(parse_bookmarks(head + R"(1,"marks":[7]})").ok());
  CHECK_FALSE(
      parse_bookmarks(head + R"(1,"marks":[],"views":[{"number":10,"begin_ns":0,"end_ns":1}]})")
          .ok());
}

TEST_CASE("long names are cut between characters, and there is an end to marks") {
  Bookmarks bookmarks;
  std::string name = "x";
  while (name.size() < 300) name += "é";
  bookmarks.add({{0, 1}, name, ""});
  CHECK(bookmarks.marks[0].name.size() == 199);
  for (std::size_t i = 1; i < Bookmarks::kMaxMarks; ++i)
    bookmarks.add({{static_cast<Ns>(i), static_cast<Ns>(i)}, "", ""});
  CHECK(bookmarks.add({{0, 0}, "", ""}) == std::nullopt);
}

TEST_CASE("merging keeps what is there and adds what is not") {
  Bookmarks mine;
  mine.add({{1, 2}, "mine", ""});
  mine.views[8] = TimeRange{3, 4};
  mine.merge(some());
  mine.merge(some());
  CHECK(mine.marks.size() == 3);
  CHECK(mine.views[8] == TimeRange{3, 4});
}

}  // namespace
}  // namespace lanescope
