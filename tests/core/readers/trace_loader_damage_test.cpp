// Broken traces: damage costs at most the event it is in, and what is lost is told with its place.
#include <algorithm>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/core/base/encoded_text.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/generated_trace.h"
#include "tests/core/fixtures/load_text.h"
#include "tests/core/fixtures/snapshot_text.h"

using namespace lanescope;

namespace {

std::string slice(const std::string& name, int ts, const std::string& more = "") {
  return fmt::format(R"({{"ph":"X","name":"{}","pid":1,"tid":1,"ts":{},"dur":1{}}})", name, ts,
                     more);
}

/// Events before and behind, so that damage could spread.
struct Around {
  std::string separator = ",\n";
  std::string head = "{\"traceEvents\":[\n";
  std::string tail = "\n],\"traceName\":\"t\"}";

  [[nodiscard]] std::string with(const std::string& broken) const {
    return head + slice("a", 10) + separator + slice("b", 20) + separator + broken + separator +
           slice("y", 90) + separator + slice("z", 99) + tail;
  }
};

const Around kLines;
const Around kMinified{",", "{\"traceEvents\":[", "],\"traceName\":\"t\"}"};

/// Loads it in one piece and in pieces, and demands one answer.
std::shared_ptr<const Snapshot> load_every_way(const std::string& text) {
  const auto whole = load_text(text);
  const std::string expected = snapshot_text(*whole);
  for (const std::size_t slice_bytes : {1U, 150U}) {
    for (const std::size_t slow_reads : {0U, 3U}) {
      CAPTURE(slice_bytes);
      CAPTURE(slow_reads);
      CHECK(snapshot_text(*load_text(text, {2, slice_bytes, slow_reads})) == expected);
    }
  }
  return whole;
}

/// The neighbours are all there and the file is seen to be complete; `name`: of the broken event,
/// "" when it is lost.
void check_neighbours(const std::string& broken, const std::string& name = "") {
  CAPTURE(broken);
  const std::string names = "a b " + (name.empty() ? "" : name + " ") + "y z";
  for (const Around* around : {&kLines, &kMinified}) {
    const auto snapshot = load_every_way(around->with(broken));
    CHECK(all_names(*snapshot) == names);
    CHECK(snapshot->report.complete);
    CHECK(snapshot->counts.total <= 6);
  }
}

/// Every byte; fewer where the thread sanitizer makes a load twenty times slower.
std::size_t next_cut(std::size_t cut, const std::string& text) {
#ifdef __SANITIZE_THREAD__
  return cut + 64 < text.size() ? cut + 8 : cut + 1;
#else
  return std::min(cut + 1, text.size());
#endif
}

}  // namespace

TEST_CASE("an event with unescaped quotes is repaired and told") {
  const std::string broken = slice("m\"q\"m", 50);
  check_neighbours(broken, "m\"q\"m");
  const std::string text = kLines.with(broken);
  const auto snapshot = load_text(text);
  CHECK(issue_of(*snapshot, "repaired_event").count == 1);
  CHECK(issue_of(*snapshot, "repaired_event").first_offset == text.find(broken));
  CHECK(snapshot->report.listed == 0);
}

TEST_CASE("an event without a closing quote costs no other event") {
  check_neighbours(R"({"ph":"X","pid":1,"tid":1,"ts":50,"dur":1,"name":"m})", "m");
  check_neighbours(R"({"ph":"X","name":"m,"pid":1,"tid":1,"ts":50,"dur":1})", "m,\"pid");
  check_neighbours(R"({"ph":"X","name":"m","pid":1,"tid":1,"ts":50,"dur":1,"args":{"a":["x]}})",
                   "m");
}

TEST_CASE("an event without an opening quote costs no other event") {
  check_neighbours(R"({"ph":"X","name":m","pid":1,"tid":1,"ts":50,"dur":1})", "m");
}

TEST_CASE("an event whose brackets do not match costs no other event") {
  const std::string start = R"({"ph":"X","name":"m","pid":1,"tid":1,"ts":50,"dur":1,"args":)";
  check_neighbours(start + R"({"a":[1,2]],"b":3}})", "m");
  check_neighbours(start + R"({"a":[1,2,"b":3}})", "m");
  check_neighbours(start + R"({"a":1})", "m");
  check_neighbours(start + R"({"a":1}}})", "m");
  check_neighbours(start + R"({"a":1}}]})", "m");
  check_neighbours(start + R"({"a":{"b":1}})", "m");
  check_neighbours(start + R"([[[)", "m");
}

TEST_CASE("an event that ends in the middle of its line costs no other event") {
  const std::string text = kLines.with(R"({"ph":"X","name":"m","pid":1,"tid":1,"ts":50,"du)");
  CHECK(all_names(*load_every_way(text)) == "a b m y z");
}

TEST_CASE("brackets, quotes and words between events cost no event") {
  for (const char* garbage :
       {"]", "}", "[", "]]", "\"", "garbage", ": 3", "\"x\": 3", "]}", "}}]"}) {
    check_neighbours(garbage);
    check_neighbours(std::string(garbage) + slice("m", 50), "m");
    check_neighbours(slice("m", 50) + garbage, "m");
  }
}

TEST_CASE("a comma that is missing between events costs no event") {
  check_neighbours(slice("m", 50) + " " + slice("n", 51), "m n");
}

TEST_CASE("elements that are no events are counted and told") {
  const std::string text = kLines.with(R"(5, "text", null, true, -1.5e3, [1, {"a": 2}], {})");
  const auto snapshot = load_every_way(text);
  CHECK(all_names(*snapshot) == "a b y z");
  CHECK(snapshot->counts.total == 11);
  CHECK(snapshot->counts.by_phase.at("(none)") == 7);
  CHECK(issue_of(*snapshot, "not_an_object").count == 6);
  CHECK(issue_of(*snapshot, "not_an_object").first_offset == text.find("5, \"text\""));
  CHECK(issue_of(*snapshot, "missing_phase").count == 1);
  CHECK(snapshot->report.complete);
}

TEST_CASE("control bytes, NUL bytes and bytes that are no UTF-8 cost nothing") {
  check_neighbours(slice("m\x01m", 50), "m\x01m");
  check_neighbours(slice(std::string("m\0m", 3), 50), std::string("m\0m", 3));
  check_neighbours(slice("m\xFFm", 50), "m\xEF\xBF\xBDm");
  check_neighbours(slice("m\xC3", 50), "m\xEF\xBF\xBD");
  check_neighbours(std::string("\0\0", 2) + slice("m", 50), "m");
}

TEST_CASE("examples in the report are UTF-8 without control bytes") {
  const auto snapshot = load_text(kLines.with("\x01\xFF\xFF junk"));
  CHECK(issue_of(*snapshot, "not_an_object").example == " \xEF\xBF\xBD\xEF\xBF\xBD junk");
}

TEST_CASE("two broken events do not swallow those between them") {
  const std::string odd =
      R"({"ph":"X","name":"m","pid":1,"tid":1,"ts":50,"dur":1,"args":{"l":["a"b"],"x":1}})";
  const std::string text = kMinified.with(odd + "," + slice("n", 60) + "," + odd);
  CHECK(all_names(*load_every_way(text)) == "a b m m n y z");
}

TEST_CASE("arguments that hold lists of events are no events") {
  std::string list;
  for (int i = 0; i < 40; ++i) list += (list.empty() ? "" : ",") + slice("inner", i);
  const std::string event = slice("m", 50, R"(,"args":{"list":[)" + list + "]}");
  check_neighbours(event, "m");
  const auto snapshot = load_every_way(kMinified.with(event + "," + event));
  CHECK(snapshot->counts.total == 6);
  CHECK(snapshot->report.issues.empty());
}

TEST_CASE("a broken event that holds a list of events is repaired as one") {
  const std::string event =
      slice("m\"q", 50, R"(,"args":{"list":[)" + slice("i", 1) + "," + slice("j", 2) + "]}");
  check_neighbours(event, "m\"q");
}

TEST_CASE("a trace cut off at any byte keeps every whole event and says so") {
  const std::string text = trace_text(generated_events(5, 4), TraceLayout::Unindented);
  const std::size_t list = text.find("\"traceEvents\":[") + 15;
  const std::size_t end = text.find_last_not_of(" \n");
  const auto whole = load_text(text);
  std::uint64_t last_total = 0;
  for (std::size_t cut = 0; cut < text.size(); cut = next_cut(cut, text)) {
    const std::string part = text.substr(0, cut);
    CAPTURE(cut);
    if (cut < list) {
      CHECK(load_error(part) != "");
      continue;
    }
    const auto snapshot = load_text(part, {1, 1U << 20, 0});
    CHECK(snapshot->report.complete == (cut > end));
    CHECK(snapshot->counts.total >= last_total);
    CHECK(snapshot->counts.total <= whole->counts.total);
    CHECK(issue_count(*snapshot, "cut_off_event") <= 1);
    CHECK(issue_count(*snapshot, "broken_event") == 0);
    CHECK(issue_count(*snapshot, "not_an_object") == 0);
    last_total = snapshot->counts.total;
  }
  CHECK(last_total == whole->counts.total);
}

TEST_CASE("a minified trace cut off at any byte tells one event as cut off") {
  const std::string event =
      slice("m", 50, R"(,"args":{"list":[)" + slice("i", 1) + "," + slice("j", 2) + "]}");
  const std::string text = "[" + slice("a", 1) + "," + event;
  const std::size_t second = text.find(event);
  for (std::size_t cut = second + 1; cut < text.size(); cut = next_cut(cut, text)) {
    CAPTURE(cut);
    const auto snapshot = load_every_way(text.substr(0, cut));
    CHECK(snapshot->counts.total == 2);
    CHECK(issue_of(*snapshot, "cut_off_event").first_offset == second);
    CHECK(all_names(*snapshot) == "a");
  }
}

TEST_CASE("a cut-off compressed trace is incomplete") {
  const std::string text = trace_text(generated_events(6, 200), TraceLayout::LineAnEvent);
  const std::string packed = gzip_of(text);
  CHECK(load_text(packed)->report.complete);
  const auto snapshot = load_text(packed.substr(0, packed.size() / 2));
  CHECK(!snapshot->report.complete);
  CHECK_FALSE(snapshot->report.damaged);
  CHECK(snapshot->counts.total > 100);
}

TEST_CASE("a compressed trace that does not fit its checksum is damaged, and says so") {
  const std::string text = trace_text(generated_events(6, 200), TraceLayout::LineAnEvent);
  std::string packed = gzip_of(text);
  packed[packed.size() - 6] ^= 1;
  const auto snapshot = load_text(packed);
  CHECK(!snapshot->report.complete);
  CHECK(snapshot->report.damaged);
  CHECK(issue_of(*snapshot, "unsound_stream").example == "gzip checksum does not match");
}

TEST_CASE("a compressed profile that does not fit its checksum is damaged, too") {
  const TempFolder folder;
  const auto load = [&](const std::string& bytes) {
    const auto loaded = load_trace(folder.write("stacks.txt.gz", bytes));
    REQUIRE(loaded.ok());
    return loaded.value().snapshot;
  };
  std::string packed = gzip_of("main;run;aten::mm 1204\nmain;run 3\n");
  CHECK(load(packed)->report.complete);
  packed[packed.size() - 6] ^= 1;
  const auto snapshot = load(packed);
  CHECK(!snapshot->report.complete);
  CHECK(snapshot->report.damaged);
  CHECK(issue_of(*snapshot, "unsound_stream").count == 1);
}

TEST_CASE("huge and odd numbers are held in bounds") {
  const std::string text = R"([
    {"ph":"X","name":"far","pid":1,"tid":1,"ts":1e300,"dur":1e300},
    {"ph":"X","name":"early","pid":1,"tid":1,"ts":-99999999999999999999,"dur":99999999999999999999},
    {"ph":"X","name":"exact","pid":1,"tid":1,"ts":"1736408883688177.930","dur":"2.30003125"},
    {"ph":"X","name":"negative","pid":1,"tid":1,"ts":5,"dur":-1},
    {"ph":"B","name":"open","pid":2,"tid":1,"ts":-1e300},
    {"ph":"X","name":"nan","pid":1,"tid":1,"ts":NaN,"dur":1},
    {"ph":"X","name":"word","pid":1,"tid":1,"ts":7,"dur":"N/A"},
    {"ph":"C","name":"c","pid":1,"ts":1,"args":{"v":1e400,"w":123456789012345678901234567890}},
    {"ph":"i","name":"[memory]","pid":1,"tid":1,"ts":1,"args":{"Bytes":99999999999999999999,
     "Total Allocated":-9223372036854775808,"Device Type":99999999999}},
    {"ph":"X","cat":"kernel","name":"k","pid":99999999999999999999,"tid":-1,"ts":8,"dur":1,
     "args":{"correlation":99999999999999999999,"External id":-3}}])";
  const auto snapshot = load_every_way(text);
  CHECK(all_names(*snapshot) == "[memory] k negative word");
  CHECK(issue_count(*snapshot, "unusable_time") == 1);
  CHECK(issue_count(*snapshot, "negative_duration") == 1);
  CHECK(issue_count(*snapshot, "unusable_duration") == 1);
  CHECK(issue_count(*snapshot, "large_correlation") == 1);
  // What lies beyond all times, early, far and open, and what lies far from the rest: exact.
  CHECK(issue_count(*snapshot, "clamped_time") == 3);
  CHECK(issue_count(*snapshot, "distant_time") == 1);
  CHECK(issue_count(*snapshot, "unusable_memory") == 1);
  CHECK(snapshot->info.whole_microseconds == false);
  CHECK(snapshot->counters.size() == 1);
}

TEST_CASE("correlations of more than 32 bits link, whichever worker reads them") {
  std::string text = R"([{"ph":"X","cat":"kernel","name":"fill","pid":0,"tid":7,"ts":900,"dur":1,
    "args":{"correlation":5,"stream":7,"device":0}})";
  for (int i = 0; i < 50; ++i) {
    const std::string id = std::to_string((std::uint64_t{1} << 32U) + static_cast<unsigned>(i));
    text += R"(,
    {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":)" +
            std::to_string(10 * i) + R"(,"dur":2,"args":{"correlation":)" + id + R"(}},
    {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":)" +
            std::to_string(10 * i + 5) + R"(,"dur":2,"args":{"correlation":)" + id +
            R"(,"stream":7,"device":0}})";
  }
  const auto snapshot = load_every_way(text + "]");
  CHECK(snapshot->kernel_links.count == 51);
  CHECK(snapshot->kernel_links.with_launch == 50);
  CHECK(issue_count(*snapshot, "large_correlation") == 0);
}

TEST_CASE("objects, lists and null in place of a text or a number count as missing") {
  const std::string text = R"([
    {"ph":"X","name":"m","pid":{"a":1},"tid":[1,2],"ts":5,"dur":null,"cat":{},"args":null},
    {"ph":"X","name":null,"pid":null,"tid":null,"ts":6,"dur":1,"args":[1]},
    {"ph":"M","name":"process_name","pid":1,"args":{"name":{"x":1}}},
    {"ph":"M","name":"thread_name","pid":1,"tid":1,"args":{"name":null}},
    {"ph":{},"name":"q"},{"ph":"X","name":"r","ts":{}}])";
  const auto snapshot = load_every_way(text);
  REQUIRE(snapshot->tracks.size() == 1);
  CHECK(snapshot->tracks[0].slices == 2);
  CHECK(snapshot->tracks[0].process == StringId::Empty);
  CHECK(snapshot->tracks[0].process_name == StringId::Empty);
  CHECK(issue_count(*snapshot, "missing_phase") == 1);
  CHECK(issue_count(*snapshot, "unusable_time") == 1);
}

TEST_CASE("a hundred thousand brackets deep is no danger") {
  const std::string open(100'000, '[');
  const std::string close(100'000, ']');
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += "{\"a\":";
  CHECK(all_names(*load_text(
            kLines.with(slice("m", 50, ",\"args\":{\"a\":" + open + close + "}")))) == "a b m y z");
  CHECK(all_names(*load_text(kLines.with(open + close))) == "a b y z");
  CHECK(all_names(*load_text(kLines.with(open))) == "a b y z");
  CHECK(all_names(*load_text(kLines.with(close))) == "a b y z");
  CHECK(load_text(kLines.with(objects))->report.kept >= 4);
  CHECK(load_error("[" + open) != "");
  CHECK(load_error("{\"a\":" + open) != "");
  CHECK(load_error("{\"a\":" + open + close + "}") != "");
}

TEST_CASE("names of a hundred thousand bytes are kept whole") {
  const std::string name(100'000, 'n');
  CHECK(all_names(*load_every_way(kLines.with(slice(name, 50)))) == "a b " + name + " y z");
}

TEST_CASE("of equal keys the first one stands") {
  const auto snapshot = load_text(
      R"([{"ph":"X","name":"m","name":"n","pid":1,"pid":2,"tid":1,"ts":5,"ts":6,"dur":1,"ph":"i",
           "args":{"correlation":7,"correlation":8}}])");
  CHECK(all_names(*snapshot) == "m");
  CHECK(snapshot->text(snapshot->tracks[0].process) == "1");
  CHECK(snapshot->tracks[0].bounds.begin_ns == 5000);
}

TEST_CASE("a file of which every event is broken reads in linear time") {
  std::string text = "{\"traceEvents\":[\n";
  for (int i = 0; i < 20'000; ++i) {
    text += R"({"ph":"X","name":"m,"pid":1,"tid":1,"ts":5,"dur":1,"args":{"a":[1,2}},)"
            "\n";
  }
  const auto snapshot = load_text(text + "]}");
  CHECK(snapshot->counts.total == 20'000);
  CHECK(issue_count(*snapshot, "repaired_event") == 20'000);
}

TEST_CASE("a sound event that holds what looks like events is not called repaired") {
  const std::string children =
      R"(,"args":{"children":[)" + slice("b", 2) + "," + slice("c", 3) + "]}";
  for (const std::string blank : {"", " "}) {
    const std::string first = "{" + blank + slice("a", 1, children).substr(1);
    const auto snapshot = load_every_way("[true," + first + "]");
    CHECK(all_names(*snapshot) == "a");
    CHECK(snapshot->report.complete);
    for (const LoadIssue& issue : snapshot->report.issues) CHECK(issue.kind != "repaired_event");
  }
}
