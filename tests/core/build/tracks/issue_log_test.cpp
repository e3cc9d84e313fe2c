#include "core/build/tracks/issue_log.h"

#include <algorithm>
#include <set>

#include <doctest/doctest.h>

using namespace lanescope;

TEST_CASE("an issue is counted with its first place and an example from there") {
  IssueLog log;
  log.add(Issue::BrokenEvent, 500, "later");
  log.add(Issue::BrokenEvent, 100, "first");
  log.add(Issue::BrokenEvent, 900, "last");
  const auto issues = log.issues();
  REQUIRE(issues.size() == 1);
  CHECK(issues[0].kind == "broken_event");
  CHECK(issues[0].count == 3);
  CHECK(issues[0].first_offset == 100);
  CHECK(issues[0].example == "first");
  CHECK(issues[0].lost);
}

TEST_CASE("logs merge to the same whatever worker met what") {
  IssueLog a;
  IssueLog b;
  a.add(Issue::UnusableTime, 700, "a");
  b.add(Issue::UnusableTime, 300, "b", 4);
  b.add(Issue::MissingDuration, 5, "c");
  IssueLog ab = a;
  ab.merge(b);
  IssueLog ba = b;
  ba.merge(a);
  REQUIRE(ab.issues().size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(ab.issues()[i].kind == ba.issues()[i].kind);
    CHECK(ab.issues()[i].count == ba.issues()[i].count);
    CHECK(ab.issues()[i].first_offset == ba.issues()[i].first_offset);
    CHECK(ab.issues()[i].example == ba.issues()[i].example);
  }
  CHECK(ab.issues()[0].first_offset == 300);
  CHECK(ab.lost() == 5);
}

TEST_CASE("issues that lose events come first, and every kind has a name and a sentence") {
  IssueLog log;
  for (int i = static_cast<int>(Issue::Count) - 1; i >= 0; --i)
    log.add(static_cast<Issue>(i), 0, "");
  const auto issues = log.issues();
  CHECK(issues.size() == static_cast<std::size_t>(Issue::Count));
  CHECK(std::is_partitioned(issues.begin(), issues.end(),
                            [](const LoadIssue& issue) { return issue.lost; }));
  std::set<std::string> kinds;
  for (const LoadIssue& issue : issues) {
    CHECK(kinds.insert(issue.kind).second);
    CHECK(!issue.what.empty());
  }
}

TEST_CASE("examples are short, UTF-8 and without control bytes") {
  const auto example_of = [](std::string_view text) {
    IssueLog log;
    log.add(Issue::BrokenEvent, 0, text);
    return log.issues().at(0).example;
  };
  CHECK(example_of("a\nb\tc\x7F"
                   "d") == "a b c d");
  CHECK(example_of(std::string("a\0b", 3)) == "a b");
  CHECK(example_of("a\xFF") == "a\xEF\xBF\xBD");
  CHECK(example_of(std::string(200, 'x')) == std::string(80, 'x'));
  // No character is cut in two: 26 of three bytes are 78.
  std::string euros;
  for (int i = 0; i < 40; ++i) euros += "\xE2\x82\xAC";
  CHECK(example_of(euros) == euros.substr(0, 78));
  CHECK(example_of(std::string(79, 'x') + "\xFF") == std::string(79, 'x'));
}
