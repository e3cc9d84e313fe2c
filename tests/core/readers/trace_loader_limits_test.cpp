// What a trace may hold without limit is kept within one, and told.
#include <doctest/doctest.h>

#include "core/readers/trace_loader.h"
#include "tests/core/fixtures/load_text.h"

using namespace lanescope;

namespace {

std::string slice(const std::string& name, const std::string& ts = "1",
                  const std::string& dur = "1") {
  return R"({"ph":"X","cat":"kernel","name":")" + name + R"(","pid":1,"tid":1,"ts":)" + ts +
         R"(,"dur":)" + dur + "}";
}

std::string trace(const std::string& events, const std::string& behind = "") {
  return "{\"traceEvents\":[" + events + "]" + behind + "}";
}

std::string load_both_ways(const std::string& text, std::uint64_t& listed) {
  std::string names;
  for (const std::size_t slice_bytes : {std::size_t{1}, std::size_t{64}, std::size_t{1} << 20}) {
    const auto snapshot = load_text(text, {1, slice_bytes, 0});
    listed = snapshot->report.listed;
    CHECK(snapshot->report.kept + listed == snapshot->counts.total);
    if (names.empty()) names = all_names(*snapshot);
    CHECK(all_names(*snapshot) == names);
  }
  return names;
}

}  // namespace

TEST_CASE("a list in place of an event is one thing that is no event, whatever is in it") {
  for (const std::string& list : std::initializer_list<std::string>{
           "[]", "[1,2]", "[[1],[2]]", R"(["a",{"b":1}])", "[" + slice("in") + "]",
           "[" + slice("in") + ",\n" + slice("in too") + "]", "[1," + slice("in") + ",[]]"}) {
    CAPTURE(list);
    std::uint64_t listed = 0;
    const std::string name = "\n" + slice("a") + ",\n" + list + ",\n" + slice("b");
    CHECK(load_both_ways(trace(name), listed) == "a b");
    CHECK(listed == 1);
    CHECK(load_both_ways(trace(name, R"(,"displayTimeUnit":"ms")"), listed) == "a b");
    CHECK(listed == 1);
    CHECK(load_both_ways(trace(slice("a") + "," + slice("b") + "," + list), listed) == "a b");
    CHECK(listed == 1);
  }
}

TEST_CASE("a stray bracket in front of events costs none of them") {
  std::uint64_t listed = 0;
  const std::string events = "\n" + slice("a") + ",\n[\n" + slice("b") + ",\n" + slice("c");
  CHECK(load_both_ways(trace(events), listed) == "a b c");
  CHECK(load_both_ways(trace(events, R"(,"displayTimeUnit":"ms")"), listed) == "a b c");
}

TEST_CASE("a list without any event is no trace") {
  for (const char* text :
       {"[1,2,3]", "[1,{}]", R"([{"a":1},{"b":2}])", "[[[]]]", R"(["a"])", "[[1,2],[3,4],{}]"}) {
    CAPTURE(text);
    CHECK(load_error(text).find("without trace events") != std::string::npos);
  }
  CHECK(load_error("[" + slice("a") + "]") == "");
  CHECK(load_error("[]") == "");
}

TEST_CASE("brackets without end are no trace either") {
  CHECK(load_error(std::string(200'000, '[')).find("without trace events") != std::string::npos);
}

TEST_CASE("of members that nobody knows only so many are kept, and what is left out is told") {
  std::string members;
  for (int i = 0; i < 5000; ++i) members += ",\"member " + std::to_string(i) + "\":" + "1";
  const std::string text = trace(slice("a"), members + R"(,"schemaVersion":7)");
  const auto snapshot = load_text(text);
  CHECK(snapshot->info.metadata.object()->size() == 4097);
  CHECK(snapshot->info.metadata.find("schemaVersion")->as_int() == 7);
  const LoadIssue& issue = issue_of(*snapshot, "metadata_left_out");
  CHECK(issue.count == 904);
  CHECK(!issue.lost);
  CHECK(issue.example == "member 4096");
  CHECK(issue.first_offset == text.find("\"member 4096\""));
}

TEST_CASE("members that nobody knows share four megabytes, wherever they stand") {
  const std::string large = "\"" + std::string(900'000, 'x') + "\"";
  std::string before, behind;
  for (int i = 0; i < 3; ++i) {
    before += "\"before " + std::to_string(i) + "\":" + large + ",";
    behind += ",\"behind " + std::to_string(i) + "\":" + large;
  }
  const auto snapshot =
      load_text("{" + before + "\"traceEvents\":[" + slice("a") + "]" + behind + ",\"small\":1}");
  CHECK(issue_of(*snapshot, "metadata_left_out").count == 2);
  CHECK(snapshot->info.metadata.find("small") != nullptr);
}

TEST_CASE("a name longer than any is cut, told, and stays apart from others that begin like it") {
  const std::string start(1'200'000, 'x');
  const auto snapshot =
      load_text(trace(slice(start + "a") + "," + slice(start + "b") + "," + slice(start + "b")));
  const TrackChunk& chunk = *snapshot->tracks.front().chunks.front();
  std::map<std::string_view, int> names;
  for (const StringId name : chunk.name) ++names[snapshot->text(name)];
  REQUIRE(names.size() == 2);
  for (const auto& [name, count] : names) {
    CHECK(name.size() < 1'050'000);
    CHECK(name.starts_with(start.substr(0, 1'000'000)));
    CHECK(name.find("… (") != std::string_view::npos);
    CHECK(name.find(" bytes more, ") != std::string_view::npos);
  }
  CHECK(issue_of(*snapshot, "long_text").count == 3);
  CHECK(snapshot->report.kept == 3);
}

TEST_CASE("a long name is cut between characters and escapes") {
  for (const std::string& character : {std::string("\xE2\x82\xAC"), std::string(R"(\u20ac)"),
                                       std::string(R"(\\)"), std::string("\xFF")}) {
    for (int shift = 0; shift < 6; ++shift) {
      std::string name(static_cast<std::size_t>(shift), 'x');
      while (name.size() < 1'100'000) name += character;
      const auto snapshot = load_text(trace(slice(name)));
      const std::string_view text =
          snapshot->text(snapshot->tracks.front().chunks.front()->name[0]);
      const std::string_view kept = text.substr(0, text.rfind("…"));
      const std::string_view unit = character == "\xFF"    ? "\xEF\xBF\xBD"
                                    : character == R"(\\)" ? "\\"
                                                           : "\xE2\x82\xAC";
      CHECK((kept.size() - static_cast<std::size_t>(shift)) % unit.size() == 0);
      CHECK(kept.ends_with(unit));
    }
  }
}

TEST_CASE("an event beyond all times is set aside, its start and its end") {
  std::string events;
  for (int i = 0; i < 20; ++i) events += slice("good", std::to_string(i * 10)) + ",";
  for (const std::string& bad : {slice("bad", "1e16"), slice("bad", "-1e16"),
                                 slice("bad", "50", "1e400"), slice("bad", "50", "9e15")}) {
    CAPTURE(bad);
    const auto snapshot = load_text(trace(events + bad));
    CHECK(snapshot->counts.total == 21);
    CHECK(snapshot->report.listed == 1);
    CHECK(snapshot->report.set_aside == 1);
    CHECK(snapshot->extent == TimeRange{0, 191'000});
    CHECK(snapshot->x_extent == TimeRange{0, 191'000});
    CHECK(snapshot->slice_count == 20);
    CHECK(issue_of(*snapshot, "clamped_time").lost);
    CHECK(issue_of(*snapshot, "clamped_time").example == "bad");
  }
}

TEST_CASE("an event at the last of all times is kept, one beyond it is not") {
  const auto listed = [](const std::string& ts) {
    return load_text(trace(slice("x", ts, "0")))->report.listed;
  };
  CHECK(listed("4611686018427387.903") == 0);
  CHECK(listed("-4611686018427387.903") == 0);
  CHECK(listed("4611686018427387.904") == 1);
  CHECK(listed("-4611686018427387.904") == 1);
}

TEST_CASE("an event far from all others is set aside however the text is cut") {
  std::string events = slice("bad", "0");
  for (int i = 0; i < 40; ++i)
    events += ",\n" + slice("good", "17000000000000" + std::to_string(10 + i));
  for (const unsigned threads : {1U, 3U}) {
    const auto snapshot = load_text(trace("\n" + events), {threads, 100, 0});
    CHECK(snapshot->report.set_aside == 1);
    CHECK(issue_of(*snapshot, "distant_time").example == "bad");
    CHECK(snapshot->extent.length_ns() == 40'000);
  }
}
