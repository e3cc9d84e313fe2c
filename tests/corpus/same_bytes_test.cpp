// The same trace gives the same bytes: whatever the number of threads that read it, and whatever
// the order of its events.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/bytes/byte_source.h"
#include "tests/core/base/temp_folder.h"
#include "tests/corpus/corpus.h"
#include "tests/program_output.h"
#include "tests/shuffled_trace.h"

namespace fs = std::filesystem;
using namespace lanescope;

namespace {

/// Compressed bytes up to which all that is printed of a trace is made on many numbers of threads,
/// and the trace is shuffled; the rest takes too long.
constexpr std::uintmax_t kMedium = 1'400'000;
constexpr std::uintmax_t kShuffled = 1'000'000;

struct Different {
  std::string what;   // empty: nothing
  std::string lines;  // the first two that differ
};

std::string first_difference(const std::string& a, const std::string& b) {
  std::size_t at = 0;
  while (at < std::min(a.size(), b.size()) && a[at] == b[at]) ++at;
  const auto line = [at](const std::string& text) {
    const std::size_t begin = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
    return text.substr(begin, std::min<std::size_t>(200, text.find('\n', at) - begin));
  };
  return line(a) + "\n" + line(b);
}

std::string report_of(const std::string& folder, const std::string& arguments, unsigned threads) {
  const PrintedOutput out = program_output(LANESCOPE_PROGRAM, arguments, folder, threads);
  return out.code == 0 ? out.text : "exit code " + std::to_string(out.code) + "\n" + out.text;
}

/// What is printed of a trace, a command line each.
std::vector<std::string> printed_of(const fs::path& trace) {
  const std::string name = "'" + trace.filename().string() + "'";
  std::vector<std::string> lines = {"report " + name + " --json"};
  if (fs::file_size(trace) > kMedium) return lines;
  for (const char* const form : {"", " --markdown"}) lines.push_back("report " + name + form);
  for (const char* const form : {"", " --json"}) {
    lines.push_back("info " + name + form);
    lines.push_back("compare " + name + " " + name + form);
  }
  return lines;
}

Different compare_threads(const fs::path& trace) {
  const std::string folder = trace.parent_path().string();
  const bool medium = fs::file_size(trace) <= kMedium;
  for (const std::string& line : printed_of(trace)) {
    const std::string expected = report_of(folder, line, 1);
    if (expected.starts_with("exit code")) return {line, expected};
    for (const unsigned threads :
         medium ? std::vector<unsigned>{2, 3, 8, 8} : std::vector<unsigned>{3, 8}) {
      const std::string again = report_of(folder, line, threads);
      if (again == expected) continue;
      return {line + ", " + std::to_string(threads) + " threads",
              first_difference(expected, again)};
    }
  }
  return {};
}

std::string text_of(const fs::path& trace) {
  const auto source = open_byte_source(trace.string());
  std::string text;
  std::vector<char> piece(1U << 20);
  while (source.ok()) {
    const std::size_t got = source.value()->read(piece);
    if (got == 0) break;
    text.append(piece.data(), got);
  }
  return text;
}

Different compare_orders(const fs::path& trace) {
  const std::string text = text_of(trace);
  const TempFolder folder;
  const auto printed = [&](const std::string& json, unsigned threads) {
    folder.write("trace.json", json);
    std::string all;
    for (const char* const arguments :
         {"report trace.json --json", "report trace.json --markdown", "report trace.json",
          "report trace.json --only ops --group-by stack --json",
          "search trace.json 'dur>=0ns' --limit 100000 --json"})
      all += report_of(folder.path(), arguments, threads);
    return all;
  };
  const std::string expected = printed(text, 1);
  const std::string shuffled = printed(shuffled_trace(text, 11), 3);
  if (shuffled == expected) return {};
  return {trace.filename().string() + ", shuffled", first_difference(expected, shuffled)};
}

/// Calls it for all traces up to a size, as many at once as there are cores.
void check_each(std::uintmax_t most_bytes, const std::function<Different(const fs::path&)>& look) {
  std::vector<fs::path> traces;
  for (const CorpusTrace& one : corpus_traces(corpus_folder())) {
    if (fs::file_size(one.trace) <= most_bytes) traces.push_back(one.trace);
  }
  REQUIRE(!traces.empty());
  std::vector<Different> found(traces.size());
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < traces.size(); i = next++) found[i] = look(traces[i]);
  };
  std::vector<std::future<void>> helpers;
  for (unsigned i = 1; i < std::thread::hardware_concurrency(); ++i)
    helpers.push_back(std::async(std::launch::async, work));
  work();
  for (std::future<void>& helper : helpers) helper.get();
  for (const Different& one : found) CHECK_MESSAGE(one.what.empty(), one.what << "\n" << one.lines);
}

}  // namespace

TEST_CASE("what is printed has the same bytes on any number of threads, however often it is made") {
  check_each(UINTMAX_MAX, compare_threads);
}

TEST_CASE("a report has the same bytes whatever the order of the events in the file") {
  check_each(kShuffled, compare_orders);
}
