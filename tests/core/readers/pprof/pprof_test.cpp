#include "core/readers/pprof/pprof.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/bytes/gzip_writer.h"
#include "tests/core/fixtures/load_text.h"
#include "tests/core/fixtures/stack_times.h"

using namespace lanescope;
using namespace std::string_literals;

namespace {

using Times = std::map<std::string, Ns>;

// Written by hand after profile.proto, apart from the program's own writer.
std::string varint(std::uint64_t value) {
  std::string out;
  for (; value >= 0x80; value /= 0x80) out += static_cast<char>(value % 0x80 + 0x80);
  return out + static_cast<char>(value);
}
std::string number(unsigned field, std::uint64_t value) {
  return varint(field * 8) + varint(value);
}
std::string bytes(unsigned field, const std::string& content) {
  return varint(field * 8 + 2) + varint(content.size()) + content;
}
std::string packed(unsigned field, const std::vector<std::uint64_t>& values) {
  std::string content;
  for (const std::uint64_t value : values) content += varint(value);
  return bytes(field, content);
}
std::string texts(const std::vector<std::string>& all) {
  std::string out;
  for (const std::string& text : all) out += bytes(6, text);
  return out;
}

std::string type(std::uint64_t name, std::uint64_t unit) {
  return bytes(1, number(1, name) + number(2, unit));
}
std::string sample(const std::vector<std::uint64_t>& locations,
                   const std::vector<std::uint64_t>& values, const std::string& label = "") {
  return bytes(2, packed(1, locations) + packed(2, values) + label);
}
std::string location(std::uint64_t id, std::uint64_t function, std::uint64_t line) {
  return bytes(4, number(1, id) + bytes(4, number(1, function) + number(2, line)));
}
std::string function(std::uint64_t id, std::uint64_t name, std::uint64_t file,
                     std::uint64_t first_line) {
  return bytes(5, number(1, id) + number(2, name) + number(4, file) + number(5, first_line));
}

const std::vector<std::string> kTexts{"",     "cpu",  "nanoseconds", "samples", "count",
                                      "main", "work", "train.py",    "thread",  "MainThread"};
const std::string kCode =
    location(1, 1, 12) + location(2, 2, 3) + function(1, 5, 7, 10) + function(2, 6, 0, 0);
const std::string kOneType = type(1, 2);

}  // namespace

TEST_CASE("bytes of a profile, one by one") {
  const auto trace = load_profile(
      "\x0A\x04\x08\x01\x10\x02"                  // sample_type: texts 1 and 2
      "\x12\x08\x0A\x02\x01\x01\x12\x02\x96\x01"  // sample: locations 1 1, value 150
      "\x22\x08\x08\x01\x22\x04\x08\x01\x10\x07"  // location 1: function 1, line 7
      "\x2A\x04\x08\x01\x10\x03"                  // function 1: text 3
      "\x32\x00\x32\x03"
      "cpu\x32\x0B"
      "nanoseconds\x32\x03"
      "fib"s);
  CHECK(trace->info.format == "pprof");
  CHECK(stack_times(*trace) == Times{{"fib;fib", 150}});
}

TEST_CASE("a profile becomes lanes by thread, laid out by weight") {
  const std::string label = bytes(3, number(1, 8) + number(2, 9));
  const auto trace =
      load_profile(type(3, 4) + type(1, 2) + sample({2, 1}, {5, 500}, label) +
                   sample({1}, {1, 70}, label) + sample({2}, {2, 20}) + kCode + texts(kTexts) +
                   number(9, 1'700'000'000'000'000'000) + number(10, 570));
  // Time, not the number of samples.
  CHECK(stack_times(*trace, sampled_track(*trace, "MainThread (order is not time)")) ==
        Times{{"train.py(10): main", 70}, {"train.py(10): main;work", 500}});
  CHECK(stack_times(*trace, sampled_track(*trace, "all threads")) == Times{{"work", 20}});
  CHECK(trace->info.base_ns == 1'700'000'000'000'000'000);
  CHECK(issue_count(*trace, "order_is_not_time") == 1);
  CHECK(issue_of(*trace, "other_values").example == "cpu (nanoseconds)");
  CHECK(trace->report.listed == 0);
}

TEST_CASE("a compressed profile and fields that are not packed are read too") {
  const std::string plain =
      kOneType + bytes(2, number(1, 2) + number(1, 1) + number(2, 40)) + kCode + texts(kTexts);
  GzipWriter gzip;
  std::string compressed;
  gzip.compress(plain, true, compressed);
  CHECK(stack_times(*load_profile(plain)) == Times{{"train.py(10): main;work", 40}});
  CHECK(stack_times(*load_profile(compressed)) == Times{{"train.py(10): main;work", 40}});
}

TEST_CASE("inlined functions are frames inside the one they are in") {
  const std::string inlined =
      bytes(4, number(1, 3) + bytes(4, number(1, 2)) + bytes(4, number(1, 1)));
  const auto trace = load_profile(kOneType + sample({3}, {9}) + inlined + kCode + texts(kTexts));
  CHECK(stack_times(*trace) == Times{{"train.py(10): main;work", 9}});
}

TEST_CASE("a value that is no time is drawn by its size") {
  const auto trace = load_profile(type(3, 4) + sample({1}, {3}) + kCode + texts(kTexts));
  CHECK(stack_times(*trace) == Times{{"train.py(10): main", 3}});
  CHECK(issue_of(*trace, "order_is_not_time").example == "samples (count)");
  CHECK(issue_of(*trace, "value_is_not_time").example ==
        "samples (count): 1 count is drawn as 1 ns");
}

TEST_CASE("numbers that refer to nothing and to each other do no harm") {
  // Location 4 has function 9, which does not exist; texts 77 do not either.
  const auto trace = load_profile(kOneType + sample({4, 99, 5}, {8}) + location(4, 9, 1) +
                                  bytes(4, number(1, 5) + number(3, 0x7F12)) + location(6, 6, 6) +
                                  function(6, 77, 77, 6) + sample({6}, {1}) + texts(kTexts));
  CHECK(stack_times(*trace) == Times{{"0x7f12;(unknown);(unknown)", 8}, {"(unknown)", 1}});
}

TEST_CASE("samples that cannot be used are listed") {
  const auto trace =
      load_profile(kOneType + sample({1}, {10}) + sample({1}, {static_cast<std::uint64_t>(-10)}) +
                   sample({1}, {}) + sample({1}, {1, 2}) + sample({}, {5}) +
                   bytes(2, "\x0A\x05\x01") + kCode + texts(kTexts));
  CHECK(stack_times(*trace) == Times{{"train.py(10): main", 10}});
  CHECK(issue_count(*trace, "unusable_sample") == 5);
  CHECK(trace->report.kept + trace->report.listed == trace->counts.total);
}

TEST_CASE("of a truncated profile everything before the cut is shown, and it says so") {
  const std::string head = texts(kTexts) + kOneType + kCode + sample({2, 1}, {10});
  const std::string cut = sample({1}, {30});
  for (std::size_t bytes = 1; bytes < cut.size(); ++bytes) {
    CAPTURE(bytes);
    const auto trace = load_profile(head + cut.substr(0, bytes));
    CHECK(stack_times(*trace) == Times{{"train.py(10): main;work", 10}});
    CHECK_FALSE(trace->report.complete);
    CHECK_FALSE(trace->report.damaged);
    CHECK(issue_count(*trace, "cut_off_event") == 1);
    CHECK(trace->report.kept + trace->report.listed == trace->counts.total);
  }
  CHECK(load_profile(head + cut)->report.complete);
}

TEST_CASE("a profile that is cut among its texts lacks the names behind the cut, and says so") {
  const std::string whole = kOneType + sample({1}, {10}) + sample({2}, {20}) + location(1, 1, 12) +
                            location(2, 2, 3) + function(1, 5, 0, 0) + function(2, 6, 0, 0);
  const std::vector<std::string> kept(kTexts.begin(), kTexts.begin() + 6);
  const auto trace = load_profile(whole + texts(kept) + "\x32\x04wo");
  CHECK(stack_times(*trace) == Times{{"main", 10}, {"(unknown)", 20}});
  CHECK(issue_count(*trace, "missing_text") == 1);
  CHECK_FALSE(trace->report.complete);
}

TEST_CASE("a compressed profile that is cut is shown up to there") {
  std::string plain = texts(kTexts) + kOneType + kCode;
  std::uint64_t random = 1;
  for (int i = 0; i < 20'000; ++i) {
    random = random * 6364136223846793005U + 1442695040888963407U;
    plain += sample({1}, {random >> 40U});
  }
  GzipWriter gzip;
  std::string compressed;
  gzip.compress(plain, true, compressed);
  const auto trace = load_profile(compressed.substr(0, compressed.size() / 2));
  CHECK_FALSE(trace->report.complete);
  CHECK(stack_times(*trace).contains("train.py(10): main"));
}

TEST_CASE("a profile that is cut before its texts is refused in one line") {
  const std::string whole = kOneType + sample({1}, {10}) + kCode;
  for (const std::string& file : {whole.substr(0, whole.size() - 3), whole}) {
    CHECK(profile_error(file) ==
          "is a pprof profile without its names, which come last: it is truncated; copy it again");
  }
}

TEST_CASE("a damaged profile is refused in one line") {
  const std::string start = texts(kTexts) + kOneType + kCode + sample({1}, {10});
  const std::string damaged = "is a pprof profile that is damaged or truncated; copy it again";
  CHECK(profile_error(start + "\x13\x01" + sample({1}, {10})) == damaged);  // a group
  CHECK(profile_error(start + bytes(4, "\x08")) == damaged);                // a broken location
}

TEST_CASE("a small file that would become a large trace is refused") {
  const std::string x(1'000, 'x'), y(1'000, 'y');
  std::string file = kOneType;
  std::uint64_t random = 1;
  for (int i = 0; i < 400; ++i) {
    std::vector<std::uint64_t> stack;
    for (int frame = 0; frame < 60; ++frame) {
      random = random * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U;
      stack.push_back((random >> 60U) % 2 + 1);
    }
    file += sample(stack, {1});
  }
  file += location(1, 1, 1) + location(2, 2, 1) + function(1, 3, 0, 0) + function(2, 4, 0, 0) +
          texts({"", "cpu", "nanoseconds", x, y});
  CHECK(profile_error(file).find("512 times its size") != std::string::npos);
}

TEST_CASE("a heap profile of Go shows the bytes in use, and says that they are no time") {
  const auto trace = load_profile(type(1, 2) + type(3, 4) + type(5, 2) + type(6, 4) +
                                  sample({1}, {900, 90'000'000, 500, 50'000'000}) +
                                  location(1, 1, 7) + function(1, 7, 0, 0) +
                                  texts({"", "alloc_objects", "count", "alloc_space", "bytes",
                                         "inuse_objects", "inuse_space", "main.alloc"}));
  CHECK(stack_times(*trace) == Times{{"main.alloc", 50'000'000}});
  const Track& lane = sampled_track(*trace, "all threads");
  CHECK(trace->text(lane.name) == "all threads (order is not time, 1 byte is drawn as 1 ns)");
  CHECK(issue_of(*trace, "order_is_not_time").example == "inuse_space (bytes)");
  CHECK(issue_count(*trace, "value_is_not_time") == 1);
  CHECK(issue_count(*trace, "assumed_running") == 0);
  for (const Track& track : trace->tracks) CHECK(track.kind != TrackKind::ThreadState);
}

TEST_CASE("the time that threads waited for locks does not count as running") {
  const std::vector<std::string> words{"", "delay", "nanoseconds", "cpu", "main"};
  const std::string code = location(1, 1, 7) + function(1, 4, 0, 0) + texts(words);
  const auto waited = load_profile(type(1, 2) + sample({1}, {70}) + code);
  CHECK(issue_count(*waited, "assumed_running") == 0);
  const auto ran = load_profile(type(3, 2) + sample({1}, {70}) + code);
  CHECK(issue_count(*ran, "assumed_running") == 1);
  CHECK(stack_times(*ran) == stack_times(*waited));
}

TEST_CASE("samples that are labeled with processes are in these processes") {
  const std::vector<std::string> words{"", "cpu", "ms", "main", "thread", "pid", "worker", "12"};
  const std::string worker = bytes(3, number(1, 4) + number(2, 6));
  const std::string as_number = bytes(3, number(1, 5) + number(3, 11));
  const std::string as_text = bytes(3, number(1, 5) + number(2, 7));
  const auto trace = load_profile(type(1, 2) + sample({1}, {2}, worker + as_number) +
                                  sample({1}, {3}, worker + as_text) + sample({1}, {4}, worker) +
                                  location(1, 1, 7) + function(1, 3, 0, 0) + texts(words));
  std::map<std::string, Times> by_process;
  for (const Track& track : trace->tracks) {
    if (track.kind != TrackKind::ThreadSamples) continue;
    CHECK(trace->text(track.process_name) == "pprof: cpu (ms)");
    by_process[std::string(trace->text(track.process))] = stack_times(*trace, track);
  }
  CHECK(by_process == std::map<std::string, Times>{{"11", {{"main", 2'000'000}}},
                                                   {"12", {{"main", 3'000'000}}},
                                                   {"0", {{"main", 4'000'000}}}});
}

TEST_CASE("threads are told apart by name and number") {
  const std::vector<std::string> words{"", "cpu", "ms", "main", "thread name", "tid", "worker"};
  const auto label = [](unsigned number_of) {
    return bytes(3, number(1, 4) + number(2, 6)) + bytes(3, number(1, 5) + number(3, number_of));
  };
  const auto trace =
      load_profile(type(1, 2) + sample({1}, {2}, label(11)) + sample({1}, {3}, label(12)) +
                   location(1, 1, 7) + function(1, 3, 0, 0) + texts(words));
  CHECK(stack_times(*trace, sampled_track(*trace, "worker 11 (")) == Times{{"main", 2'000'000}});
  CHECK(stack_times(*trace, sampled_track(*trace, "worker 12 (")) == Times{{"main", 3'000'000}});
}
